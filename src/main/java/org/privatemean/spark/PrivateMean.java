package org.privatemean.spark;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.privatemean.central.CentralTrust;
import org.privatemean.geometry.NormRange;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalRelease;
import org.privatemean.mean.ColumnForecast;
import org.privatemean.mean.Mechanisms;
import org.privatemean.mean.grouped.GroupedForecast;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.Payment;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.protocol.ReportKey;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.NoiseSeeding;
import org.privatemean.release.Provenance;
import org.privatemean.release.PublicWarnings;
import org.privatemean.release.Release;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.request.KeyRequest;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.PersonRequest;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Sampling;
import org.privatemean.request.WarmStart;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.Rows;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleRelease;
import org.privatemean.spark.column.ResolvedColumns;
import org.privatemean.spark.column.VectorColumn;
import org.privatemean.spark.ledger.FitPrice;
import org.privatemean.spark.ledger.InputDescriptor;
import org.privatemean.spark.ledger.LedgerRequest;
import org.privatemean.spark.ledger.LedgerSettings;
import org.privatemean.spark.ledger.LedgerStores;
import org.privatemean.spark.ledger.PaidFit;
import org.privatemean.spark.param.FitRequest;
import org.privatemean.spark.param.MeanParams;
import org.privatemean.spark.pass.CheckedRows;
import org.privatemean.spark.pass.GroupedFit;
import org.privatemean.spark.pass.KeyColumns;
import org.privatemean.spark.pass.PassMemory;
import org.privatemean.spark.pass.PersonRows;
import org.privatemean.spark.pass.PersonRule;
import org.privatemean.spark.pass.Progress;
import org.privatemean.spark.pass.PublicKeys;
import org.privatemean.spark.pass.ShuffledRounds;
import org.privatemean.spark.pass.SimulatedRounds;
import org.privatemean.spark.pass.SparkRows;
import org.privatemean.spark.pass.StepLabels;
import org.privatemean.spark.pass.Users;

/**
 * A Spark ML estimator of the differentially private mean of a vector column.
 *
 * <pre>{@code
 * PrivateMeanModel model =
 *     new PrivateMean().setInputCol("features").setRho(0.5).fit(rows);
 * model.mean();    // the private mean
 * model.summary(); // its cost and its error
 * }</pre>
 *
 * <p><b>Contract.</b> {@code fit} counts the rows, then runs the method that the {@code method}
 * param selects: the recentred mean, or the clipped or the shifted clipped mean of Huang, Liang and
 * Yi (2021). With a {@code seed} the result does not depend on partitions, row order, retries or
 * executors, unless {@code sampling} is always. Without {@code idCol}, the local and shuffle models
 * identify a user by the row's position. All params and the schema are checked before any row is
 * read.
 *
 * <p><b>Sampling.</b> For many rows the recentred mean finds the centre on a random sample, and
 * then reads all rows once: {@code sampling = "auto"}, the default. The guarantee is the same as
 * with {@code "none"}, the error is about the same, and the bits differ. A fit with a {@code seed}
 * reads all rows in every step. With {@code "always"} it samples, and then gives the same bits only
 * for the same rows in the same partitions and the same order. A fit without a seed is not
 * reproducible.
 *
 * <p><b>Privacy guarantee.</b> In the central model one {@code fit} is rho-zCDP. The param {@code
 * neighbours} selects the neighbour relation: replacing one row, so that the number of rows is
 * public, or adding or removing one row. If (epsilon, delta) is given, rho is the largest value
 * whose conversion is within (epsilon, delta). The budgets of several fits on the same rows add up.
 * With {@code handleInvalid = "error"} a failing fit reveals that an invalid row exists; use {@code
 * "zero"} if that is private. A fit with a seed is for tests: anyone who knows the seed can remove
 * the noise. Two fits with the same seed share their noise, so their difference reveals information
 * about the rows even without the seed.
 *
 * <p><b>The local model.</b> With {@code trustModel = "local"} fit simulates users who trust no
 * other party. Each row is turned into private reports, round after round, and the mean is computed
 * from the reports only ({@link org.privatemean.local.LocalMeanPlan}). With epsilon alone every
 * user makes one report, which is epsilon-DP. With rho the protocol is Theorem 5.2 of the paper,
 * unchanged, which is rho-zCDP. Public bounds are required. If the number of rows, the dimension
 * and the bounds show that a plan cannot work, fit fails before any report is made. A report is
 * drawn once, from a secret of the fit and the user's id. The id is {@code idCol}, or else the
 * row's position in the input; the guarantee is then for replacing the row at its position. The
 * simulation itself sees the rows: it shows the result that devices would give, and protects only
 * the released values.
 *
 * <p><b>The shuffle model.</b> With {@code trustModel = "shuffle"} fit simulates users who trust
 * only a shuffler, which forwards all users' messages in random order. The method is the shifted
 * clipped mean, the guarantee is (epsilon, delta) over all rounds together, and the error is about
 * that of the central model ({@link org.privatemean.shuffle.ShuffleMeanPlan}). Public bounds are
 * required. The guarantee relies on the fraction {@code honestFraction} of the users. Messages,
 * like reports, are drawn once.
 *
 * <p><b>Persons.</b> With {@code personCol} the guarantee in the central model protects all rows of
 * a person together. A person's rows are replaced by one row, their mean, which does not depend on
 * any other person's rows ({@link PersonRows}). The mechanism runs on these means. The result is
 * bit for bit that of a fit without {@code personCol} on a table of the persons' means. With {@code
 * personWeight = "rows"} a person with m rows counts {@code min(m, maxRowsPerPerson)} times.
 * Without {@code personCol} the guarantee protects one row, so a person with several rows has less
 * protection.
 *
 * <p><b>No weightCol.</b> The influence of a row would grow with weight times norm, and the noise
 * must cover the largest possible product. Fit one row per protected person or thing. A row that
 * counts k times is k rows, each of which has its own protection.
 *
 * <p><b>Groups.</b> With {@code groupCols} each group has its own mean and uses the whole budget,
 * since a row is in one group. The keys of the groups are public ({@code publicKeys}, {@code
 * publicKeysTable}), or selected privately ({@code keySelection}, at the cost of {@code keyDelta}).
 * Rows with other keys, or with a null in a group column, are omitted. {@link
 * PrivateMeanModel#groups} returns the means.
 *
 * <p><b>Repeated fits.</b> With {@code startFrom} the recentred mean starts from an earlier
 * release, with fewer passes at the same price. {@link PrivateMeans#combine} combines several
 * releases into one mean.
 *
 * @since 0.1.0
 */
public final class PrivateMean extends MeanParams<PrivateMeanModel, PrivateMean>
    implements DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  /** The model in memory that {@link #startFrom} refers to; null if there is none. */
  private PrivateMeanModel heldStart;

  /** Creates an estimator with a random uid. */
  public PrivateMean() {
    this(Identifiable$.MODULE$.randomUID("privateMean"));
  }

  /**
   * Creates an estimator with a given uid.
   *
   * @param uid identifies the stage
   */
  public PrivateMean(String uid) {
    super(uid);
  }

  /**
   * Releases the private mean of the input column.
   *
   * @throws IllegalArgumentException if params or schema are invalid (before any row is read), or
   *     if a row is invalid and handleInvalid is error
   * @throws IllegalStateException if the rows change during the fit, as those of a nondeterministic
   *     source may
   */
  @Override
  public PrivateMeanModel fit(Dataset<?> dataset) {
    ResolvedColumns columns = ResolvedColumns.in(dataset);
    PrivateMean stage = columns.resolve(this);
    Dataset<?> rows = columns.select(dataset);
    FitRequest request = stage.validatedRequest(rows.schema());
    return stage
        .model(stage.summary(request, rows, InputDescriptor.NOTHING, Progress.UNHEARD))
        .setParent(this);
  }

  PrivateMeanModel model(PrivateMeanSummary released) {
    PrivateMeanModel model = new PrivateMeanModel(uid(), released);
    model.setParent(this);
    return copyValues(model, ParamMap.empty());
  }

  /** Releases a request. The ledger that params or settings name, if any, pays for it. */
  PrivateMeanSummary summary(
      FitRequest request, Dataset<?> dataset, InputDescriptor described, Progress progress) {
    FitRequest started = withWarmStart(request, dataset.schema());
    Optional<LedgerSettings> ledger =
        LedgerSettings.resolve(LedgerRequest.from(this), dataset.sparkSession());
    if (ledger.isEmpty()) {
      return release(started, dataset, Payment.IN_PROCESS, progress);
    }
    PrivateMean stage = underLedger();
    return PaidFit.run(
        askedOfLedger(started, dataset.schema(), ledger.get(), described),
        new StageFit((rows, payment) -> stage.release(started, rows, payment, progress)),
        dataset);
  }

  /**
   * Returns this stage with the default of {@link #handleInvalid} under a ledger, unless it is set.
   */
  PrivateMean underLedger() {
    if (isSet(handleInvalid())) {
      return this;
    }
    PrivateMean stage = copy(ParamMap.empty());
    boolean isCountPublic = Neighbours.of(getNeighbours()) == Neighbours.REPLACE;
    stage.setDefault(stage.handleInvalid(), isCountPublic ? "zero" : "skip");
    return stage;
  }

  PaidFit.LedgerFitRequest askedOfLedger(
      FitRequest started, StructType schema, LedgerSettings settings, InputDescriptor described) {
    return StageFit.ledgerRequest(this, started, dimensionIn(schema), settings, described);
  }

  /**
   * Returns a request that starts from the model of {@code startFrom}, if set. Reads the model, but
   * no row.
   *
   * @throws ParamException if the model cannot be a start
   */
  FitRequest withWarmStart(FitRequest request, StructType schema) {
    if (!isDefined(startFrom())) {
      return request;
    }
    PrivateMeanModel model = isStartHeld() ? heldStart : PrivateMeanModel.loadStart(getStartFrom());
    WarmStart start = model.start();
    start.checkSize(dimensionIn(schema));
    // Other requests were refused when the params were checked.
    return request instanceof FitRequest.Central central
            && central.request() instanceof RecentredSpec spec
        ? new FitRequest.Central(spec.startingFrom(start), central.guarantee())
        : request;
  }

  /** Returns true if {@link #startFrom} refers to the model in memory. */
  private boolean isStartHeld() {
    return heldStart != null && isDefined(startFrom()) && getStartFrom().equals(mark(heldStart));
  }

  /** Returns the value of {@link #startFrom} that refers to a model in memory. */
  private static String mark(PrivateMeanModel model) {
    return "model " + model.uid() + " in memory";
  }

  /**
   * Sets {@link #startFrom} to the path of a saved model. Each fit reads it before any row.
   *
   * <p>A model holds released values, so starting from it costs nothing, for any rows and any
   * guarantee of its fit. The guarantee of this fit is the same as without a start. The model must
   * be a release: a mean computed without noise is private data in a param. Models that were fitted
   * with a seed are refused, as are models with groups, of another dimension, or without a clipping
   * norm.
   */
  public PrivateMean setStartFrom(String path) {
    set(startFrom(), path);
    return this;
  }

  /**
   * Sets {@link #startFrom} to a model in memory, also for copies of this stage. The stage then
   * cannot be saved: save the model, and set its path.
   *
   * @param model as in {@link #setStartFrom(String)}
   */
  public PrivateMean setStartFrom(PrivateMeanModel model) {
    heldStart = model;
    set(startFrom(), mark(model));
    return this;
  }

  /**
   * Returns a writer of params and uid.
   *
   * @throws ParamException if {@link #startFrom} is a model in memory
   */
  @Override
  public MLWriter write() {
    if (isStartHeld()) {
      throw new ParamException(
          "startFrom",
          "{startFrom} is a model in memory, which a saved stage cannot hold",
          "save the model and set {startFrom} to its path, or clear {startFrom}");
    }
    return new DefaultParamsWriter(this);
  }

  /** Releases a request that the payment pays for. */
  private PrivateMeanSummary release(
      FitRequest request, Dataset<?> dataset, Payment payment, Progress progress) {
    List<String> names = VectorColumn.names(dataset.schema(), getInputCol());
    // The time before any row is read: a later time would reveal the duration of the reads.
    Provenance made = Provenance.createdAt(Instant.now());
    Provenance origin = names.isEmpty() ? made.of(getInputCol()) : made;
    if (request instanceof FitRequest.Grouped grouped) {
      KeyedRelease released =
          GroupedFit.fit(grouped, dataset, this, dimensionIn(dataset.schema()), payment, progress);
      return new PrivateMeanSummary(
          new GroupTable(
              released.withProvenance(names, origin).withPublicWarnings(),
              KeyColumns.find(dataset.schema(), getGroupCols()).schema()));
    }
    Release release;
    if (request instanceof FitRequest.Local local) {
      release = local(local, dataset, payment, progress);
    } else if (request instanceof FitRequest.Shuffle shuffle) {
      release = shuffle(shuffle, dataset, payment, progress);
    } else {
      release = central((FitRequest.Central) request, dataset, payment, progress);
    }
    return new PrivateMeanSummary(addWarnings(request, release.named(names).from(origin)));
  }

  private Release addWarnings(FitRequest request, Release release) {
    return PublicWarnings.addTo(release.within(getConfidence()), request.errorBars());
  }

  private Release central(
      FitRequest.Central asked, Dataset<?> dataset, Payment payment, Progress progress) {
    NoiseKey key = noiseKey();
    boolean isCountPublic = asked.guarantee().unit().isCountPublic();
    Rows rows = rows(asked.request(), dataset, key, isCountPublic);
    Zcdp budget = asked.guarantee().zcdp();
    progress.begins(StepLabels.likely(asked.request(), isCountPublic), budget.rho());
    Payment paying = isCountPublic ? payment : withRowCheck(payment, rows);
    PrivacyLedger ledger = new PrivacyLedger(budget, paying, progress::onCharge);
    Release release = Mechanisms.release(asked.request(), rows, CentralTrust.of(ledger, key));
    return release
        .sampled()
        .map(how -> release.sampled(how.asking(Sampling.of(getSampling()))))
        .orElse(release)
        .promising(asked.guarantee())
        .seeded(NoiseSeeding.from(isDefined(seed())));
  }

  /**
   * Returns a payment that checks for invalid rows after the charge if they fail a fit. The first
   * noise is that of a count, which reads no vector. A charge without a draw can be reused.
   */
  private Payment withRowCheck(Payment payment, Rows rows) {
    // The count of persons reads their rows in any case.
    return payment != Payment.IN_PROCESS
            && invalidRows() == InvalidRows.ERROR
            && rows instanceof CheckedRows checked
        ? new CheckedPayment(payment, checked::countChecked)
        : payment;
  }

  /** Returns the rows of the central model: those of the input, or one per person. */
  private Rows rows(MeanRequest request, Dataset<?> dataset, NoiseKey key, boolean isCountPublic) {
    VectorColumn column = VectorColumn.find(dataset.schema(), getInputCol());
    int size = dimensionIn(dataset.schema());
    Optional<PersonRequest> persons = persons();
    if (persons.isEmpty()) {
      return SparkRows.create(dataset, column, size, invalidRows());
    }
    PersonRule rule =
        new PersonRule(
            size,
            invalidRows(),
            PersonRule.range(request, size),
            1,
            persons.get().mostWeight(),
            PersonRule.salt(key));
    return PersonRows.reduce(dataset, column, persons.get().column(), rule, isCountPublic);
  }

  private Release local(
      FitRequest.Local request, Dataset<?> dataset, Payment payment, Progress progress) {
    VectorColumn column = VectorColumn.find(dataset.schema(), getInputCol());
    int size = dimensionIn(dataset.schema());
    ReportKey key = reportKey();
    try (Users users = Users.create(dataset, column, ids())) {
      long count = users.count();
      checkCounted(count);
      LocalMeanPlan plan = LocalMeanPlan.of(request.spec(), count, size);
      long mostParts =
          PassMemory.measure(dataset.sparkSession(), size).checkReports(plan::tallyBytes);
      pay(request, payment, users, size);
      SimulatedRounds rounds = new SimulatedRounds(users, invalidRows(), key);
      LocalMeanState start = LocalMeanState.start(plan, key.publicSeed());
      LocalMeanState state = rounds.finish(start, mostParts, progress);
      return LocalRelease.create(state).seeded(NoiseSeeding.from(key.seeded()));
    }
  }

  /**
   * Pays and draws before the first round, since the users' reports contain the noise. Invalid rows
   * are detected before the draw.
   */
  private void pay(FitRequest request, Payment payment, Users users, int size) {
    payment.charge(FitPrice.compute(request).rho());
    users.checkIds();
    if (payment != Payment.IN_PROCESS && invalidRows() == InvalidRows.ERROR) {
      users.checksum(invalidRows(), size);
    }
    payment.draw();
  }

  private Release shuffle(
      FitRequest.Shuffle request, Dataset<?> dataset, Payment payment, Progress progress) {
    VectorColumn column = VectorColumn.find(dataset.schema(), getInputCol());
    int size = dimensionIn(dataset.schema());
    ReportKey key = reportKey();
    try (Users users = Users.create(dataset, column, ids())) {
      long count = users.count();
      checkCounted(count);
      ShuffleMeanPlan plan = ShuffleMeanPlan.of(request.spec(), count, size);
      pay(request, payment, users, size);
      ShuffledRounds rounds = new ShuffledRounds(users, invalidRows(), key);
      ShuffleMeanState start = ShuffleMeanState.start(plan, key.publicSeed());
      ShuffleMeanState state = rounds.finish(start, progress);
      return ShuffleRelease.create(state).seeded(NoiseSeeding.from(key.seeded()));
    }
  }

  private void checkCounted(long count) {
    checkUsers("the number of rows of the input", count, "fit a row for each user that takes part");
  }

  private ReportKey reportKey() {
    return isDefined(seed()) ? ReportKey.fromSeed(getSeed()) : ReportKey.fromOperatingSystem();
  }

  /**
   * Forecasts the report of a fit from public values only, before anything is spent. Needs no Spark
   * session; inputCol and dimension need not be set.
   *
   * @param rows number of rows, at least 0; with trustModel local or shuffle from 1 to 2^31 - 1
   * @param dimension number of coordinates, at least 1
   * @param spread guessed root mean squared distance of the rows to their mean (to zero for method
   *     clipped), in data units, positive
   * @return a summary without mean and without charges, since a forecast spends nothing. With
   *     trustModel local or shuffle it is for Gaussian rows and includes the bytes per user; with
   *     shuffle it includes the messages too.
   * @throws IllegalArgumentException if params are invalid or an argument is out of range; with
   *     trustModel local or shuffle also if the rows are too few for a mean
   */
  public PrivateMeanSummary forecast(long rows, int dimension, double spread) {
    FitRequest request = singleMeanRequest();
    checkForecast(rows, dimension);
    checkScales(dimension);
    return new PrivateMeanSummary(addWarnings(request, forecast(request, rows, dimension, spread)));
  }

  /**
   * Forecasts the width of the interval of each column from public values only, for columns of
   * known kinds. It requires method recentred of trustModel central with scaling standard.
   *
   * @param rows number of rows, at least 0
   * @param columnsLike kinds, separated by commas: normal; lognormal:SIGMA, the exponentials of
   *     normal values of deviation SIGMA, above 0 and at most 3; flag:SHARE, 1 for a share of the
   *     rows, above 0 and below 1, else 0. Each may end in {@code *COUNT}, the number of such
   *     columns; there are 2 to 2^22 columns in total
   * @return one entry per kind, in their order
   * @throws IllegalArgumentException if params are invalid, an argument is out of range, or the
   *     rows are too few for the queries about columns
   */
  public List<ColumnForecast> forecastColumns(long rows, String columnsLike) {
    FitRequest request = singleMeanRequest();
    checkForecast(rows, 1);
    if (request instanceof FitRequest.Central asked) {
      return Mechanisms.forecastColumns(asked.request(), rows, columnsLike, getConfidence());
    }
    throw new ParamException(
        "columnsLike",
        "{columnsLike} goes with {trustModel} central, and it is " + getTrustModel(),
        "leave {columnsLike} out");
  }

  /**
   * Forecasts the report of a fit with groups of equal size from public values only. Needs no Spark
   * session; columns and keys need not be set. It assumes Gaussian rows.
   *
   * @param rowsPerGroup number of rows, or of persons, of each group, at least 0
   * @param groups number of groups, 1 to 2^31 - 1
   * @param dimension number of coordinates, at least 1
   * @param spread guessed root mean squared distance of the rows of a group to its mean, in data
   *     units, positive
   * @throws IllegalArgumentException if params are invalid or an argument is out of range
   */
  public GroupForecast forecastGroups(
      long rowsPerGroup, long groups, int dimension, double spread) {
    FitRequest.Grouped request = ofGroups();
    if (rowsPerGroup < 0) {
      throw ParamException.outOfRange("rowsPerGroup", "at least 0", rowsPerGroup);
    }
    if (groups < 1 || groups > Integer.MAX_VALUE) {
      throw ParamException.outOfRange("groupCount", "in [1, 2^31)", groups);
    }
    if (dimension < 1) {
      throw ParamException.outOfRange("dimension", "at least 1", dimension);
    }
    if (!(spread > 0 && spread < Double.POSITIVE_INFINITY)) {
      throw ParamException.outOfRange("spread", "positive and finite", spread);
    }
    checkScales(dimension);
    return GroupForecast.of(
        GroupedForecast.compute(
            request.spec(), request.guarantee(), rowsPerGroup, (int) groups, dimension, spread));
  }

  /** Returns the request of a stage whose columns and keys need not be known. */
  private FitRequest.Grouped ofGroups() {
    PrivateMean other = copy(ParamMap.empty());
    if (!other.isGrouped()) {
      other.setGroupCols("group");
    }
    other.clear(other.publicKeys()).clear(other.publicKeysTable());
    other.clear(other.keySelection()).clear(other.keyDelta());
    KeyRequest.File any = new KeyRequest.File(List.of(), List.of());
    return (FitRequest.Grouped) FitRequest.create(other, Optional.of(any));
  }

  private FitRequest singleMeanRequest() {
    if (isGrouped()) {
      throw new ParamException(
          "groupCols",
          "{groupCols} is set, but this is a forecast of one mean",
          "call forecastGroups, or unset {groupCols}");
    }
    return FitRequest.create(this);
  }

  private static Release forecast(FitRequest request, long rows, int dimension, double spread) {
    if (request instanceof FitRequest.Local local) {
      return LocalRelease.forecast(LocalMeanPlan.of(local.spec(), rows, dimension), spread);
    }
    if (request instanceof FitRequest.Shuffle shuffle) {
      return ShuffleRelease.forecast(ShuffleMeanPlan.of(shuffle.spec(), rows, dimension), spread);
    }
    FitRequest.Central asked = (FitRequest.Central) request;
    return Mechanisms.forecast(asked.request(), rows, dimension, spread)
        .promising(asked.guarantee());
  }

  /**
   * Returns the least budget for which {@link #forecast} expects at most the given error, from
   * public values only. It ignores the budget of the stage and assumes Gaussian rows.
   *
   * @param rows number of rows, at least 0
   * @param dimension number of coordinates, at least 1
   * @param spread guessed root mean squared distance of the rows to their mean, in data units,
   *     positive; with 1, the target is a fraction of it
   * @param targetError target of {@link PrivateMeanSummary#expectedL2Error}, in data units,
   *     positive
   * @return rho; its forecast is at most the target and, except where the forecast jumps, within 2
   *     % of it
   * @throws IllegalArgumentException if params are invalid, an argument is out of range, the trust
   *     model has no rho, or no rho reaches the target with this number of rows
   */
  public double forecastRho(long rows, int dimension, double spread, double targetError) {
    PrivateMean other = copy(ParamMap.empty());
    other.clear(other.epsilon()).clear(other.delta());
    // Rejects errors that no budget can remedy, before a search takes them for a too small budget.
    other.setRho(1).checkForecast(rows, dimension);
    return new ForecastSearch(targetError)
        .rho(rho -> other.setRho(rho).expectedError(rows, dimension, spread), rows);
  }

  /**
   * Returns the least number of rows for which {@link #forecast} expects at most the given error at
   * the stage's budget, from public values only. It assumes Gaussian rows.
   *
   * @param dimension number of coordinates, at least 1
   * @param spread as in {@link #forecastRho}
   * @param targetError as in {@link #forecastRho}
   * @return number of rows
   * @throws IllegalArgumentException if params are invalid, an argument is out of range, or no
   *     number of rows reaches the target
   */
  public long forecastRows(int dimension, double spread, double targetError) {
    boolean users = isLocal() || isShuffle();
    return new ForecastSearch(targetError)
        .rows(
            rows -> expectedError(rows, dimension, spread),
            users ? Integer.MAX_VALUE : ForecastSearch.MAX_ROWS);
  }

  private double expectedError(long rows, int dimension, double spread) {
    return forecast(rows, dimension, spread).expectedL2Error();
  }

  private void checkForecast(long rows, int dimension) {
    if (isLocal() || isShuffle()) {
      checkUsers("{rows}", rows, "give the number of users that will take part");
    } else if (rows < 0) {
      throw ParamException.of(
          "rows",
          "{rows} must be at least 0: give the number of rows of the input. Provided value: "
              + rows);
    }
    if (dimension < 1) {
      throw ParamException.outOfRange("dimension", "at least 1", dimension);
    }
  }

  private NoiseKey noiseKey() {
    return isDefined(seed()) ? NoiseKey.fromSeed(getSeed()) : NoiseKey.fromOperatingSystem();
  }

  /**
   * Checks params and schema and appends the output column. Reads no data.
   *
   * @throws IllegalArgumentException naming the param or column at fault
   */
  @Override
  public StructType transformSchema(StructType schema) {
    ResolvedColumns columns = ResolvedColumns.in(schema);
    PrivateMean stage = columns.resolve(this);
    stage.validatedRequest(columns.schema());
    int size = stage.knownDimension(columns.schema());
    StructType output = OutputColumn.append(schema, getOutputCol(), size, isGrouped());
    return isDefined(reportCol()) ? OutputColumn.appendReport(output, getReportCol()) : output;
  }

  /** Returns the request, after checks of params and schema. Reads no data. */
  FitRequest validatedRequest(StructType schema) {
    return validatedRequest(schema, Optional.empty());
  }

  /**
   * Returns the request, with an optional public list of keys that is not a param. A list without
   * header stands for one that is not read yet.
   */
  FitRequest validatedRequest(StructType schema, Optional<KeyRequest.File> keys) {
    if (!isDefined(inputCol())) {
      throw new ParamException("inputCol", "{inputCol} is not set", "name the vector column");
    }
    VectorColumn.find(schema, getInputCol());
    LedgerRequest.from(this).uri().ifPresent(LedgerStores::check);
    int size = knownDimension(schema);
    FitRequest request = FitRequest.create(this, keys);
    if (size > 0) {
      checkScales(size);
      if (request instanceof FitRequest.Central central) {
        NormRange unused = PersonRule.range(central.request(), size);
      }
    }
    persons().ifPresent(persons -> PersonRows.check(schema, persons.column()));
    ids().ifPresent(column -> VectorColumn.checkIds(schema, column));
    if (request instanceof FitRequest.Grouped grouped) {
      KeyColumns columns = KeyColumns.find(schema, getGroupCols());
      GroupTable.checkNames(columns.names());
      if (keys.isEmpty() || !keys.get().header().isEmpty()) {
        PublicKeys.resolveWithoutJob(grouped.keys(), columns);
      }
    }
    StructType output = OutputColumn.append(schema, getOutputCol(), size);
    if (isDefined(reportCol())) {
      OutputColumn.appendReport(output, getReportCol());
    }
    return request;
  }

  /**
   * Returns the dimension.
   *
   * @throws IllegalArgumentException if neither the param nor the schema states it
   */
  int dimensionIn(StructType schema) {
    int known = knownDimension(schema);
    if (known < 1) {
      throw new ParamException(
          "dimension",
          String.format(
              "{dimension} is not set and the metadata of input column %s does not state it",
              Refusal.literal(getInputCol())),
          "set {dimension} to the number of coordinates");
    }
    return known;
  }

  /**
   * Returns the dimension if params or schema state it, else -1. A pipeline requests the schema
   * before an assembler has described its output.
   */
  private int knownDimension(StructType schema) {
    int declared = VectorColumn.declaredSize(schema, getInputCol());
    if (!isDefined(dimension())) {
      return declared;
    }
    if (declared >= 0 && declared != getDimension()) {
      throw new ParamException(
          "dimension",
          String.format(
              "{dimension} is %d, but the metadata of input column %s says %d",
              getDimension(), Refusal.literal(getInputCol()), declared),
          "unset one");
    }
    return getDimension();
  }

  @Override
  public PrivateMean copy(ParamMap extra) {
    PrivateMean copy = defaultCopy(extra);
    copy.heldStart = heldStart;
    return copy;
  }

  /** Returns a reader of saved estimators. */
  public static MLReader<PrivateMean> read() {
    return new DefaultParamsReader<>();
  }

  /** Loads a saved estimator. */
  public static PrivateMean load(String path) {
    return read().load(path);
  }
}
