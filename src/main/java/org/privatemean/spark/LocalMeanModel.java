package org.privatemean.spark;

import org.apache.spark.ml.Model;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalRelease;
import org.privatemean.release.PublicWarnings;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.spark.param.ParamTable;
import org.privatemean.spark.param.RoundParams;
import org.privatemean.spark.param.TextParam;

/**
 * The result of one round of {@link LocalMean}: the public state, and the private mean after the
 * last round.
 *
 * <p><b>Contract.</b> After the last round {@code transform} appends the private mean as a vector
 * column, the same in every row. While a round is left, it and the methods of the mean throw {@link
 * IllegalStateException}.
 *
 * <p><b>Privacy guarantee.</b> The model holds public values only.
 *
 * @since 0.1.0
 */
public final class LocalMeanModel extends Model<LocalMeanModel>
    implements RoundParams, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final Param<String> inputCol;
  private final Param<String> outputCol;
  private final Param<String> state;

  /** Creates a model without a state, as Spark Connect requires to find stages. */
  public LocalMeanModel() {
    this(Identifiable$.MODULE$.randomUID("localMean"));
  }

  /** Creates a model without a state, as readers require. */
  public LocalMeanModel(String uid) {
    this.uid = uid;
    inputCol = TextParam.create(this, "inputCol", "column that the reports came in");
    outputCol = TextParam.create(this, "outputCol", ParamTable.doc("outputCol"));
    state =
        TextParam.create(
            this, "state", "public state of the local mean after the round, in base 64");
    setDefault(outputCol, uid + "__output");
  }

  LocalMeanModel setState(LocalMeanState value) {
    set(state, RoundParams.encode(value));
    return this;
  }

  /** Returns true if this was the last round, so that the model has a mean. */
  public boolean isFinished() {
    return publicState().isFinished();
  }

  /** Returns the private mean, in data units. */
  public Vector mean() {
    return Vectors.dense(publicState().mean());
  }

  /**
   * Returns the cost of the mean per user and its error. It does not know whether devices drew
   * their reports from a seed.
   */
  public PrivateMeanSummary summary() {
    return new PrivateMeanSummary(
        PublicWarnings.addTo(
            LocalRelease.create(publicState()), ErrorBarCoverage.CoverageKind.NONE));
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    return new PrivateMeanModel(uid, summary()).setOutputCol(getOutputCol()).transform(dataset);
  }

  /** Appends the output column; refuses a schema that has it. */
  @Override
  public StructType transformSchema(StructType schema) {
    LocalMeanState state = publicState();
    state.checkFinished();
    return OutputColumn.append(schema, getOutputCol(), state.plan().dimension());
  }

  @Override
  public LocalMeanModel copy(ParamMap extra) {
    return copyValues(new LocalMeanModel(uid), extra).setParent(parent());
  }

  public static MLReader<LocalMeanModel> read() {
    return new DefaultParamsReader<>();
  }

  public static LocalMeanModel load(String path) {
    return read().load(path);
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Column of the collected reports. */
  @Override
  public Param<String> inputCol() {
    return inputCol;
  }

  @Override
  public Param<String> outputCol() {
    return outputCol;
  }

  @Override
  public Param<String> state() {
    return state;
  }

  public LocalMeanModel setOutputCol(String value) {
    set(outputCol, value);
    return this;
  }
}
