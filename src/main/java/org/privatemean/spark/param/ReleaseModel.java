package org.privatemean.spark.param;

import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.Param;

/** Params that the models of a release share: its columns. */
public abstract class ReleaseModel<M extends ReleaseModel<M>> extends Model<M> {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final Param<String> inputCol;
  private final Param<String> outputCol;
  private final Param<String> reportCol;

  /** Creates the params, with their docs. */
  protected ReleaseModel(String uid, String inputDoc, String outputDoc, String reportDoc) {
    this.uid = uid;
    inputCol = TextParam.create(this, "inputCol", inputDoc);
    outputCol = TextParam.create(this, "outputCol", outputDoc);
    reportCol = TextParam.create(this, "reportCol", reportDoc);
    setDefault(outputCol, uid + "__output");
  }

  @Override
  public final String uid() {
    return uid;
  }

  /** Sets a param and returns this model, as setters do. */
  @SuppressWarnings("unchecked")
  protected final <T> M put(Param<T> param, T value) {
    set(param, value);
    return (M) this;
  }

  /** Input column: that of the release, or the one that the model reads. */
  public final Param<String> inputCol() {
    return inputCol;
  }

  public final String getInputCol() {
    return $(inputCol);
  }

  /** Output column. Default: uid + "__output". */
  public final Param<String> outputCol() {
    return outputCol;
  }

  public final String getOutputCol() {
    return $(outputCol);
  }

  public final M setOutputCol(String value) {
    return put(outputCol, value);
  }

  /** Column of the report. No default: no report is appended. */
  public final Param<String> reportCol() {
    return reportCol;
  }

  public final String getReportCol() {
    return $(reportCol);
  }

  public final M setReportCol(String value) {
    return put(reportCol, value);
  }
}
