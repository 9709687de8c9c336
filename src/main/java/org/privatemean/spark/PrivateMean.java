package org.privatemean.spark;

import java.util.List;
import java.util.Optional;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.privatemean.central.CentralTrust;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalRelease;
import org.privatemean.mean.Means;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.protocol.ReportKey;
import org.privatemean.release.Guarantee;
import org.privatemean.release.Release;
import org.privatemean.release.Seeded;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.rows.Rows;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleRelease;
import org.privatemean.spark.column.VectorColumn;
import org.privatemean.spark.param.LocalRequest;
import org.privatemean.spark.param.PrivateMeanParams;
import org.privatemean.spark.param.ShuffleRequest;
import org.privatemean.spark.param.TextParam;
import org.privatemean.spark.param.WithoutCurator;
import org.privatemean.spark.pass.PassMemory;
import org.privatemean.spark.pass.SparkRows;
import org.privatemean.spark.round.ShuffledRounds;
import org.privatemean.spark.round.SimulatedRounds;
import org.privatemean.spark.round.Users;

/**
 * Releases the differentially private mean of a vector column, as a Spark ML estimator.
 *
 * <pre>{@code
 * PrivateMeanModel model =
 *     new PrivateMean().setInputCol("features").setRho(0.5).fit(rows);
 * model.mean();    // the private mean
 * model.summary(); // what it cost and how far it may be off
 * }</pre>
 *
 * <p><b>Contract.</b> {@code fit} counts the rows, then runs the method of the {@code method} param
 * on them: the recentred mean, or the clipped or the shifted clipped mean of Huang, Liang and Yi
 * (2021). The answer does not depend on partitions, row order, retries or executors; without {@code
 * idCol}, users of the other two models go by the places of their rows. All params and the schema
 * are checked before any row is read.
 *
 * <p><b>Privacy guarantee.</b> In the central model one {@code fit} is rho-zCDP for neighbours that
 * differ by replacing one row, so that the number of rows is public, or by adding or removing one,
 * as {@code neighbours} says; with (epsilon, delta) given, rho is the largest whose conversion lies
 * within (epsilon, delta). Several fits on the same rows add up. With {@code handleInvalid =
 * "error"} a failing fit tells that an invalid row exists; use {@code "zero"} where that is
 * private. A fit with a seed is for tests: whoever knows the seed can take the noise off, and two
 * fits with one seed share their noise, so that their difference tells of the rows even to those
 * who do not know it.
 *
 * <p><b>The local model.</b> With {@code trustModel = "local"} fit simulates users who trust
 * nobody: each row is turned into private reports, round after round, and the mean is made of these
 * alone ({@link org.privatemean.local.LocalMeanPlan}). With epsilon alone every user makes one
 * report, epsilon-DP; with rho it is Theorem 5.2 of the paper as it stands, rho-zCDP. Public bounds
 * are needed, and a plan that the number of rows, the dimension and the bounds say cannot work is
 * refused before any report is made. A report is drawn once, by a secret of the fit and the user's
 * id: {@code idCol}, or else the row's place in the input, for which the guarantee speaks of
 * replacing the row in its place. The simulation itself sees the rows: it shows what devices would
 * give, and protects what is released.
 *
 * <p><b>The shuffle model.</b> With {@code trustModel = "shuffle"} fit simulates users who trust
 * nobody but a shuffler that gives on the messages of all of them in random order. The mean is the
 * shifted clipped one, the guarantee (epsilon, delta) over all rounds together, the error about
 * that of a trusted curator ({@link org.privatemean.shuffle.ShuffleMeanPlan}). Public bounds are
 * needed; {@code honestFraction} says how many users are counted on. Messages, like reports, are
 * drawn once.
 *
 * @since 0.1.0
 */
public final class PrivateMean extends Estimator<PrivateMeanModel>
    implements PrivateMeanParams, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final Param<String> inputCol;
  private final Param<String> outputCol;
  private final Param<String> trustModel;
  private final Param<String> idCol;
  private final DoubleParam honestFraction;
  private final DoubleParam rho;
  private final DoubleParam epsilon;
  private final DoubleParam delta;
  private final Param<String> method;
  private final DoubleParam radius;
  private final DoubleParam sigmaMin;
  private final DoubleParam sigmaMax;
  private final DoubleParam bound;
  private final DoubleParam maxNorm;
  private final DoubleParam minNorm;
  private final DoubleParam coordinateBound;
  private final DoubleParam resolution;
  private final DoubleParam clippingNorm;
  private final Param<String> thresholdGrid;
  private final IntParam dimension;
  private final DoubleParam beta;
  private final Param<String> scaling;
  private final Param<String> neighbours;
  private final Param<String> handleInvalid;
  private final LongParam seed;

  /** An estimator with a random uid. */
  public PrivateMean() {
    this(Identifiable$.MODULE$.randomUID("privateMean"));
  }

  /**
   * An estimator with a given uid.
   *
   * @param uid identifies the stage
   */
  public PrivateMean(String uid) {
    this.uid = uid;
    inputCol =
        TextParam.of(
            this, "inputCol", "input column name: a vector, array<double> or array<float> column");
    outputCol =
        TextParam.of(
            this,
            "outputCol",
            "output column name: the model appends the private mean to every row as this column"
                + " (default: uid + __output)");
    trustModel =
        oneOf(
            "trustModel",
            "who is trusted with the rows: central (a curator), local (nobody: rows are turned into"
                + " private reports, of which the mean is made) or shuffle (a shuffler: rows are"
                + " turned into messages, of which it gives on the shuffled ones of all rows)"
                + " (default: central)",
            TRUST_MODELS);
    idCol =
        TextParam.of(
            this,
            "idCol",
            "column that identifies the users of trustModel local and shuffle, strings or integers, a"
                + " different value in every row and no function of it (default: the place of the"
                + " row)");
    honestFraction =
        new DoubleParam(
            this,
            "honestFraction",
            "share of the users of trustModel shuffle that are counted on to send what they should"
                + " and to tell it to nobody else, in (0, 1] (default: 1)",
            ParamValidators.inRange(0.0, 1.0, false, true));
    rho = positive("rho", "privacy budget in rho-zCDP, > 0; set either this or epsilon and delta");
    epsilon =
        positive(
            "epsilon",
            "privacy budget epsilon of (epsilon, delta)-DP, > 0; set with delta, or alone with"
                + " trustModel local");
    delta =
        new DoubleParam(
            this,
            "delta",
            "privacy budget delta of (epsilon, delta)-DP, in (0, 1); set with epsilon; choose it far"
                + " below 1 / number of rows",
            ParamValidators.inRange(0.0, 1.0, false, false));
    method =
        oneOf(
            "method",
            "mechanism: auto, recentred (needs no bounds; error set by the spread of the rows),"
                + " shiftedClipped (the shifted clipped mean) or clipped (the clipped mean; error"
                + " set by the longest rows); auto is recentred (default: auto)",
            METHODS);
    radius =
        positive(
            "radius",
            "public bound on the l2 norm of the mean, in data units, > 0; set with sigmaMin and"
                + " sigmaMax");
    sigmaMin =
        positive(
            "sigmaMin",
            "public lower bound on the rows' standard deviation in every direction, in data units,"
                + " > 0; a guess 100 times too small costs little");
    sigmaMax =
        positive(
            "sigmaMax",
            "public upper bound on the rows' standard deviation in every direction, in data units,"
                + " >= sigmaMin; a guess 100 times too large costs little");
    bound =
        positive(
            "bound",
            "public bound on the l2 norm of every row, in data units, > 0; longer rows are scaled"
                + " to it; method recentred needs none");
    maxNorm =
        positive(
            "maxNorm",
            "another name of bound for method recentred, whose search it narrows (default: 2^498)");
    minNorm =
        positive(
            "minNorm",
            "public l2 norm below which method recentred need not look, in data units, > 0; it"
                + " narrows the search (default: 2^-498)");
    coordinateBound =
        positive(
            "coordinateBound",
            "public bound on the absolute value of every coordinate, in data units, > 0; others"
                + " are cut to it (method recentred scales rows to the norm that it allows)");
    resolution =
        positive(
            "resolution",
            "l2 resolution alpha of the lattice that rows are rounded to, in data units, > 0; goes"
                + " with bound or coordinateBound (default: 2^-10 to 2^-5 of the noise that rows"
                + " filling the bound would get)");
    clippingNorm =
        positive(
            "clippingNorm",
            "public l2 norm that rows (after centring, for shiftedClipped) are clipped to, in data"
                + " units, > 0 (default: found privately)");
    thresholdGrid =
        oneOf(
            "thresholdGrid",
            "grid that the private clipping norm is searched on: geometric, or squared (the paper's"
                + " integers; to reproduce it) (default: geometric)",
            GRIDS);
    dimension =
        new IntParam(
            this,
            "dimension",
            "number of coordinates of a row, >= 1 (default: from the input column's metadata)",
            ParamValidators.gtEq(1.0));
    beta =
        new DoubleParam(
            this,
            "beta",
            "failure probability of the private searches, in (0, 1) (default: 0.001)",
            ParamValidators.inRange(0.0, 1.0, false, false));
    scaling =
        oneOf(
            "scaling",
            "what method recentred does about coordinates of unequal spread: none, or auto (weights"
                + " them by private variances where a private look says that it pays) (default:"
                + " none)",
            SCALINGS);
    neighbours =
        oneOf(
            "neighbours",
            "whom the guarantee protects: replace (data sets differ by replacing one row; the number"
                + " of rows is public) or addRemove (by adding or removing one; the number of rows"
                + " is private and released with noise) (default: replace)",
            NEIGHBOURS);
    handleInvalid =
        oneOf(
            "handleInvalid",
            "what becomes of rows that are null, not finite or of the wrong length: error (fails,"
                + " which tells that there is such a row), zero (takes the zero vector) or skip"
                + " (leaves the row out; with neighbours addRemove only) (default: error)",
            HANDLE_INVALID);
    seed =
        new LongParam(
            this,
            "seed",
            "seed of the noise, for tests and reproduction only: whoever knows it can take the"
                + " noise off, and two fits with one seed share their noise (no default: the"
                + " operating system's secure source)");
    setDefaults();
  }

  private DoubleParam positive(String name, String doc) {
    return new DoubleParam(this, name, doc, ParamValidators.gt(0.0));
  }

  private Param<String> oneOf(String name, String doc, List<String> values) {
    return TextParam.oneOf(this, name, doc, values);
  }

  private void setDefaults() {
    setDefault(outputCol, uid + "__output");
    setDefault(trustModel, CENTRAL);
    setDefault(honestFraction, 1.0);
    setDefault(method, AUTO);
    setDefault(thresholdGrid, GRIDS.get(0));
    setDefault(beta, MeanSpec.DEFAULT_BETA);
    setDefault(scaling, SCALINGS.get(0));
    setDefault(neighbours, NEIGHBOURS.get(0));
    setDefault(handleInvalid, ERROR);
  }

  /**
   * Fits: releases the private mean of the input column.
   *
   * @throws IllegalArgumentException if params or schema are not in order (before any row is read),
   *     or if a row is invalid and handleInvalid is error
   * @throws IllegalStateException if the rows change while the fit runs, as those of a source that
   *     is no function of its rows may
   */
  @Override
  public PrivateMeanModel fit(Dataset<?> dataset) {
    transformSchema(dataset.schema(), true);
    PrivateMeanModel model = new PrivateMeanModel(uid, summary(dataset));
    model.setParent(this);
    return copyValues(model, ParamMap.empty());
  }

  private PrivateMeanSummary summary(Dataset<?> dataset) {
    if (isShuffle()) {
      return shuffle(dataset);
    }
    return isLocal() ? local(dataset) : central(dataset);
  }

  private PrivateMeanSummary central(Dataset<?> dataset) {
    Guarantee guarantee = guarantee();
    MeanRequest request = request(guarantee);
    VectorColumn column = VectorColumn.of(dataset.schema(), getInputCol());
    Rows rows = SparkRows.of(dataset, column, dimensionIn(dataset.schema()), invalidRows());
    PrivacyLedger ledger = new PrivacyLedger(guarantee.zcdp());
    Release release = Means.release(request, rows, CentralTrust.of(ledger, noiseKey()));
    return new PrivateMeanSummary(release.promising(guarantee).seeded(Seeded.of(isDefined(seed))));
  }

  private PrivateMeanSummary local(Dataset<?> dataset) {
    LocalMeanSpec spec = LocalRequest.of(this);
    VectorColumn column = VectorColumn.of(dataset.schema(), getInputCol());
    int size = dimensionIn(dataset.schema());
    ReportKey key = reportKey();
    try (Users users = Users.of(dataset, column, ids())) {
      long count = users.count();
      checkCounted(count);
      LocalMeanPlan plan = LocalMeanPlan.of(spec, count, size);
      long mostParts = PassMemory.of(dataset.sparkSession(), size).checkReports(plan::tallyBytes);
      users.checkIds(count);
      SimulatedRounds rounds = SimulatedRounds.of(users, invalidRows(), key, mostParts);
      LocalMeanState state = rounds.finish(LocalMeanState.start(plan, key.publicSeed()));
      return new PrivateMeanSummary(LocalRelease.of(state).seeded(Seeded.of(key.seeded())));
    }
  }

  private PrivateMeanSummary shuffle(Dataset<?> dataset) {
    ShuffleMeanSpec spec = ShuffleRequest.of(this);
    VectorColumn column = VectorColumn.of(dataset.schema(), getInputCol());
    int size = dimensionIn(dataset.schema());
    ReportKey key = reportKey();
    try (Users users = Users.of(dataset, column, ids())) {
      long count = users.count();
      checkCounted(count);
      ShuffleMeanPlan plan = ShuffleMeanPlan.of(spec, count, size);
      users.checkIds(count);
      ShuffledRounds rounds = ShuffledRounds.of(users, invalidRows(), key);
      ShuffleMeanState state = rounds.finish(ShuffleMeanState.start(plan, key.publicSeed()));
      Release release = ShuffleRelease.of(state);
      return new PrivateMeanSummary(release.seeded(Seeded.of(key.seeded())));
    }
  }

  private void checkCounted(long count) {
    WithoutCurator.checkUsers(
        this, "the number of rows of the input", count, "fit a row for each user that takes part");
  }

  private Optional<String> ids() {
    return isDefined(idCol) ? Optional.of(getIdCol()) : Optional.empty();
  }

  private ReportKey reportKey() {
    return isDefined(seed) ? ReportKey.fromSeed(getSeed()) : ReportKey.fromOperatingSystem();
  }

  /**
   * Tells from public values alone what a fit would report, before anything is spent. Needs no
   * Spark session; inputCol and dimension need not be set.
   *
   * @param rows number of rows, at least 0; with trustModel local or shuffle from 1 to 2^31 - 1
   * @param dimension number of coordinates, at least 1
   * @param spread guessed root mean squared distance of the rows to their mean (to zero for method
   *     clipped), in data units, positive
   * @return a summary without mean and without charges, since a forecast spends nothing. With
   *     trustModel local or shuffle it is for Gaussian rows, and tells the bytes that a user sends,
   *     with shuffle also the messages
   * @throws IllegalArgumentException if params are not in order or an argument is out of range;
   *     with trustModel local or shuffle also if that many rows say nothing of the mean
   */
  public PrivateMeanSummary forecast(long rows, int dimension, double spread) {
    checkForecast(rows, dimension);
    if (isLocal()) {
      LocalMeanPlan plan = LocalMeanPlan.of(LocalRequest.of(this), rows, dimension);
      return new PrivateMeanSummary(LocalRelease.forecast(plan, spread));
    }
    if (isShuffle()) {
      ShuffleMeanPlan plan = ShuffleMeanPlan.of(ShuffleRequest.of(this), rows, dimension);
      return new PrivateMeanSummary(ShuffleRelease.forecast(plan, spread));
    }
    Guarantee guarantee = guarantee();
    Release forecast = Means.forecast(request(guarantee), rows, dimension, spread);
    return new PrivateMeanSummary(forecast.promising(guarantee));
  }

  private void checkForecast(long rows, int dimension) {
    if (isLocal() || isShuffle()) {
      WithoutCurator.checkUsers(this, "rows", rows, "give the number of users that will take part");
    } else if (rows < 0) {
      throw new IllegalArgumentException(
          "rows must be at least 0: give the number of rows of the input. Provided value: " + rows);
    }
    if (dimension < 1) {
      throw new IllegalArgumentException(
          "dimension must be at least 1. Provided value: " + dimension);
    }
  }

  private NoiseKey noiseKey() {
    return isDefined(seed) ? NoiseKey.fromSeed(getSeed()) : NoiseKey.fromOperatingSystem();
  }

  /**
   * Checks params and schema and appends the output column. Reads no data.
   *
   * @throws IllegalArgumentException naming the param or column at fault
   */
  @Override
  public StructType transformSchema(StructType schema) {
    if (!isDefined(inputCol)) {
      throw new IllegalArgumentException("inputCol is not set: name the vector column");
    }
    VectorColumn.of(schema, getInputCol());
    int size = knownDimension(schema);
    checkRequest(schema);
    return PrivateMeanModel.append(schema, getOutputCol(), size);
  }

  private void checkRequest(StructType schema) {
    if (isShuffle()) {
      ShuffleRequest.of(this);
    } else if (isLocal()) {
      LocalRequest.of(this);
    } else {
      request(guarantee());
    }
    if (isDefined(idCol)) {
      VectorColumn.checkIds(schema, getIdCol());
    }
  }

  private int dimensionIn(StructType schema) {
    int known = knownDimension(schema);
    if (known < 1) {
      throw new IllegalArgumentException(
          String.format(
              "dimension is not set and the metadata of input column %s does not tell it: set"
                  + " dimension to the number of coordinates",
              getInputCol()));
    }
    return known;
  }

  /**
   * The dimension as far as params and schema tell it, or -1: a pipeline asks for the schema before
   * an assembler has described its output.
   */
  private int knownDimension(StructType schema) {
    int declared = VectorColumn.declaredSize(schema, getInputCol());
    if (!isDefined(dimension)) {
      return declared;
    }
    if (declared >= 0 && declared != getDimension()) {
      throw new IllegalArgumentException(
          String.format(
              "dimension is %d, but the metadata of input column %s says %d: unset one",
              getDimension(), getInputCol(), declared));
    }
    return getDimension();
  }

  @Override
  public PrivateMean copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** A reader of saved estimators. */
  public static MLReader<PrivateMean> read() {
    return new DefaultParamsReader<>();
  }

  /** Loads a saved estimator. */
  public static PrivateMean load(String path) {
    return read().load(path);
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public Param<String> inputCol() {
    return inputCol;
  }

  @Override
  public Param<String> outputCol() {
    return outputCol;
  }

  @Override
  public Param<String> trustModel() {
    return trustModel;
  }

  @Override
  public Param<String> idCol() {
    return idCol;
  }

  @Override
  public DoubleParam honestFraction() {
    return honestFraction;
  }

  @Override
  public DoubleParam rho() {
    return rho;
  }

  @Override
  public DoubleParam epsilon() {
    return epsilon;
  }

  @Override
  public DoubleParam delta() {
    return delta;
  }

  @Override
  public Param<String> method() {
    return method;
  }

  @Override
  public DoubleParam radius() {
    return radius;
  }

  @Override
  public DoubleParam sigmaMin() {
    return sigmaMin;
  }

  @Override
  public DoubleParam sigmaMax() {
    return sigmaMax;
  }

  @Override
  public DoubleParam bound() {
    return bound;
  }

  @Override
  public DoubleParam maxNorm() {
    return maxNorm;
  }

  @Override
  public DoubleParam minNorm() {
    return minNorm;
  }

  @Override
  public DoubleParam coordinateBound() {
    return coordinateBound;
  }

  @Override
  public DoubleParam resolution() {
    return resolution;
  }

  @Override
  public DoubleParam clippingNorm() {
    return clippingNorm;
  }

  @Override
  public Param<String> thresholdGrid() {
    return thresholdGrid;
  }

  @Override
  public IntParam dimension() {
    return dimension;
  }

  @Override
  public DoubleParam beta() {
    return beta;
  }

  @Override
  public Param<String> scaling() {
    return scaling;
  }

  @Override
  public Param<String> neighbours() {
    return neighbours;
  }

  @Override
  public Param<String> handleInvalid() {
    return handleInvalid;
  }

  @Override
  public LongParam seed() {
    return seed;
  }

  /** Sets {@link #inputCol}. */
  public PrivateMean setInputCol(String value) {
    set(inputCol, value);
    return this;
  }

  /** Sets {@link #outputCol}. */
  public PrivateMean setOutputCol(String value) {
    set(outputCol, value);
    return this;
  }

  /** Sets {@link #trustModel}. */
  public PrivateMean setTrustModel(String value) {
    set(trustModel, value);
    return this;
  }

  /** Sets {@link #idCol}. */
  public PrivateMean setIdCol(String value) {
    set(idCol, value);
    return this;
  }

  /** Sets {@link #honestFraction}. */
  public PrivateMean setHonestFraction(double value) {
    set(honestFraction, value);
    return this;
  }

  /** Sets {@link #rho}. */
  public PrivateMean setRho(double value) {
    set(rho, value);
    return this;
  }

  /** Sets {@link #epsilon}. */
  public PrivateMean setEpsilon(double value) {
    set(epsilon, value);
    return this;
  }

  /** Sets {@link #delta}. */
  public PrivateMean setDelta(double value) {
    set(delta, value);
    return this;
  }

  /** Sets {@link #method}. */
  public PrivateMean setMethod(String value) {
    set(method, value);
    return this;
  }

  /** Sets {@link #radius}. */
  public PrivateMean setRadius(double value) {
    set(radius, value);
    return this;
  }

  /** Sets {@link #sigmaMin}. */
  public PrivateMean setSigmaMin(double value) {
    set(sigmaMin, value);
    return this;
  }

  /** Sets {@link #sigmaMax}. */
  public PrivateMean setSigmaMax(double value) {
    set(sigmaMax, value);
    return this;
  }

  /** Sets {@link #bound}. */
  public PrivateMean setBound(double value) {
    set(bound, value);
    return this;
  }

  /** Sets {@link #maxNorm}. */
  public PrivateMean setMaxNorm(double value) {
    set(maxNorm, value);
    return this;
  }

  /** Sets {@link #minNorm}. */
  public PrivateMean setMinNorm(double value) {
    set(minNorm, value);
    return this;
  }

  /** Sets {@link #coordinateBound}. */
  public PrivateMean setCoordinateBound(double value) {
    set(coordinateBound, value);
    return this;
  }

  /** Sets {@link #resolution}. */
  public PrivateMean setResolution(double value) {
    set(resolution, value);
    return this;
  }

  /** Sets {@link #clippingNorm}. */
  public PrivateMean setClippingNorm(double value) {
    set(clippingNorm, value);
    return this;
  }

  /** Sets {@link #thresholdGrid}. */
  public PrivateMean setThresholdGrid(String value) {
    set(thresholdGrid, value);
    return this;
  }

  /** Sets {@link #dimension}. */
  public PrivateMean setDimension(int value) {
    set(dimension, value);
    return this;
  }

  /** Sets {@link #beta}. */
  public PrivateMean setBeta(double value) {
    set(beta, value);
    return this;
  }

  /** Sets {@link #scaling}. */
  public PrivateMean setScaling(String value) {
    set(scaling, value);
    return this;
  }

  /** Sets {@link #neighbours}. */
  public PrivateMean setNeighbours(String value) {
    set(neighbours, value);
    return this;
  }

  /** Sets {@link #handleInvalid}. */
  public PrivateMean setHandleInvalid(String value) {
    set(handleInvalid, value);
    return this;
  }

  /** Sets {@link #seed}. */
  public PrivateMean setSeed(long value) {
    set(seed, value);
    return this;
  }
}
