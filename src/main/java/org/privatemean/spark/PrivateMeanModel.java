package org.privatemean.spark;

import java.util.Arrays;
import org.apache.spark.ml.feature.PCAModel;
import org.apache.spark.ml.linalg.DenseMatrix;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.Matrix;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF0;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.privatemean.privacy.Checks;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.Covariance;
import org.privatemean.release.Deviations;
import org.privatemean.request.WarmStart;
import org.privatemean.spark.column.ResolvedColumns;
import org.privatemean.spark.param.ParamTable;
import org.privatemean.spark.param.ReleaseModel;

/**
 * A released private mean, as the model of {@link PrivateMean}.
 *
 * <p><b>Contract.</b> {@code transform} appends the private mean as a vector column, the same in
 * every row; it reads no other column. After a fit with {@code groupCols} it appends the mean of
 * the row's group, or null if the group has no mean, is not in the model, or has a null in a group
 * column. With {@code reportCol} it also appends the report as JSON.
 *
 * <p>Without a release of {@link PrivateCovariance} the methods of the covariance throw {@link
 * IllegalStateException}.
 *
 * <p><b>Privacy guarantee.</b> The model holds released and public values only, and no seed, so any
 * use of it costs no further privacy.
 *
 * @since 0.1.0
 */
public final class PrivateMeanModel extends ReleaseModel<PrivateMeanModel> implements MLWritable {
  private static final long serialVersionUID = 1L;

  private final PrivateMeanSummary summary;

  PrivateMeanModel(String uid, PrivateMeanSummary summary) {
    super(
        uid,
        "column whose mean was released",
        ParamTable.doc("outputCol"),
        ParamTable.doc("reportCol"));
    this.summary = summary;
  }

  /**
   * Creates an empty model, as Spark Connect requires to find stages. Its mean has no coordinates.
   */
  public PrivateMeanModel() {
    this(Identifiable$.MODULE$.randomUID("privateMean"), PrivateMeanSummary.empty());
  }

  /**
   * Returns the private mean, in data units.
   *
   * @throws IllegalStateException if each group has its own mean
   */
  public Vector mean() {
    return Vectors.dense(summary.mean());
  }

  private Covariance matrix() {
    return summary
        .release()
        .covariance()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "the release has no covariance: fit PrivateCovariance instead of PrivateMean"));
  }

  private static Matrix matrix(double[] rows) {
    int size = (int) Math.sqrt(rows.length);
    return new DenseMatrix(size, size, rows);
  }

  /**
   * Returns the private covariance matrix of {@link PrivateCovariance}, in data units, the nearest
   * to {@link #noisyCovariance} without negative eigenvalues.
   */
  public Matrix covariance() {
    return matrix(matrix().values());
  }

  /**
   * Returns the private covariance matrix before negative eigenvalues were removed: the noise of
   * each entry has mean 0 and the standard deviation of {@link #covarianceNoise}.
   */
  public Matrix noisyCovariance() {
    return matrix(matrix().noisy());
  }

  /** Returns the standard deviation of the noise of each entry of {@link #noisyCovariance}. */
  public Matrix covarianceNoise() {
    return matrix(matrix().noise());
  }

  /**
   * Returns the private correlations, within [-1, 1]; NaN for a column whose variance the noise
   * hides, or whose rare values may be undetected: {@link
   * PrivateMeanSummary#unresolvedCoordinates}.
   */
  public Matrix correlation() {
    Deviations deviations = summary.release().deviations().orElseThrow();
    return matrix(matrix().correlation(deviations));
  }

  /**
   * Returns the eigenvalues of {@link #covariance}, from the largest to the smallest. Those below
   * {@link #eigenvalueNoise} may be noise.
   */
  public Vector eigenvalues() {
    return Vectors.dense(matrix().eigenvalues());
  }

  /** Returns the edge of the spectrum of the noise: its own largest eigenvalue is near it. */
  public double eigenvalueNoise() {
    return matrix().eigenvalueNoise();
  }

  /**
   * Returns Spark's own model of the first principal components of {@link #covariance}, by
   * post-processing.
   *
   * @param k number of components, from 1 to the number of columns
   * @throws IllegalArgumentException if k is out of range
   */
  public PCAModel toPCA(int k) {
    Covariance found = matrix();
    Checks.param("k", k >= 1 && k <= found.size(), "from 1 to " + found.size(), k);
    double[] values = found.eigenvalues();
    double total = Arrays.stream(values).sum();
    double[] shares =
        Arrays.stream(values).limit(k).map(value -> total > 0 ? value / total : 0).toArray();
    DenseMatrix components = new DenseMatrix(found.size(), k, found.eigenvectors(k));
    PCAModel model =
        new PCAModel(Identifiable$.MODULE$.randomUID("pca"), components, new DenseVector(shares));
    model.set(model.k(), k);
    return model;
  }

  /** Returns true if each group has its own mean: see {@link #groups}. */
  public boolean isGrouped() {
    return summary.isGrouped();
  }

  /**
   * Returns the groups, sorted by key: one row per public key, even without input rows, or one per
   * privately selected key.
   *
   * <p>Columns: the group columns, as in the input; {@code mean} (a vector, data units), {@code
   * count} (the noisy number of rows, or of persons), {@code noiseStdDev}, {@code clippingNorm} (in
   * units of the scales, if any), {@code expectedL2Error}, {@code halfWidths} (a vector, separately
   * for each coordinate), {@code l2Radius} (both at the confidence of the summary), {@code rho}
   * (spent on the group), {@code status}: ok; tooSmall, if the rows suffice for the count only;
   * notLocated, if they could not be located at this budget. Unless the status is ok, only {@code
   * count}, {@code rho} and {@code status} are not null.
   *
   * @throws IllegalStateException if the model has one mean, see {@link #mean}
   */
  public Dataset<Row> groups() {
    return table().frame(SparkSession.active());
  }

  private GroupTable table() {
    return summary
        .groups()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "this model has one mean and no groups: call mean(), or set groupCols before"
                        + " the fit"));
  }

  /** Returns the cost of the release and its error. */
  public PrivateMeanSummary summary() {
    return summary;
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    StructType schema = transformSchema(dataset.schema(), true);
    Dataset<Row> output =
        isGrouped()
            ? appendMeans(dataset, schema)
            : OutputColumn.append(dataset, schema, getOutputCol(), constantMean());
    return OutputColumn.appendReport(output, this, reportCol(), summary.toJson());
  }

  private Dataset<Row> appendMeans(Dataset<?> dataset, StructType schema) {
    ResolvedColumns columns = ResolvedColumns.in(dataset);
    summary.groupCols().forEach(name -> columns.resolve("groupCols", name));
    return columns.drop(table().appendTo(columns.select(dataset), schema, getOutputCol()));
  }

  private Column constantMean() {
    double[] mean = summary.mean();
    UDF0<Vector> constant = () -> Vectors.dense(mean);
    return functions.udf(constant, SQLDataTypes.VectorType()).apply();
  }

  @Override
  public StructType transformSchema(StructType schema) {
    if (isGrouped()) {
      ResolvedColumns columns = ResolvedColumns.in(schema);
      summary.groupCols().forEach(name -> columns.resolve("groupCols", name));
      table().check(columns.schema());
    }
    StructType output =
        OutputColumn.append(schema, getOutputCol(), summary.dimension(), isGrouped());
    return OutputColumn.appendReport(output, this, reportCol());
  }

  @Override
  public PrivateMeanModel copy(ParamMap extra) {
    return copyValues(new PrivateMeanModel(uid(), summary), extra).setParent(parent());
  }

  @Override
  public MLWriter write() {
    return new ReleaseFiles.ModelWriter(this, summary);
  }

  /** Returns the start for another fit; throws for groups, a seed or no clipping norm. */
  WarmStart start() {
    if (isGrouped()) {
      throw new ParamException(
          "startFrom",
          "{startFrom} has a mean for each group, and a fit begins at one",
          "start from a model of one mean");
    }
    if (summary.seeded()) {
      throw new ParamException(
          "startFrom",
          "{startFrom} was fitted with a seed: anyone who knows it can remove the noise, "
              + "so its mean is not a release",
          "start from a model that was fitted without {seed}");
    }
    return summary.release().start();
  }

  static PrivateMeanModel loadStart(String path) {
    try {
      return load(path);
    } catch (ParamException refused) {
      throw refused;
    } catch (Exception unreadable) {
      String bound =
          "{startFrom} must be the path of a saved PrivateMeanModel, and none can be read at "
              + Refusal.literal(path);
      String remedy = "give the path that such a model was saved to";
      throw (ParamException) new ParamException("startFrom", bound, remedy).initCause(unreadable);
    }
  }

  public static MLReader<PrivateMeanModel> read() {
    return new ReleaseFiles.ModelReader<>(PrivateMeanModel.class, PrivateMeanModel::new);
  }

  public static PrivateMeanModel load(String path) {
    return read().load(path);
  }

  @Override
  public String toString() {
    return String.format(
        "PrivateMeanModel: uid=%s, method=%s, dimension=%d, %s",
        uid(),
        summary.method(),
        summary.dimension(),
        isGrouped() ? "groups=" + summary.numGroups() : "n=" + summary.rows());
  }
}
