package org.privatemean.spark;

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
import org.privatemean.geometry.NormRange;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalRelease;
import org.privatemean.mean.ColumnForecast;
import org.privatemean.mean.GroupedMean;
import org.privatemean.mean.Mechanisms;
import org.privatemean.privacy.Checks;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.Release;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.WarmStart;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleRelease;
import org.privatemean.spark.column.ResolvedColumns;
import org.privatemean.spark.column.VectorColumn;
import org.privatemean.spark.ledger.LedgerSettings;
import org.privatemean.spark.ledger.LedgerStores;
import org.privatemean.spark.ledger.PaidFit.InputDescriptor;
import org.privatemean.spark.param.FitRequest;
import org.privatemean.spark.param.FitRequest.KeyRequest;
import org.privatemean.spark.param.MeanParams;
import org.privatemean.spark.param.ParamTable;

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
 * <p><b>Contract.</b> {@code fit} runs the method of the {@code method} param: the recentred mean,
 * or the clipped or the shifted clipped mean of Huang, Liang and Yi (2021). All params and the
 * schema are checked before any row is read. With a {@code seed} the result does not depend on
 * partitions, row order, retries or executors, except with {@code sampling} always, which needs the
 * same partitions and order; without a seed a fit is not reproducible. For many rows the recentred
 * mean finds the centre on a random sample and then reads all rows once ({@code sampling}), with
 * the same guarantee and about the same error.
 *
 * <p><b>Privacy guarantee.</b> In the central model one {@code fit} is rho-zCDP, where {@code
 * neighbours} selects replacing one row, so that the number of rows is public, or adding or
 * removing one. For (epsilon, delta), rho is the largest value whose conversion is within them. The
 * budgets of several fits on the same rows add up. With {@code handleInvalid = "error"} a failing
 * fit reveals that an invalid row exists; use {@code "zero"} if that is private. A fit with a seed
 * is for tests: anyone who knows the seed can remove the noise, and the difference of two fits with
 * the same seed reveals information about the rows even without it.
 *
 * <p><b>Local and shuffle models.</b> With {@code trustModel = "local"} fit simulates users who
 * trust no other party ({@link org.privatemean.local.LocalMeanPlan}): by epsilon alone every user
 * makes one epsilon-DP report, by rho the protocol is Theorem 5.2 of the paper. With {@code
 * "shuffle"} users trust only a shuffler, and the guarantee is (epsilon, delta) over all rounds,
 * relying on {@code honestFraction} of the users ({@link org.privatemean.shuffle.ShuffleMeanPlan}).
 * Public bounds are required, and a plan that cannot work is refused before any report is made. A
 * report is drawn once, from a secret of the fit and the user's id: {@code idCol}, or else the
 * row's position in the input; the guarantee is then for replacing the row at its position. The
 * simulation itself sees the rows and protects only the released values.
 *
 * <p><b>Persons.</b> With {@code personCol} the guarantee protects all rows of a person together:
 * they become one row, their mean, which does not depend on any other person's rows ({@link
 * PersonRows}) and counts {@code min(m, maxRowsPerPerson)} times for m rows if {@code personWeight
 * = "rows"}. The result is bit for bit that of a fit on a table of the persons' means. Without it
 * the guarantee protects one row. A weightCol does not exist: noise would have to cover the largest
 * weight times norm, so fit one row per protected unit.
 *
 * <p><b>Groups.</b> With {@code groupCols} each group has its own mean and uses the whole budget,
 * since a row is in one group. The keys are public ({@code publicKeys}, {@code publicKeysTable}),
 * or selected privately ({@code keySelection}, at the cost of {@code keyDelta}). Rows with other
 * keys, or with a null in a group column, are omitted. {@link PrivateMeanModel#groups} returns the
 * means.
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

  public PrivateMean() {
    this(Identifiable$.MODULE$.randomUID("privateMean"));
  }

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
   * @throws org.privatemean.privacy.ledger.durable.LedgerRefusedException if the ledger refuses the
   *     fit, or the cluster requires a ledger and none is named
   * @throws org.privatemean.privacy.ledger.durable.LedgerUnavailableException if the ledger cannot
   *     be read or written
   */
  @Override
  public PrivateMeanModel fit(Dataset<?> dataset) {
    ResolvedColumns columns = ResolvedColumns.in(dataset);
    PrivateMean stage = columns.resolve(this);
    Dataset<?> rows = columns.select(dataset);
    FitRequest request = stage.validatedRequest(rows.schema(), Optional.empty());
    int size = stage.dimensionIn(rows.schema());
    PrivateMeanSummary released =
        new StageFit(stage, stage.withWarmStart(request, size), size)
            .summary(rows, InputDescriptor.NOTHING, Progress.UNHEARD);
    return stage.model(released).setParent(this);
  }

  PrivateMeanModel model(PrivateMeanSummary released) {
    return copyValues(new PrivateMeanModel(uid(), released), ParamMap.empty()).setParent(this);
  }

  /** Returns a request that starts from the model of {@code startFrom}, if set. Reads no row. */
  FitRequest withWarmStart(FitRequest request, int dimension) {
    if (!isDefined(startFrom())) {
      return request;
    }
    PrivateMeanModel model = isStartHeld() ? heldStart : PrivateMeanModel.loadStart(getStartFrom());
    WarmStart start = model.start();
    start.checkSize(dimension);
    // Other requests were refused when the params were checked.
    return request instanceof FitRequest.Central central
            && central.request() instanceof RecentredSpec spec
        ? new FitRequest.Central(spec.withStart(start), central.guarantee())
        : request;
  }

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
   * <p>A model holds released values, so starting from it costs nothing and leaves the guarantee of
   * this fit unchanged. Refused are models that were fitted with a seed, whose mean is not a
   * release, and models with groups, of another dimension, or without a clipping norm.
   */
  public PrivateMean setStartFrom(String path) {
    return put(startFrom(), path);
  }

  /**
   * Sets {@link #startFrom} to a model in memory, also for copies of this stage, which then cannot
   * be saved: save the model, and set its path. A fit refuses models as with {@link
   * #setStartFrom(String)}.
   */
  public PrivateMean setStartFrom(PrivateMeanModel model) {
    heldStart = model;
    return put(startFrom(), mark(model));
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

  /**
   * Forecasts the report of a fit from public values only, before anything is spent. Needs no Spark
   * session; inputCol and dimension need not be set.
   *
   * @param rows number of rows, at least 0; with trustModel local or shuffle from 1 to 2^31 - 1
   * @param dimension number of coordinates, at least 1
   * @param spread guessed root mean squared distance of the rows to their mean (to zero for method
   *     clipped), in data units, positive
   * @return a summary without mean and charges; with trustModel local or shuffle for Gaussian rows,
   *     with the bytes and messages per user
   * @throws IllegalArgumentException if params or arguments are invalid, or users are too few for a
   *     mean
   */
  public PrivateMeanSummary forecast(long rows, int dimension, double spread) {
    FitRequest request = singleMeanRequest();
    checkForecast(rows, dimension);
    checkScales(dimension);
    return new PrivateMeanSummary(
        StageFit.addWarnings(this, request, forecast(request, rows, dimension, spread)));
  }

  /**
   * Forecasts the width of the interval of each column from public values only, for columns of
   * known kinds. It requires method recentred of trustModel central with scaling standard.
   *
   * @param rows number of rows, at least 0
   * @param columnsLike kinds, separated by commas: normal; lognormal:SIGMA, the exponentials of
   *     normal values of deviation SIGMA, in (0, 3]; flag:SHARE, 1 for a share of the rows in (0,
   *     1), else 0. Each may end in {@code *COUNT}, the number of such columns; 2 to 2^22 columns
   *     in total
   * @return one entry per kind, in their order
   * @throws IllegalArgumentException if params or arguments are invalid, or rows are too few
   */
  public List<ColumnForecast> forecastColumns(long rows, String columnsLike) {
    FitRequest request = singleMeanRequest();
    checkForecast(rows, 1);
    if (request instanceof FitRequest.Central requested) {
      return Mechanisms.forecastColumns(requested.request(), rows, columnsLike, getConfidence());
    }
    throw new ParamException(
        "columnsLike",
        "{columnsLike} goes with {trustModel} central, and it is " + getTrustModel(),
        "leave {columnsLike} out");
  }

  /**
   * Forecasts the report of a fit with groups of equal size from public values only, for Gaussian
   * rows. Needs no Spark session; columns and keys need not be set.
   *
   * @param rowsPerGroup number of rows, or of persons, of each group, at least 0
   * @param groups number of groups, 1 to 2^31 - 1
   * @param dimension number of coordinates, at least 1
   * @param spread guessed root mean squared distance of the rows of a group to its mean, in data
   *     units, positive
   * @throws IllegalArgumentException if params or arguments are invalid
   */
  public GroupForecast forecastGroups(
      long rowsPerGroup, long groups, int dimension, double spread) {
    FitRequest.Grouped request = ofGroups();
    Checks.param("rowsPerGroup", rowsPerGroup >= 0, "at least 0", rowsPerGroup);
    Checks.param("groupCount", groups >= 1 && groups <= Integer.MAX_VALUE, "in [1, 2^31)", groups);
    Checks.param("dimension", dimension >= 1, "at least 1", dimension);
    Checks.positiveParam("spread", spread);
    checkScales(dimension);
    return GroupForecast.of(
        GroupedMean.forecast(
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
    FitRequest.Central requested = (FitRequest.Central) request;
    return Mechanisms.forecast(requested.request(), rows, dimension, spread)
        .withGuarantee(requested.guarantee());
  }

  /**
   * Returns the least budget for which {@link #forecast} expects at most the given error, from
   * public values only. It ignores the budget of the stage and assumes Gaussian rows.
   *
   * @param rows number of rows, at least 0; with trustModel local from 1 to 2^31 - 1
   * @param dimension number of coordinates, at least 1
   * @param spread guessed root mean squared distance of the rows to their mean, in data units,
   *     positive; with 1, the target is a fraction of it
   * @param targetError target of {@link PrivateMeanSummary#expectedL2Error}, in data units,
   *     positive
   * @return rho; its forecast is at most the target and, except where the forecast jumps, within 2
   *     % of it
   * @throws IllegalArgumentException if params or arguments are invalid, the trust model has no
   *     rho, or no rho reaches the target
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
   * @return the number of rows
   * @throws IllegalArgumentException if params or arguments are invalid, or no number reaches the
   *     target
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
    } else {
      String range = "at least 0: give the number of rows of the input";
      Checks.param("rows", rows >= 0, range, rows);
    }
    Checks.param("dimension", dimension >= 1, "at least 1", dimension);
  }

  /** Appends the output column; refuses a wrong param or column by name. Reads no data. */
  @Override
  public StructType transformSchema(StructType schema) {
    ResolvedColumns columns = ResolvedColumns.in(schema);
    PrivateMean stage = columns.resolve(this);
    stage.validatedRequest(columns.schema(), Optional.empty());
    int size = stage.knownDimension(columns.schema());
    return appendColumns(schema, size);
  }

  private StructType appendColumns(StructType schema, int size) {
    StructType output = OutputColumn.append(schema, getOutputCol(), size, isGrouped());
    return OutputColumn.appendReport(output, this, reportCol());
  }

  /** Returns the request, after checks of params and schema. Reads no data. */
  FitRequest validatedRequest(StructType schema, Optional<KeyRequest.File> keys) {
    ParamTable.checkSet(this, inputCol(), "name the vector column");
    VectorColumn.find(schema, getInputCol());
    LedgerSettings.check(this);
    if (isDefined(ledger())) {
      LedgerStores.check(getLedger());
    }
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
    appendColumns(schema, size);
    return request;
  }

  /** Returns the dimension; throws if neither the param nor the schema states it. */
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

  /** Returns the dimension, or -1 before an assembler of a pipeline has described its output. */
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

  public static MLReader<PrivateMean> read() {
    return new DefaultParamsReader<>();
  }

  public static PrivateMean load(String path) {
    return read().load(path);
  }
}
