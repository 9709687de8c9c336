package org.privatemean.spark;

import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.BooleanParam;
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
import org.privatemean.spark.param.ParamTable;
import org.privatemean.spark.param.ReleaseModel;

/**
 * Private means and standard deviations, as the model of {@link PrivateStandardScaler}.
 *
 * <p><b>Contract.</b> {@code transform} appends each row's vector minus the mean (with {@code
 * withMean}), divided by the standard deviations (with {@code withStd}), by the arithmetic of
 * Spark's {@code StandardScalerModel}. Without {@code withMean} sparse vectors stay sparse. No
 * standard deviation is 0. With {@code reportCol} it appends the report too, as JSON.
 *
 * <p><b>Privacy guarantee.</b> The model holds released and public values only. The appended column
 * is a function of private rows, as its input is.
 *
 * @since 0.1.0
 */
public final class PrivateStandardScalerModel extends ReleaseModel<PrivateStandardScalerModel>
    implements MLWritable {
  private static final long serialVersionUID = 1L;

  private final PrivateMeanSummary summary;
  private final BooleanParam withMean =
      new BooleanParam(this, "withMean", PrivateStandardScaler.WITH_MEAN);
  private final BooleanParam withStd =
      new BooleanParam(this, "withStd", PrivateStandardScaler.WITH_STD);

  PrivateStandardScalerModel(String uid, PrivateMeanSummary summary) {
    super(
        uid,
        "vector column that is scaled",
        "name of the output column: the model appends the scaled vector to every row "
            + "(default: uid + __output)",
        ParamTable.doc("reportCol"));
    this.summary = summary;
    if (summary.std().length != summary.dimension()) {
      throw new IllegalStateException("the release has no standard deviations");
    }
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
   * Returns the private standard deviations, in data units, positive; upper bounds for {@link
   * PrivateMeanSummary#unresolvedCoordinates}.
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
    Column scaled =
        functions
            .udf(scaler(toMLlib(), summary.dimension()), SQLDataTypes.VectorType())
            .apply(vectors(dataset.schema()));
    Dataset<Row> output = OutputColumn.append(dataset, schema, getOutputCol(), scaled);
    return OutputColumn.appendReport(output, this, reportCol(), summary.toJson());
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
    ParamTable.checkSet(this, inputCol(), "name the vector column");
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
    return OutputColumn.appendReport(output, this, reportCol());
  }

  @Override
  public PrivateStandardScalerModel copy(ParamMap extra) {
    return copyValues(new PrivateStandardScalerModel(uid(), summary), extra).setParent(parent());
  }

  @Override
  public MLWriter write() {
    return new ReleaseFiles.ModelWriter(this, summary);
  }

  public static MLReader<PrivateStandardScalerModel> read() {
    return new ReleaseFiles.ModelReader<>(
        PrivateStandardScalerModel.class, PrivateStandardScalerModel::new);
  }

  public static PrivateStandardScalerModel load(String path) {
    return read().load(path);
  }

  /** Param for subtracting the mean in transform. */
  public BooleanParam withMean() {
    return withMean;
  }

  /** Param for dividing by the standard deviations in transform. */
  public BooleanParam withStd() {
    return withStd;
  }

  public boolean getWithMean() {
    return (Boolean) $(withMean);
  }

  public boolean getWithStd() {
    return (Boolean) $(withStd);
  }

  public PrivateStandardScalerModel setInputCol(String value) {
    return put(inputCol(), value);
  }

  @Override
  public String toString() {
    return String.format(
        "PrivateStandardScalerModel: uid=%s, dimension=%d, n=%d, withMean=%s, withStd=%s",
        uid(), summary.dimension(), summary.rows(), getWithMean(), getWithStd());
  }

  /** Returns a function that scales one vector as Spark does. Null remains null. */
  private static UDF1<Vector, Vector> scaler(StandardScalerModel scaler, int size) {
    return row -> {
      if (row == null || !(scaler.withMean() || scaler.withStd())) {
        return row;
      }
      if (row.size() != size) {
        throw new IllegalArgumentException(
            String.format(
                "the input column has a vector of %d coordinates, but the model has %d",
                row.size(), size));
      }
      return scaler.transform(org.apache.spark.mllib.linalg.Vectors.fromML(row)).asML();
    };
  }
}
