package org.privatemean.spark;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.spark.param.ReleaseModel;
import org.privatemean.spark.param.TextParam;

/**
 * A private mean in the local model, as the model of {@link LocalGaussianMean}.
 *
 * <p><b>Contract.</b> {@code transform} appends the private mean as a column of doubles, the same
 * in every row, and with {@code reportCol} the report, as JSON; it reads no other column.
 *
 * <p><b>Privacy guarantee.</b> The model depends on randomized reports and public values only, so
 * any use of it costs no further privacy. It holds no seed.
 *
 * @since 0.1.0
 */
public final class LocalGaussianMeanModel extends ReleaseModel<LocalGaussianMeanModel>
    implements DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  static final String OUTPUT_COL =
      "name of the output column, a double: the model appends the private mean to every row"
          + " (default: uid + __output)";

  static final String REPORT_COL =
      "name of the column for the report: the model appends it to every row as JSON (no default:"
          + " not appended)";

  private final Param<String> report;

  /** Creates a model without a mean, as Spark Connect requires to find stages. */
  public LocalGaussianMeanModel() {
    this(Identifiable$.MODULE$.randomUID("localGaussianMean"));
  }

  /** Creates a model without a mean, as readers require. */
  public LocalGaussianMeanModel(String uid) {
    super(uid, "column whose mean was released", OUTPUT_COL, REPORT_COL);
    report = TextParam.create(this, "report", "what was released, as JSON");
  }

  LocalGaussianMeanModel(String uid, LocalGaussianMeanSummary released) {
    this(uid);
    set(report, released.toJson());
  }

  /** Returns the private mean, in data units. */
  public double mean() {
    return summary().mean();
  }

  /** Returns the standard deviation of the values: the given one, or the estimate. */
  public double sigma() {
    return summary().sigma();
  }

  /**
   * Returns the cost of the mean per user and its error.
   *
   * @throws IllegalStateException if the model does not come from a fit
   */
  public LocalGaussianMeanSummary summary() {
    if (!isDefined(report)) {
      throw new IllegalStateException("this model has no mean: it was not created by a fit");
    }
    return LocalGaussianMeanSummary.fromJson(getReport());
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    transformSchema(dataset.schema(), true);
    Dataset<Row> output = dataset.withColumn(getOutputCol(), functions.lit(mean()));
    return OutputColumn.appendReport(output, this, reportCol(), getReport());
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return append(schema, getOutputCol(), this, reportCol());
  }

  static StructType append(
      StructType schema, String outputCol, Params stage, Param<String> reportCol) {
    OutputColumn.checkNew(schema, "outputCol", outputCol);
    return OutputColumn.appendReport(
        schema.add(outputCol, DataTypes.DoubleType, false), stage, reportCol);
  }

  @Override
  public LocalGaussianMeanModel copy(ParamMap extra) {
    return copyValues(new LocalGaussianMeanModel(uid()), extra).setParent(parent());
  }

  public static MLReader<LocalGaussianMeanModel> read() {
    return new DefaultParamsReader<>();
  }

  public static LocalGaussianMeanModel load(String path) {
    return read().load(path);
  }

  /** Report of the release, as JSON; {@link #summary} reads it. */
  public Param<String> report() {
    return report;
  }

  public String getReport() {
    return $(report);
  }

  @Override
  public String toString() {
    if (!isDefined(report)) {
      return "LocalGaussianMeanModel: uid=" + uid();
    }
    LocalGaussianMeanSummary found = summary();
    return String.format(
        "LocalGaussianMeanModel: uid=%s, estimator=%s, n=%d",
        uid(), found.estimator(), found.users());
  }
}
