package org.privatemean.spark;

import org.apache.spark.ml.Model;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.mllib.feature.StandardScalerModel;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.privatemean.refusal.ParamException;
import org.privatemean.spark.column.ResolvedColumns;
import org.privatemean.spark.column.VectorColumn;
import org.privatemean.spark.param.TextParam;

/**
 * Private means and standard deviations, as the model of {@link PrivateStandardScaler}.
 *
 * <p><b>Contract.</b> {@code transform} appends each row's vector minus the mean (with {@code
 * withMean}), divided by the standard deviations (with {@code withStd}). The arithmetic is that of
 * Spark's {@code StandardScalerModel}. Without {@code withMean} sparse vectors stay sparse. No
 * standard deviation is 0. With {@code reportCol} it appends the report too, as JSON.
 *
 * <p><b>Privacy guarantee.</b> The model holds released and public values only. The column that
 * {@code transform} appends is a function of private rows, as its input is.
 *
 * @since 0.1.0
 */
public final class PrivateStandardScalerModel extends Model<PrivateStandardScalerModel>
    implements MLWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final PrivateMeanSummary summary;
  private final Param<String> inputCol;
  private final Param<String> outputCol;
  private final Param<String> reportCol;
  private final BooleanParam withMean;
  private final BooleanParam withStd;

  PrivateStandardScalerModel(String uid, PrivateMeanSummary summary) {
    this.uid = uid;
    this.summary = summary;
    if (summary.std().length != summary.dimension()) {
      throw new IllegalStateException("the release has no standard deviations");
    }
    inputCol = TextParam.create(this, "inputCol", "vector column that is scaled");
    outputCol =
        TextParam.create(
            this,
            "outputCol",
            "name of the output column: the model appends the scaled vector to every row "
                + "(default: uid + __output)");
    reportCol = TextParam.create(this, "reportCol", PrivateMeanModel.REPORT_COL);
    withMean = new BooleanParam(this, "withMean", PrivateStandardScaler.WITH_MEAN);
    withStd = new BooleanParam(this, "withStd", PrivateStandardScaler.WITH_STD);
    setDefault(outputCol, uid + "__output");
    setDefault(withMean, false);
    setDefault(withStd, true);
  }

  /** Creates an empty model without coordinates, as Spark Connect requires to find stages. */
  public PrivateStandardScalerModel() {
    this(Identifiable$.MODULE$.randomUID("privateStandardScaler"), PrivateMeanSummary.empty());
  }

  /** Returns the private mean, in data units. */
  public Vector mean() {
    return Vectors.dense(summary.mean());
  }

  /**
   * Returns the private standard deviations, in data units, positive. Those of {@link
   * PrivateMeanSummary#unresolvedCoordinates} are upper bounds.
   */
  public Vector std() {
    return Vectors.dense(summary.std());
  }

  /** Returns the cost of the release and its error. */
  public PrivateMeanSummary summary() {
    return summary;
  }

  /**
   * Returns an equivalent model of Spark's RDD API, whose {@code transform} accepts single vectors.
   */
  public StandardScalerModel toMLlib() {
    return new StandardScalerModel(
        org.apache.spark.mllib.linalg.Vectors.dense(summary.std()),
        org.apache.spark.mllib.linalg.Vectors.dense(summary.mean()),
        getWithStd(),
        getWithMean());
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    ResolvedColumns columns = ResolvedColumns.in(dataset);
    return columns.drop(columns.resolve(this).scale(columns.select(dataset)));
  }

  private Dataset<Row> scale(Dataset<?> dataset) {
    StructType schema = transformSchema(dataset.schema(), true);
    Scaler scaler =
        new Scaler(getWithMean() ? summary.mean() : null, getWithStd() ? scales() : null);
    Column scaled =
        functions.udf(scaler, SQLDataTypes.VectorType()).apply(vectors(dataset.schema()));
    Dataset<Row> output = OutputColumn.append(dataset, schema, getOutputCol(), scaled);
    return isDefined(reportCol)
        ? output.withColumn(getReportCol(), functions.lit(summary.toJson()))
        : output;
  }

  /** Returns the factors of the coordinates, as in Spark's scaler. */
  private double[] scales() {
    double[] scales = summary.std();
    for (int j = 0; j < scales.length; j++) {
      scales[j] = 1 / scales[j];
    }
    return scales;
  }

  private Column vectors(StructType schema) {
    Column column = VectorColumn.find(schema, getInputCol()).inputColumn();
    DataType type = schema.apply(getInputCol()).dataType();
    return type.equals(SQLDataTypes.VectorType())
        ? column
        : functions.when(
            column.isNotNull(),
            org.apache.spark.ml.functions.array_to_vector(column.cast("array<double>")));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    if (!isDefined(inputCol)) {
      throw new ParamException("inputCol", "{inputCol} is not set", "name the vector column");
    }
    ResolvedColumns columns = ResolvedColumns.in(schema);
    String name = columns.resolve("inputCol", getInputCol());
    VectorColumn.find(columns.schema(), name);
    int declared = VectorColumn.declaredSize(columns.schema(), name);
    if (declared >= 0 && declared != summary.dimension()) {
      throw ParamException.of(
          "inputCol",
          String.format(
              "the metadata of {inputCol} says %d coordinates, but the model has %d",
              declared, summary.dimension()));
    }
    StructType output = OutputColumn.append(schema, getOutputCol(), summary.dimension());
    return isDefined(reportCol) ? OutputColumn.appendReport(output, getReportCol()) : output;
  }

  @Override
  public PrivateStandardScalerModel copy(ParamMap extra) {
    PrivateStandardScalerModel copy =
        copyValues(new PrivateStandardScalerModel(uid, summary), extra);
    return copy.setParent(parent());
  }

  @Override
  public MLWriter write() {
    return new ReleaseWriter(this, summary);
  }

  /** Returns a reader of saved models. */
  public static MLReader<PrivateStandardScalerModel> read() {
    return new ReleaseReader<>(PrivateStandardScalerModel.class, PrivateStandardScalerModel::new);
  }

  /** Loads a saved model. */
  public static PrivateStandardScalerModel load(String path) {
    return read().load(path);
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Input column of vectors to scale. */
  public Param<String> inputCol() {
    return inputCol;
  }

  /** Output column. Default: uid + "__output". */
  public Param<String> outputCol() {
    return outputCol;
  }

  /** Param for subtracting the mean in transform. */
  public BooleanParam withMean() {
    return withMean;
  }

  /** Param for dividing by the standard deviations in transform. */
  public BooleanParam withStd() {
    return withStd;
  }

  /** Value of {@link #inputCol}. */
  public String getInputCol() {
    return $(inputCol);
  }

  /** Value of {@link #outputCol}. */
  public String getOutputCol() {
    return $(outputCol);
  }

  /** Value of {@link #withMean}. */
  public boolean getWithMean() {
    return (Boolean) $(withMean);
  }

  /** Value of {@link #withStd}. */
  public boolean getWithStd() {
    return (Boolean) $(withStd);
  }

  /** Sets {@link #inputCol}. */
  public PrivateStandardScalerModel setInputCol(String value) {
    set(inputCol, value);
    return this;
  }

  /** Sets {@link #outputCol}. */
  public PrivateStandardScalerModel setOutputCol(String value) {
    set(outputCol, value);
    return this;
  }

  /** Column of the report. No default: no report is appended. */
  public Param<String> reportCol() {
    return reportCol;
  }

  /** Value of {@link #reportCol}. */
  public String getReportCol() {
    return $(reportCol);
  }

  /** Sets {@link #reportCol}. */
  public PrivateStandardScalerModel setReportCol(String value) {
    set(reportCol, value);
    return this;
  }

  @Override
  public String toString() {
    return String.format(
        "PrivateStandardScalerModel: uid=%s, dimension=%d, n=%d, withMean=%s, withStd=%s",
        uid, summary.dimension(), summary.rows(), getWithMean(), getWithStd());
  }

  /** Scales one vector. Null remains null. */
  private static final class Scaler implements UDF1<Vector, Vector> {
    private static final long serialVersionUID = 1L;

    /** Null if no mean is subtracted. */
    private final double[] shift;

    /** Null without scaling. */
    private final double[] scale;

    Scaler(double[] shift, double[] scale) {
      this.shift = shift;
      this.scale = scale;
    }

    @Override
    public Vector call(Vector row) {
      if (row == null || (shift == null && scale == null)) {
        return row;
      }
      checkSize(row, scale == null ? shift.length : scale.length);
      if (shift == null && row instanceof SparseVector sparse) {
        return scaled(sparse);
      }
      double[] values = row.toArray().clone();
      for (int j = 0; j < values.length; j++) {
        double moved = shift == null ? values[j] : values[j] - shift[j];
        values[j] = scale == null ? moved : moved * scale[j];
      }
      return Vectors.dense(values);
    }

    private Vector scaled(SparseVector row) {
      double[] values = row.values().clone();
      for (int k = 0; k < values.length; k++) {
        values[k] *= scale[row.indices()[k]];
      }
      return Vectors.sparse(row.size(), row.indices(), values);
    }

    private static void checkSize(Vector row, int size) {
      if (row.size() != size) {
        throw new IllegalArgumentException(
            String.format(
                "the input column has a vector of %d coordinates, but the model has %d",
                row.size(), size));
      }
    }
  }
}
