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
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalRelease;
import org.privatemean.mean.ColumnForecast;
import org.privatemean.mean.Mechanisms;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PaidLedger;
import org.privatemean.privacy.ledger.Payment;
import org.privatemean.privacy.ledger.ZcdpLedger;
import org.privatemean.protocol.ReportKey;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.NoiseSeeding;
import org.privatemean.release.Provenance;
import org.privatemean.release.PublicWarnings;
import org.privatemean.release.Release;
import org.privatemean.release.group.GroupWarnings;
import org.privatemean.release.group.KeyedRelease;
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
import org.privatemean.spark.column.OutputColumn;
import org.privatemean.spark.column.ResolvedColumns;
import org.privatemean.spark.column.VectorColumn;
import org.privatemean.spark.forecast.ForecastSearch;
import org.privatemean.spark.group.GroupedFit;
import org.privatemean.spark.group.KeyColumns;
import org.privatemean.spark.group.PersonRows;
import org.privatemean.spark.group.PersonRule;
import org.privatemean.spark.group.RequestedKeys;
import org.privatemean.spark.ledger.CheckedPayment;
import org.privatemean.spark.ledger.FitPrice;
import org.privatemean.spark.ledger.InputDescriptor;
import org.privatemean.spark.ledger.LedgerRequest;
import org.privatemean.spark.ledger.LedgerSettings;
import org.privatemean.spark.ledger.LedgerStores;
import org.privatemean.spark.ledger.PaidFit;
import org.privatemean.spark.param.FitRequest;
import org.privatemean.spark.param.PersonParams;
import org.privatemean.spark.pass.CheckedRows;
import org.privatemean.spark.pass.PassMemory;
import org.privatemean.spark.pass.SparkRows;
import org.privatemean.spark.progress.ObservedLedger;
import org.privatemean.spark.progress.Progress;
import org.privatemean.spark.progress.StepLabels;
import org.privatemean.spark.round.ShuffledRounds;
import org.privatemean.spark.round.SimulatedRounds;
import org.privatemean.spark.round.Users;
import org.privatemean.spark.saved.GroupTable;

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
 * (2021). With a {@code seed} the answer does not depend on partitions, row order, retries or
 * executors, unless {@code sampling} is always; without {@code idCol}, the local and shuffle models
 * identify a user by the row's position. All params and the schema are checked before any row is
 * read.
 *
 * <p><b>Sampling.</b> Of many rows the recentred mean finds the centre on a random sample, and then
 * reads all rows once: {@code sampling = "auto"}, the default. The guarantee is that of {@code
 * "none"}, the error about the same, the bits are others. A fit with a {@code seed} reads all rows
 * in every step; with {@code "always"} it does not, and then gives the same bits only for the same
 * rows in the same partitions and the same order. Without a seed no bits are promised.
 *
 * <p><b>Privacy guarantee.</b> In the central model one {@code fit} is rho-zCDP for neighbours that
 * differ by replacing one row, so that the number of rows is public, or by adding or removing one,
 * as {@code neighbours} says; with (epsilon, delta) given, rho is the largest whose conversion lies
 * within (epsilon, delta). Several fits on the same rows add up. With {@code handleInvalid =
 * "error"} a failing fit reveals that an invalid row exists; use {@code "zero"} where that is
 * private. A fit with a seed is for tests: anyone who knows the seed can take the noise off, and
 * two fits with one seed share their noise, so their difference reveals information about the rows
 * even without the seed.
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
 * nobody but a shuffler, which forwards all users' messages in random order. The mean is the
 * shifted clipped one, the guarantee (epsilon, delta) over all rounds together, the error about
 * that of a trusted curator ({@link org.privatemean.shuffle.ShuffleMeanPlan}). Public bounds are
 * needed; {@code honestFraction} says how many users are counted on. Messages, like reports, are
 * drawn once.
 *
 * <p><b>Persons.</b> With {@code personCol} the promise is about persons with all of their rows, in
 * the central model: a person's rows become one row, their own mean, by a map on persons that no
 * other person's rows act on ({@link PersonRows}), and that row is what the mechanism sees. A fit
 * with {@code personCol} is, bit for bit, the fit without it of a table of the persons' means. With
 * {@code personWeight = "rows"} a person of m rows counts {@code min(m, maxRowsPerPerson)} times.
 *
 * <p><b>No weightCol.</b> A row's influence would grow with weight times norm, and the noise must
 * cover the largest there may be. Fit one row for each person or thing that is protected; a row
 * that counts k times is k rows, each protected by itself.
 *
 * <p><b>Groups.</b> With {@code groupCols} each group has its own mean, and each has the whole
 * budget, since a row is in one group. Which groups there are is public ({@code publicKeys}, {@code
 * publicKeysTable}), or selected privately ({@code keySelection}, for {@code keyDelta}). Rows of
 * other keys, and rows with a null in a group column, are left out. {@link PrivateMeanModel#groups}
 * has the means.
 *
 * <p><b>Fits that repeat.</b> With {@code startFrom} the recentred mean begins at an earlier
 * release, in fewer passes and at the same price; {@link PrivateMeans#combine} makes one mean of
 * several releases.
 *
 * <p><b>Persons.</b> With {@code personCol} all rows of a person are protected together: they
 * become one row, their mean. Without it a row is protected, and who has several is protected less.
 *
 * @since 0.1.0
 */
public final class PrivateMean extends PersonParams<PrivateMeanModel, PrivateMean>
    implements DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  /** The model that a marked {@link #startFrom} stands for; null if there is none. */
  private PrivateMeanModel heldStart;

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
    super(uid);
  }

  /**
   * Fits: releases the private mean of the input column.
   *
   * @throws IllegalArgumentException if params or schema are not in order (before any row is read),
   *     or if a row is invalid and handleInvalid is error
   * @throws IllegalStateException if the rows change while the fit runs, as those of a source that
   *     is not a function of its rows may
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

  /** The model of a release. */
  PrivateMeanModel model(PrivateMeanSummary released) {
    PrivateMeanModel model = new PrivateMeanModel(uid(), released);
    model.setParent(this);
    return copyValues(model, ParamMap.empty());
  }

  /**
   * Returns what a fit of a request releases, paid for by the ledger that params or settings name.
   */
  PrivateMeanSummary summary(
      FitRequest request, Dataset<?> dataset, InputDescriptor described, Progress progress) {
    FitRequest started = withWarmStart(request, dataset.schema());
    Optional<LedgerSettings> ledger =
        LedgerSettings.resolve(LedgerRequest.from(this), dataset.sparkSession());
    PrivateMean stage = ledger.isPresent() ? underLedger() : this;
    Optional<PaidFit.LedgerFitRequest> asked =
        ledger.map(settings -> askedOfLedger(started, dataset.schema(), settings, described));
    return new StageFit((rows, payment) -> stage.runRelease(started, rows, payment, progress))
        .of(dataset, asked);
  }

  /** This stage with the default of {@link #handleInvalid} under a ledger, where it is not set. */
  PrivateMean underLedger() {
    if (isSet(handleInvalid())) {
      return this;
    }
    PrivateMean stage = copy(ParamMap.empty());
    boolean isCountPublic = Neighbours.of(getNeighbours()) == Neighbours.REPLACE;
    stage.setDefault(stage.handleInvalid(), isCountPublic ? "zero" : "skip");
    return stage;
  }

  /** Returns what a fit of a request asks of a ledger. */
  PaidFit.LedgerFitRequest askedOfLedger(
      FitRequest started, StructType schema, LedgerSettings settings, InputDescriptor described) {
    return StageFit.ledgerRequest(this, started, dimensionIn(schema), settings, described);
  }

  /**
   * A request that begins at the model of {@code startFrom}, if that is set. Reads the model, and
   * no row.
   *
   * @throws ParamException if it is of no use as a start
   */
  FitRequest withWarmStart(FitRequest request, StructType schema) {
    if (!isDefined(startFrom())) {
      return request;
    }
    PrivateMeanModel model = isStartHeld() ? heldStart : PrivateMeanModel.loadStart(getStartFrom());
    WarmStart start = model.start();
    start.checkSize(dimensionIn(schema));
    // Whatever else was asked for is refused with the param already.
    return request instanceof FitRequest.Central central
            && central.request() instanceof RecentredSpec spec
        ? new FitRequest.Central(spec.startingFrom(start), central.guarantee())
        : request;
  }

  /** True if {@link #startFrom} stands for the model in memory. */
  private boolean isStartHeld() {
    return heldStart != null && isDefined(startFrom()) && getStartFrom().equals(mark(heldStart));
  }

  /** The value of {@link #startFrom} that stands for a model in memory. */
  private static String mark(PrivateMeanModel model) {
    return "model " + model.uid() + " in memory";
  }

  /**
   * Sets {@link #startFrom} to the path of a saved model. It is read by each fit, before any row.
   *
   * <p>A model holds released values, so beginning at it costs nothing, whatever it was fitted to
   * and under whatever guarantee; that of this fit is as without it. It must be a release: a mean
   * that was computed without noise is private data in a param. Models that were fitted with a seed
   * are refused, and so are such with groups, of another dimension, or without a clipping norm.
   */
  public PrivateMean setStartFrom(String path) {
    set(startFrom(), path);
    return this;
  }

  /**
   * Sets {@link #startFrom} to a model in memory; copies of this stage begin at it too. The stage
   * cannot be saved then: save the model, and set its path.
   *
   * @param model see {@link #setStartFrom(String)}
   */
  public PrivateMean setStartFrom(PrivateMeanModel model) {
    heldStart = model;
    set(startFrom(), mark(model));
    return this;
  }

  /**
   * Writes params and uid.
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

  /** Returns what a fit of a request releases. */
  PrivateMeanSummary runRelease(
      FitRequest request, Dataset<?> dataset, Payment payment, Progress progress) {
    List<String> names = VectorColumn.names(dataset.schema(), getInputCol());
    // The moment before any row is read: that after it would show how long they took.
    Provenance made = Provenance.createdAt(Instant.now());
    Provenance origin = names.isEmpty() ? made.of(getInputCol()) : made;
    if (request instanceof FitRequest.Grouped grouped) {
      KeyedRelease released =
          GroupedFit.fit(grouped, dataset, this, dimensionIn(dataset.schema()), payment, progress);
      return new PrivateMeanSummary(
          new GroupTable(
              GroupWarnings.addTo(released.withProvenance(names, origin)),
              KeyColumns.find(dataset.schema(), getGroupCols()).schema()));
    }
    Release release = release(request, dataset, payment, progress).named(names);
    return new PrivateMeanSummary(addWarnings(request, release.from(origin)));
  }

  private Release release(
      FitRequest request, Dataset<?> dataset, Payment payment, Progress progress) {
    if (request instanceof FitRequest.Local local) {
      return local(local, dataset, payment, progress);
    }
    return request instanceof FitRequest.Shuffle shuffle
        ? shuffle(shuffle, dataset, payment, progress)
        : central((FitRequest.Central) request, dataset, payment, progress);
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
    ZcdpLedger ledger = new ObservedLedger(new PaidLedger(budget, paying), progress);
    Release release = Mechanisms.release(asked.request(), rows, CentralTrust.of(ledger, key));
    return release
        .sampled()
        .map(how -> release.sampled(how.asking(Sampling.of(getSampling()))))
        .orElse(release)
        .promising(asked.guarantee())
        .seeded(NoiseSeeding.from(isDefined(seed())));
  }

  /**
   * A payment with a look for invalid rows behind the charge, where they end a fit: the first noise
   * is that of a count, which reads no vector. A ticket that is not drawn can be used again.
   */
  private Payment withRowCheck(Payment payment, Rows rows) {
    // The count of persons reads their rows in any case.
    return payment != Payment.IN_PROCESS
            && invalidRows() == InvalidRows.ERROR
            && rows instanceof CheckedRows checked
        ? new CheckedPayment(payment, checked::countChecked)
        : payment;
  }

  /** The rows of a curator: those of the input, or one for each person. */
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
      SimulatedRounds rounds = SimulatedRounds.create(users, invalidRows(), key, mostParts);
      LocalMeanState start = LocalMeanState.start(plan, key.publicSeed());
      LocalMeanState state = rounds.finish(start, progress);
      return LocalRelease.create(state).seeded(NoiseSeeding.from(key.seeded()));
    }
  }

  /**
   * Pays and draws before the first round: what users send holds their noise. Whatever of the rows
   * ends the fit ends it before.
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
      ShuffledRounds rounds = ShuffledRounds.create(users, invalidRows(), key);
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
   * Says from public values alone what a fit would report, before anything is spent. Needs no Spark
   * session; inputCol and dimension need not be set.
   *
   * @param rows number of rows, at least 0; with trustModel local or shuffle from 1 to 2^31 - 1
   * @param dimension number of coordinates, at least 1
   * @param spread guessed root mean squared distance of the rows to their mean (to zero for method
   *     clipped), in data units, positive
   * @return a summary without mean and without charges, since a forecast spends nothing. With
   *     trustModel local or shuffle it is for Gaussian rows, and states the bytes that a user
   *     sends, with shuffle also the messages
   * @throws IllegalArgumentException if params are not in order or an argument is out of range;
   *     with trustModel local or shuffle also if that many rows say nothing of the mean
   */
  public PrivateMeanSummary forecast(long rows, int dimension, double spread) {
    FitRequest request = singleMeanRequest();
    checkForecast(rows, dimension);
    checkScales(dimension);
    return new PrivateMeanSummary(addWarnings(request, forecast(request, rows, dimension, spread)));
  }

  /**
   * Says from public values alone how wide the interval of each column is likely to be, where the
   * columns are known by kind. For method recentred of trustModel central with scaling standard.
   *
   * @param rows number of rows, at least 0
   * @param columnsLike kinds, separated by commas: normal; lognormal:SIGMA, the exponentials of
   *     normal values of deviation SIGMA, above 0 and at most 3; flag:SHARE, 1 in a share of the
   *     rows, above 0 and below 1, and else 0. Each may end in {@code *COUNT}, the number of such
   *     columns; there are 2 to 2^22 in all
   * @return an entry for each kind, in their order
   * @throws IllegalArgumentException if params are not in order, an argument is out of range, or
   *     that many rows are too few to look at the columns
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
   * Says from public values alone what a fit with groups would report of each of many groups of one
   * size. Needs no Spark session; columns and keys need not be set. Rows are taken for Gaussian.
   *
   * @param rowsPerGroup number of rows, or of persons, of each group, at least 0
   * @param groups number of groups, 1 to 2^31 - 1
   * @param dimension number of coordinates, at least 1
   * @param spread guessed root mean squared distance of the rows of a group to its mean, in data
   *     units, positive
   * @throws IllegalArgumentException if params are not in order or an argument is out of range
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
        GroupedFit.forecast(request, rowsPerGroup, (int) groups, dimension, spread));
  }

  /** The request of a stage whose columns and keys need not be known. */
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
          "{groupCols} is set, and a forecast of one mean says nothing of groups",
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
   * The least budget with which {@link #forecast} expects no more than an error; from public values
   * alone. A budget of the stage's own is not looked at. Rows are taken for Gaussian.
   *
   * @param rows number of rows, at least 0
   * @param dimension number of coordinates, at least 1
   * @param spread guessed root mean squared distance of the rows to their mean, in data units,
   *     positive; with 1, the target is a share of it
   * @param targetError the {@link PrivateMeanSummary#expectedL2Error} to reach, in data units,
   *     positive
   * @return rho: the forecast there is at most the target and, but where it jumps, within 2 % of it
   * @throws IllegalArgumentException if params are not in order, an argument is out of range, the
   *     trust model has no rho, or no rho reaches the target with so few rows
   */
  public double forecastRho(long rows, int dimension, double spread, double targetError) {
    PrivateMean other = copy(ParamMap.empty());
    other.clear(other.epsilon()).clear(other.delta());
    // Refuses what no budget can mend, before a search would take it for too little of it.
    other.setRho(1).checkForecast(rows, dimension);
    return new ForecastSearch(targetError)
        .rho(rho -> other.setRho(rho).expectedError(rows, dimension, spread), rows);
  }

  /**
   * The fewest rows with which {@link #forecast} expects no more than an error at the stage's
   * budget; from public values alone. Rows are taken for Gaussian.
   *
   * @param dimension number of coordinates, at least 1
   * @param spread as in {@link #forecastRho}
   * @param targetError as in {@link #forecastRho}
   * @return number of rows
   * @throws IllegalArgumentException if params are not in order, an argument is out of range, or no
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

  /** Returns what is asked for, once params and schema are in order. Reads no data. */
  FitRequest validatedRequest(StructType schema) {
    return validatedRequest(schema, Optional.empty());
  }

  /**
   * The same with a public list of keys that is given in addition to the params; one without header
   * stands for a list that is not read yet.
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
    }
    persons().ifPresent(persons -> PersonRows.check(schema, persons.column()));
    ids().ifPresent(column -> VectorColumn.checkIds(schema, column));
    if (request instanceof FitRequest.Grouped grouped) {
      KeyColumns columns = KeyColumns.find(schema, getGroupCols());
      GroupTable.checkNames(columns.names());
      if (keys.isEmpty() || !keys.get().header().isEmpty()) {
        RequestedKeys.withoutJob(grouped.keys(), columns);
      }
    }
    StructType output = OutputColumn.append(schema, getOutputCol(), size);
    if (isDefined(reportCol())) {
      OutputColumn.appendReport(output, getReportCol());
    }
    return request;
  }

  /**
   * The dimension.
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
   * The dimension as far as params and schema show it, or -1: a pipeline asks for the schema before
   * an assembler has described its output.
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

  /** A reader of saved estimators. */
  public static MLReader<PrivateMean> read() {
    return new DefaultParamsReader<>();
  }

  /** Loads a saved estimator. */
  public static PrivateMean load(String path) {
    return read().load(path);
  }
}
