package org.privatemean.spark;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import org.privatemean.local.GaussianEstimator;
import org.privatemean.local.GaussianRelease;
import org.privatemean.local.GaussianRequest;
import org.privatemean.local.GaussianRequest.GaussianChoice;
import org.privatemean.protocol.ReportKey;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.spark.column.ResolvedColumns;
import org.privatemean.spark.column.TypeKind;
import org.privatemean.spark.column.VectorColumn;
import org.privatemean.spark.ledger.LedgerSettings;
import org.privatemean.spark.param.ParamTable;
import org.privatemean.spark.param.StageParams;

/**
 * The mean of a numeric column whose values are normal, in the local model, as a Spark ML
 * estimator: the estimators KV and UV of Joseph, Kulkarni, Mao and Wu (2019) in two rounds and in
 * one, and the baselines KnownVar and UnkVar of Gaboardi, Rogers and Sheffet (2019).
 *
 * <pre>{@code
 * LocalGaussianMeanModel model =
 *     new LocalGaussianMean()
 *         .setInputCol("height").setEpsilon(1).setMeanBound(300).setSigmaMin(1).setSigmaMax(50)
 *         .fit(rows);
 * model.mean();
 * model.summary().halfWidth(); // of the error bar
 * }</pre>
 *
 * <p><b>Contract.</b> {@code fit} simulates users who trust no other party: each row is the value
 * of one user, who sends one report in one of the rounds. Set {@code sigma} if the standard
 * deviation of the values is known, else {@code sigmaMin} and {@code sigmaMax}. With {@code
 * estimator = "auto"} the fit uses the estimator with the least forecast error; the baselines are
 * candidates only if {@code delta} is set. All params and the schema are checked before any row is
 * read. If the number of rows, which is public, is too small, the fit fails before any report is
 * made. With a {@code seed} the result does not depend on partitions; with {@code idCol} too, not
 * on the order of rows.
 *
 * <p><b>The error bar.</b> With probability {@code confidence} the mean of the users' normal
 * distribution is within {@code halfWidth} of the estimate; the rest includes {@code beta} for
 * wrong first answers. Values that are not normal have the same protection, but the estimate may be
 * wrong without any indication.
 *
 * <p><b>Privacy guarantee.</b> The reports of each user are epsilon-DP in the local model, for any
 * behaviour of the others; those of a baseline are (epsilon, delta)-DP. A report is drawn once,
 * from a secret of the fit and the user's id: {@code idCol}, or else the row's position in the
 * input; the guarantee is then for replacing the row at its position. The budgets of several fits
 * on the same rows add up. The simulation itself sees the rows, so it protects only the released
 * values. With {@code handleInvalid = "error"} a failing fit reveals that a row without a finite
 * number exists.
 *
 * @since 0.1.0
 */
public final class LocalGaussianMean extends StageParams<LocalGaussianMeanModel, LocalGaussianMean>
    implements DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  private static final Map<String, String> DOCS =
      Map.ofEntries(
          entry("inputCol", "name of the input column, a numeric column"),
          entry("outputCol", LocalGaussianMeanModel.OUTPUT_COL),
          entry("reportCol", LocalGaussianMeanModel.REPORT_COL),
          entry(
              "idCol",
              "column that identifies the users: strings or integers, unique per row, and not"
                  + " computed from the row (default: the position of the row)"),
          entry("epsilon", "budget epsilon of each user's report, in [0.001, 64] (no default)"),
          entry(
              "delta",
              "delta of the baselines' guarantee, in (0, 1); with estimator auto it makes the"
                  + " baselines candidates (no default; 1e-9 for a baseline that is set as"
                  + " estimator)"),
          entry("meanBound", "public bound on the absolute value of the mean, > 0 (no default)"),
          entry(
              "sigma",
              "public standard deviation of the values, if known, > 0; set either this or sigmaMin"
                  + " and sigmaMax (no default)"),
          entry(
              "sigmaMin",
              "public lower bound on the standard deviation of the values, > 0 (no default)"),
          entry(
              "sigmaMax",
              "public upper bound on the standard deviation of the values (no default)"),
          entry(
              "estimator",
              "estimator: kv or kv1 (sigma known, two rounds or one), uv or uv1 (sigma between"
                  + " bounds), knownVar or unkVar (baselines, with delta), or auto, the one with the"
                  + " least forecast error (default: auto)"),
          entry(
              "beta",
              "failure probability of the first phase, below 1 - confidence; part of the"
                  + " probability that the error bar misses (default: 0.01)"),
          entry("confidence", "confidence of the error bar, in (0, 1) (default: 0.95)"),
          entry(
              "handleInvalid",
              "treatment of rows that are null, NaN or infinite: error (the fit fails) or zero (the"
                  + " value counts as 0) (default: error)"),
          entry(
              "seed",
              "seed of the reports, for tests only: anyone who knows it can remove their noise (no"
                  + " default: the operating system's secure source)"));

  private final Param<String> idCol = text("idCol");
  private final DoubleParam epsilon =
      new DoubleParam(this, "epsilon", DOCS.get("epsilon"), ParamValidators.inRange(0.001, 64));
  private final DoubleParam meanBound = positive("meanBound");
  private final DoubleParam sigma = positive("sigma");
  private final DoubleParam sigmaMin = positive("sigmaMin");
  private final DoubleParam sigmaMax = positive("sigmaMax");
  private final Param<String> estimator = oneOf("estimator", GaussianEstimator.labels());
  private final DoubleParam beta = share("beta", false);

  public LocalGaussianMean() {
    this(Identifiable$.MODULE$.randomUID("localGaussianMean"));
  }

  public LocalGaussianMean(String uid) {
    super(uid, DOCS::get, List.of("error", "zero"));
    setDefault(estimator, GaussianEstimator.AUTO);
    setDefault(beta, GaussianRequest.USUAL_BETA);
    setDefault(confidence(), GaussianRequest.USUAL_CONFIDENCE);
  }

  /**
   * Simulates the users of the input column and releases their mean.
   *
   * @throws IllegalArgumentException if params or schema are invalid (before any row is read), the
   *     rows are too few (before any report is made), or a row is invalid and handleInvalid is
   *     error
   * @throws IllegalStateException if the rows change during the fit
   * @throws org.privatemean.privacy.ledger.durable.LedgerRefusedException if the cluster requires a
   *     ledger, which this stage does not support
   */
  @Override
  public LocalGaussianMeanModel fit(Dataset<?> dataset) {
    ResolvedColumns columns = ResolvedColumns.in(dataset);
    return columns.resolve(this).release(columns.select(dataset)).setParent(this);
  }

  private LocalGaussianMeanModel release(Dataset<?> dataset) {
    transformSchema(dataset.schema(), true);
    LedgerSettings.checkUnpaid(dataset.sparkSession(), "LocalGaussianMean");
    GaussianRequest request = request();
    ReportKey key =
        isDefined(seed()) ? ReportKey.fromSeed(getSeed()) : ReportKey.fromOperatingSystem();
    Dataset<Row> values = vectors(dataset);
    VectorColumn column = VectorColumn.find(values.schema(), getInputCol());
    Optional<String> ids = isDefined(idCol) ? Optional.of(idName()) : Optional.empty();
    try (Users users = new Users(values, column, ids)) {
      long count = users.count();
      checkCount(count);
      GaussianChoice choice = GaussianChoice.choose(request, count, key.publicSeed());
      users.checkIds();
      GaussianRelease released =
          new SimulatedRounds(users, invalidRows(), key).release(request, choice);
      LocalGaussianMeanSummary summary = new LocalGaussianMeanSummary(released);
      return copyValues(new LocalGaussianMeanModel(uid(), summary), ParamMap.empty());
    }
  }

  /** Returns the value of each row as an array of one element, with the id if set. */
  private Dataset<Row> vectors(Dataset<?> dataset) {
    Column value = VectorColumn.quote(getInputCol()).cast(DataTypes.DoubleType);
    Column array = functions.array(value).as(getInputCol());
    return isDefined(idCol)
        ? dataset.select(array, VectorColumn.quote(getIdCol()).as(idName()))
        : dataset.select(array);
  }

  /** Returns a name for the id column that differs from that of the values. */
  private String idName() {
    return getInputCol() + "__id";
  }

  private static void checkCount(long count) {
    if (count < 1 || count > Integer.MAX_VALUE) {
      throw ParamException.of(
          "rows",
          "the number of rows of the input must be in [1, 2^31), since every row is a user: fit one"
              + " row for each participating user. Provided value: "
              + count);
    }
  }

  /**
   * Forecasts a fit from public values only. Reads no data and needs no session.
   *
   * @param rows number of rows, each a user, 1 to 2^31 - 1
   * @return expected standard error of the mean, in data units
   * @throws IllegalArgumentException if params are invalid, or no estimator can work
   */
  public double forecast(long rows) {
    checkCount(rows);
    GaussianChoice choice = GaussianChoice.choose(request(), rows, 0);
    return choice.forecasts().get(choice.estimator());
  }

  /** Appends the output columns; refuses a wrong param or column by name. Reads no data. */
  @Override
  public StructType transformSchema(StructType schema) {
    ParamTable.checkSet(this, inputCol(), "name the numeric column");
    ResolvedColumns columns = ResolvedColumns.in(schema);
    columns.resolve(this).check(columns.schema());
    GaussianRequest unused = request();
    return LocalGaussianMeanModel.append(schema, getOutputCol(), this, reportCol());
  }

  private void check(StructType schema) {
    DataType type = VectorColumn.field(schema, getInputCol()).dataType();
    if (!(type instanceof NumericType)) {
      throw new ParamException(
          "inputCol",
          String.format("Input column %s is not of required type", Refusal.literal(getInputCol())),
          "it must hold numbers, but is " + TypeKind.describe(type));
    }
    if (isDefined(idCol)) {
      if (getIdCol().equals(getInputCol())) {
        throw new ParamException(
            "idCol",
            "{idCol} is the input column, but an id must not depend on a user's value",
            "name another column, or unset {idCol}");
      }
      VectorColumn.checkIds(schema, getIdCol());
    }
  }

  private GaussianRequest request() {
    ParamTable.checkSet(this, epsilon, "set the budget of each user");
    ParamTable.checkSet(this, meanBound, "set a public bound on the mean");
    boolean known = isDefined(sigma);
    for (DoubleParam bound : List.of(sigmaMin, sigmaMax)) {
      if (known && isDefined(bound)) {
        throw new ParamException(
            "sigma",
            "both {sigma} and {" + bound.name() + "} are set",
            "set {sigma} if it is known, else {sigmaMin} and {sigmaMax}");
      }
      if (!known && !isDefined(bound)) {
        throw new ParamException(
            bound.name(),
            "neither {sigma} nor {" + bound.name() + "} is set",
            "set {sigma} if it is known, else {sigmaMin} and {sigmaMax}");
      }
    }
    return new GaussianRequest(
        getEstimator(),
        getEpsilon(),
        isDefined(delta()) ? getDelta() : Double.NaN,
        getMeanBound(),
        known ? getSigma() : getSigmaMin(),
        known ? getSigma() : getSigmaMax(),
        known,
        getBeta(),
        getConfidence());
  }

  @Override
  public LocalGaussianMean copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  public static MLReader<LocalGaussianMean> read() {
    return new DefaultParamsReader<>();
  }

  public static LocalGaussianMean load(String path) {
    return read().load(path);
  }

  /** Column that identifies users. Default: the position of the row. */
  public Param<String> idCol() {
    return idCol;
  }

  public String getIdCol() {
    return $(idCol);
  }

  public LocalGaussianMean setIdCol(String value) {
    return put(idCol, value);
  }

  /** Budget of each user's report, in [0.001, 64]. No default. */
  public DoubleParam epsilon() {
    return epsilon;
  }

  public double getEpsilon() {
    return (Double) $(epsilon);
  }

  public LocalGaussianMean setEpsilon(double value) {
    return put(epsilon, value);
  }

  /** Public bound on the absolute value of the mean, positive. No default. */
  public DoubleParam meanBound() {
    return meanBound;
  }

  public double getMeanBound() {
    return (Double) $(meanBound);
  }

  public LocalGaussianMean setMeanBound(double value) {
    return put(meanBound, value);
  }

  /** Standard deviation of the values if known, positive. No default. */
  public DoubleParam sigma() {
    return sigma;
  }

  public double getSigma() {
    return (Double) $(sigma);
  }

  public LocalGaussianMean setSigma(double value) {
    return put(sigma, value);
  }

  /** Public lower bound on the standard deviation, positive. No default. */
  public DoubleParam sigmaMin() {
    return sigmaMin;
  }

  public double getSigmaMin() {
    return (Double) $(sigmaMin);
  }

  public LocalGaussianMean setSigmaMin(double value) {
    return put(sigmaMin, value);
  }

  /** Public upper bound on the standard deviation, positive. No default. */
  public DoubleParam sigmaMax() {
    return sigmaMax;
  }

  public double getSigmaMax() {
    return (Double) $(sigmaMax);
  }

  public LocalGaussianMean setSigmaMax(double value) {
    return put(sigmaMax, value);
  }

  /** The protocol: auto, kv, kv1, uv, uv1, knownVar or unkVar. Default auto. */
  public Param<String> estimator() {
    return estimator;
  }

  public String getEstimator() {
    return $(estimator);
  }

  public LocalGaussianMean setEstimator(String value) {
    return put(estimator, value);
  }

  /** Probability that the first answers are wrong, below 1 - confidence. Default 0.01. */
  public DoubleParam beta() {
    return beta;
  }

  public double getBeta() {
    return (Double) $(beta);
  }

  public LocalGaussianMean setBeta(double value) {
    return put(beta, value);
  }
}
