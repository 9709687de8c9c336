package org.privatemean.spark.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.Payment;
import org.privatemean.privacy.ledger.durable.ChargeRequest;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.DurableLedger.ChargeReceipt;
import org.privatemean.privacy.ledger.durable.DurableLedger.ConcurrentReleaseException;
import org.privatemean.privacy.ledger.durable.DurableLedger.StoredResult;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.privacy.ledger.durable.LedgerTerms;
import org.privatemean.privacy.ledger.durable.LedgerView;
import org.privatemean.privacy.ledger.durable.Price;
import org.privatemean.refusal.Refusal;
import org.privatemean.refusal.TooFewRowsException;
import org.privatemean.release.Provenance;
import org.privatemean.release.Provenance.LedgerReceipt;
import org.privatemean.release.Warning;
import org.privatemean.spark.column.ColumnOrigin;
import org.privatemean.spark.param.FitRequest.FitPrice;

/**
 * A fit that a durable ledger pays for, in the steps that the page {@code spark} lists. The whole
 * price is charged before rows are read, except to count them if their number is public, and drawn
 * before the first noise: the mechanism holds the {@link Payment}. If a concurrent run of the name
 * drew first, everything is discarded, and its result is awaited.
 *
 * <p><b>Privacy guarantee.</b> That of {@link DurableLedger}: all fits under one ledger together
 * release with the guarantee of its terms. Refusals follow from the params, the ledger and the
 * kinds of nodes of a plan: public values. Entries and results hold these and the release alone.
 */
public final class PaidFit {
  private static final int MAX_TWINS = 3;

  /** Significant digits of a forecast. */
  private static final int DIGITS = 6;

  private static final ReleaseNameRegistry SEEN = new ReleaseNameRegistry();

  /** A fit that a ledger pays for; texts are one line, and read bit for bit. */
  public record Fit<T>(
      BiFunction<Dataset<?>, Payment, T> release,
      Function<T, String> text,
      Function<String, T> read,
      BiFunction<T, LedgerReceipt, T> withReceipt,
      BiFunction<T, List<Warning>, T> withWarnings) {}

  /** The request of a fit, with its digest and the param by which rows may end the fit. */
  public record LedgerFitRequest(
      LedgerSettings settings,
      FitPrice price,
      String digest,
      Neighbours neighbours,
      Optional<String> personCol,
      InputDescriptor described,
      Optional<String> endingParam) {}

  /**
   * The caller's description of the rows of a fit, in addition to the params of its stage.
   *
   * @param input options by which the rows were read, such as files and their format
   * @param areRowsKept whether the caller has read the rows, one per record of the source
   * @param reader all options that determine a cell's text, if the caller reads the rows
   */
  public record InputDescriptor(
      Map<String, String> input, boolean areRowsKept, Optional<String> reader) {
    public static final InputDescriptor NOTHING =
        new InputDescriptor(Map.of(), false, Optional.empty());

    public InputDescriptor {
      input = Map.copyOf(input);
    }
  }

  private final LedgerFitRequest requested;
  private final Dataset<?> rows;
  private final DurableLedger ledger;

  /** Columns of a part or of persons, of whose texts no plan shows the reader. */
  private final SortedSet<String> hidden = new TreeSet<>();

  private final Scope scope;
  private final ChargeRequest ask;

  /** True if noise may exist, or a stored release was found. */
  private boolean isReleased;

  private PaidFit(LedgerFitRequest requested, Dataset<?> rows, DurableLedger ledger) {
    this.requested = requested;
    this.rows = rows;
    this.ledger = ledger;
    LedgerSettings settings = requested.settings();
    scope = new Scope(settings.scope(), ledger.id(), ledger.terms().hashed());
    Map<String, String> readers = new HashMap<>();
    for (Optional<String> each : List.of(scope.column(), requested.personCol())) {
      each.ifPresent(column -> findReader(column, readers));
    }
    ask =
        new ChargeRequest(
            settings.name(),
            requested.digest(),
            settings.scope(),
            requested.price().toPay(),
            requested.price().mayGetLess(),
            settings.payAgain(),
            readers,
            userName(rows.sparkSession()));
    checkTerms();
  }

  /** Finds everything that determines the texts of a column's cells, as a digest. */
  private void findReader(String column, Map<String, String> readers) {
    Optional<String> reader =
        requested.described().reader().or(() -> ColumnOrigin.find(rows, column));
    if (reader.isPresent()) {
      readers.put(column, EntryAuthenticator.sha256(reader.get()));
    } else {
      hidden.add(column);
    }
  }

  /** Fits, or returns the stored result; throws LedgerRefusedException without payment. */
  public static <T> T run(LedgerFitRequest requested, Fit<T> fit, Dataset<?> rows) {
    try (DurableLedger ledger = requested.settings().open(rows.sparkSession())) {
      LedgerMetrics metrics = LedgerMetrics.register(ledger.id());
      try {
        return new PaidFit(requested, rows, ledger).runNamed(fit, metrics);
      } catch (LedgerRefusedException refusal) {
        metrics.refusals.inc();
        throw refusal;
      } finally {
        metrics.remaining = ledger.remaining().rhoFloor();
      }
    }
  }

  /** Returns a text on the charge of a fit if it ran now; the ledger is only read. */
  public static String forecast(LedgerFitRequest requested, Dataset<?> rows) {
    try (DurableLedger ledger = requested.settings().open(rows.sparkSession())) {
      Optional<StoredResult> stored = ledger.find(new PaidFit(requested, rows, ledger).ask);
      LedgerView view = ledger.view();
      if (stored.isPresent()) {
        return String.format(
            "%s; nothing would be charged: entry %d, of %s, has the result",
            view.id(), stored.get().receipt().number(), stored.get().written());
      }
      Optional<LedgerView.ChargeLine> receipt =
          view.charges().stream()
              .filter(line -> line.state() == LedgerView.State.TICKET)
              .filter(line -> line.name().equals(requested.settings().name()))
              .findFirst();
      String scope = requested.settings().scope();
      return receipt.isPresent()
          ? String.format(
              "%s; nothing would be charged: entry %d was charged and not drawn",
              view.id(), receipt.get().number())
          : String.format(
              "%s; would be charged %s; %s remains for %s before the charge",
              view.id(), amount(requested.price().toPay()), amount(ledger.room(scope)), scope);
    }
  }

  /** Returns the column of the part, as the ledger names it; empty for all rows. Runs no job. */
  public static Optional<String> scopeColumn(LedgerSettings settings, SparkSession session) {
    try (DurableLedger ledger = settings.open(session)) {
      Scope scope = new Scope(settings.scope(), ledger.id(), ledger.terms().hashed());
      return ledger.terms().holds(scope.text()) ? scope.column() : Optional.empty();
    }
  }

  private static String amount(Price price) {
    String rho = "rho " + NumberFormat.number(price.rhoFloor(), DIGITS);
    return price.delta().signum() == 0
        ? rho
        : rho + ", delta " + NumberFormat.number(price.deltaFloor(), DIGITS);
  }

  private <T> T runNamed(Fit<T> fit, LedgerMetrics metrics) {
    Optional<LogicalPlanCheck> shape = LogicalPlanCheck.inspect(rows);
    List<Warning> warnings = new ArrayList<>(warnOfCount(requested, shape, ledger.id()));
    warnings.addAll(warnOfReader());
    if (shape.isEmpty() || requested.settings().name().isEmpty()) {
      return runRelease(fit, metrics, warnings);
    }
    String name = requested.settings().name().get();
    String key = ledger.id() + "/" + name;
    if (!SEEN.enter(key, shape.get().digest())) {
      throw refuse(
          ledger.id(),
          "{releaseName} " + Refusal.literal(name) + " stands for other rows in this session",
          "give each data set its own name");
    }
    try {
      return runRelease(fit, metrics, warnings);
    } finally {
      SEEN.leave(key, isReleased);
    }
  }

  private <T> T runRelease(Fit<T> fit, LedgerMetrics metrics, List<Warning> warnings) {
    for (int twins = 0; ; twins++) {
      ledger.awaitOthers(ask);
      Optional<StoredResult> stored = ledger.find(ask);
      if (stored.isPresent()) {
        isReleased = true;
        metrics.replays.inc();
        return replayed(fit, stored.get());
      }
      scope.check(rows.schema());
      LedgerPayment payment = new LedgerPayment();
      try {
        return runPaid(fit, scope.resolve(rows), payment, warnings);
      } catch (ConcurrentReleaseException lost) {
        if (twins == MAX_TWINS) {
          throw refuse(
              ledger.id(),
              "other fits of the same {releaseName} were faster several times",
              "run one of them at a time");
        }
      } finally {
        isReleased |= payment.isDrawn();
        if (payment.isCharged()) {
          metrics.charges.inc();
        }
      }
    }
  }

  private <T> T runPaid(
      Fit<T> fit, Dataset<?> part, LedgerPayment payment, List<Warning> warnings) {
    T released;
    try {
      released = fit.withWarnings.apply(fit.release.apply(part, payment), warnings);
    } catch (TooFewRowsException refusal) {
      throw payment.isDrawn() ? storeRefusal(refusal, payment.finish()) : refusal;
    }
    ChargeReceipt receipt = payment.finish();
    boolean isStored = ledger.store(receipt, fit.text.apply(released));
    return complete(fit, released, receipt, false, isStored ? List.of() : notStored(receipt));
  }

  private <T> T complete(
      Fit<T> fit, T released, ChargeReceipt paid, boolean replayed, List<Warning> more) {
    Optional<String> name = requested.settings().name();
    LedgerReceipt receipt = new LedgerReceipt(ledger.id(), paid.entry(), name, replayed);
    return fit.withWarnings.apply(fit.withReceipt.apply(released, receipt), more);
  }

  private TooFewRowsException storeRefusal(TooFewRowsException refusal, ChargeReceipt receipt) {
    return ledger.store(receipt, StoredRefusal.text(refusal))
        ? StoredRefusal.withReceipt(refusal, receipt)
        : refusal;
  }

  private <T> T replayed(Fit<T> fit, StoredResult stored) {
    Optional<TooFewRowsException> refusal = StoredRefusal.read(stored.body(), stored.receipt());
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    Warning warning =
        new Warning(
            Warning.Code.REPLAYED,
            String.format(
                "this release was made before, and is returned again at no cost: entry %d of "
                    + "the ledger, of %s",
                stored.receipt().number(), stored.written()));
    T released = fit.read.apply(stored.body());
    return complete(fit, released, stored.receipt(), true, List.of(warning));
  }

  private static List<Warning> notStored(ChargeReceipt receipt) {
    return List.of(
        new Warning(
            Warning.Code.NOT_STORED,
            String.format(
                "paid, not stored: the ledger paid with entry %d, but this result could not be "
                    + "stored there, so its name cannot return it again: keep this copy",
                receipt.number())));
  }

  /** Refuses a fit of other unit or neighbours, or one that rows may end if that is not allowed. */
  private void checkTerms() {
    LedgerTerms terms = ledger.terms();
    if (!terms.personCol().equals(requested.personCol())) {
      throw new LedgerRefusedException(
          String.format(
              "ledger %s protects %s, and this fit protects %s: %s",
              ledger.id(),
              Refusal.literal(unit(terms.personCol())),
              Refusal.literal(unit(requested.personCol())),
              terms
                  .personCol()
                  .map(name -> "set {personCol} to " + Refusal.literal(name))
                  .orElse("unset {personCol}, or take a ledger of persons")));
    }
    if (terms.neighbours() != requested.neighbours()) {
      throw new LedgerRefusedException(
          String.format(
              "ledger %s is of neighbours %s, and {neighbours} is %s: set it to %s, or take"
                  + " another ledger",
              ledger.id(),
              terms.neighbours().label(),
              requested.neighbours().label(),
              terms.neighbours().label()));
    }
    if (requested.endingParam().isPresent() && !terms.allowsError()) {
      String param = requested.endingParam().get();
      throw refuse(
          ledger.id(),
          "{"
              + param
              + "} lets a row end the fit, which reveals an exact bit of the rows that no rho pays"
              + " for, and this ledger allows none",
          param.equals("handleInvalid")
              ? "set {handleInvalid} to zero, or to skip with {neighbours} addRemove, or unset it"
              : "unset {" + param + "}");
    }
  }

  private static String unit(Optional<String> personCol) {
    return personCol.map(name -> "persons by column " + name).orElse("rows");
  }

  /** Warns, or refuses under a required ledger, if a published count may depend on rows. */
  static List<Warning> warnOfCount(
      LedgerFitRequest requested, Optional<LogicalPlanCheck> shape, String id) {
    List<String> nodes = shape.map(LogicalPlanCheck::countingByValues).orElse(List.of());
    boolean isHidden = shape.isEmpty() && requested.settings().isRequired();
    if (requested.neighbours() != Neighbours.REPLACE
        || requested.described().areRowsKept()
        || (nodes.isEmpty() && !isHidden)) {
      return List.of();
    }
    String fact =
        isHidden
            ? "{neighbours} replace publishes the number of rows, and this session withholds "
                + "the plan that shows whether the number depends on their content"
            : String.format(
                "{neighbours} replace publishes the number of rows, and the plan of these rows "
                    + "has %s: the number of resulting rows may depend on their content",
                String.join(", ", nodes));
    String remedy = "fit the source row by row, or use a ledger and {neighbours} of addRemove";
    return warn(requested, id, Warning.Code.COUNT_OF_FILTERED_ROWS, fact, remedy);
  }

  /**
   * Returns warnings if the rows of a query do not derive from one table row each, or if their
   * number depends on values and is published without a ledger, which warns of that itself.
   */
  public static List<Warning> warnOfQuery(Dataset<?> rows, boolean isCountPublished) {
    Optional<LogicalPlanCheck> shape = LogicalPlanCheck.inspect(rows);
    List<Warning> warnings = new ArrayList<>();
    List<String> beyond = shape.map(LogicalPlanCheck::beyondRows).orElse(List.of());
    if (!beyond.isEmpty()) {
      warnings.add(
          new Warning(
              Warning.Code.NOT_ROW_BY_ROW,
              String.format(
                  "the rows are not made row by row (%s): the guarantee is for the rows of the"
                      + " query, not for those of its tables",
                  String.join(", ", beyond))));
    }
    if (isCountPublished && shape.filter(LogicalPlanCheck::hasFilter).isPresent()) {
      warnings.add(
          new Warning(
              Warning.Code.COUNT_OF_FILTERED_ROWS,
              "neighbours replace publishes the number of rows, and these come through a filter:"
                  + " set neighbours to addRemove unless what it looks at is public"));
    }
    return warnings;
  }

  /** Warns, or refuses under a required ledger, if no plan shows how parts or persons are read. */
  private List<Warning> warnOfReader() {
    if (hidden.isEmpty()) {
      return List.of();
    }
    String column = hidden.first();
    String fact =
        String.format(
            "{%s} distinguishes rows by column %s, and no plan shows how its texts are made (an"
                + " RDD, a list, a checkpoint, cached rows, a function that is not Spark's own, or"
                + " a session that withholds plans)",
            requested.personCol().filter(column::equals).isPresent() ? "personCol" : "ledgerScope",
            Refusal.literal(column));
    String remedy = "fit the table or the files themselves, not cached";
    return warn(requested, ledger.id(), Warning.Code.READER_NOT_SEEN, fact, remedy);
  }

  private static List<Warning> warn(
      LedgerFitRequest requested, String id, Warning.Code code, String fact, String remedy) {
    if (requested.settings().isRequired()) {
      throw refuse(id, fact, remedy);
    }
    return List.of(new Warning(code, Refusal.plain(fact + ": " + remedy)));
  }

  private final class LedgerPayment implements Payment {
    private ChargeReceipt receipt;
    private boolean drawn;

    @Override
    public synchronized double charge(double rho) {
      if (receipt != null) {
        throw new IllegalStateException("a fit pays once");
      }
      if (rho != requested.price().rho()) {
        throw new IllegalStateException("a fit pays what it was asked for before");
      }
      receipt = ledger.charge(ask);
      return Math.min(rho, receipt.granted().rhoFloor());
    }

    @Override
    public synchronized void draw() {
      if (receipt == null) {
        throw new IllegalStateException("a fit pays before it draws");
      }
      if (!drawn) {
        ledger.draw(receipt);
        drawn = true;
      }
    }

    /** Charges and draws now if a release had no noise, so that its result can be stored. */
    synchronized ChargeReceipt finish() {
      if (receipt == null) {
        charge(requested.price().rho());
      }
      draw();
      return receipt;
    }

    synchronized boolean isCharged() {
      return receipt != null;
    }

    synchronized boolean isDrawn() {
      return drawn;
    }
  }

  private static LedgerRefusedException refuse(String id, String fact, String remedy) {
    return new LedgerRefusedException("ledger " + id + ": " + fact + ": " + remedy);
  }

  private static String userName(SparkSession session) {
    String version = Provenance.class.getPackage().getImplementationVersion();
    String application = session.conf().get("spark.app.id", null);
    return "private-mean"
        + (version == null ? "" : " " + version)
        + (application == null ? "" : ", " + application);
  }
}
