package org.privatemean.spark.ledger;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
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
import org.privatemean.spark.ledger.LedgerRequest.InputDescriptor;
import org.privatemean.spark.param.FitRequest.FitPrice;

/**
 * A fit that a durable ledger pays for, step by step:
 *
 * <pre>
 *   1  before: params and schema are valid
 *   2  open and verify the ledger; check unit, neighbours and scope; no job has run
 *   3  if a result is stored under the name and the request, return it without payment; with
 *      payAgain dead, first wait for a live run of the name
 *   4  neighbours replace: count the rows, and plan
 *   5  CHARGE the whole price, or take the receipt of the name: rows may be read from here on
 *   6  DRAW, before the first noise; if a concurrent run won, discard everything and go to 3
 *   7  noise, passes, release, in memory
 *   8  store the result under the charge
 *   9  return it
 * </pre>
 *
 * <p>Steps 4 to 7 are the mechanism's, which holds the {@link Payment}.
 *
 * <p><b>Privacy guarantee.</b> That of {@link DurableLedger}: all fits under one ledger together
 * release with the guarantee of its terms, for the price of {@link FitPrice}. Refusals follow from
 * the params, the ledger and the kinds of nodes of a plan: public values. Entries and results hold
 * these and the release, and nothing else of the rows.
 */
public final class PaidFit {
  /** A fit gives up after losing to this number of concurrent runs. */
  private static final int MAX_TWINS = 3;

  /** Significant digits of a forecast. */
  private static final int DIGITS = 6;

  private static final ReleaseNameRegistry SEEN = new ReleaseNameRegistry();

  /** A fit that a ledger pays for. */
  public interface Fit<T> {
    /** Releases from rows of the scope. */
    T release(Dataset<?> rows, Payment payment);

    /** Returns a release as one line of text. */
    String text(T released);

    /** Returns the release of a text, bit for bit. */
    T read(String text);

    /** Returns a release with its receipt and warnings about the payment. */
    T with(T released, Optional<LedgerReceipt> receipt, List<Warning> warnings);
  }

  /**
   * The request of a fit to a ledger.
   *
   * @param settings the ledger that pays
   * @param price of the fit
   * @param digest of the request
   * @param neighbours of the fit
   * @param personCol of the fit
   * @param described origin of the rows
   * @param endingParam param by which the content of rows may end the fit
   */
  public record LedgerFitRequest(
      LedgerSettings settings,
      FitPrice price,
      String digest,
      Neighbours neighbours,
      Optional<String> personCol,
      InputDescriptor described,
      Optional<String> endingParam) {
    LedgerRequest request() {
      return settings.request();
    }
  }

  private final LedgerFitRequest requested;
  private final Dataset<?> rows;
  private final DurableLedger ledger;

  /** The reader of texts by column of a part or of persons; empty if no plan shows it. */
  private final Map<String, Optional<String>> readers = new TreeMap<>();

  private final Scope scope;
  private final ChargeRequest ask;

  /** True if noise may exist, or a stored release was found. */
  private boolean isReleased;

  private PaidFit(LedgerFitRequest requested, Dataset<?> rows, DurableLedger ledger) {
    this.requested = requested;
    this.rows = rows;
    this.ledger = ledger;
    LedgerRequest request = requested.request();
    scope = Scope.resolve(request, ledger.id(), ledger.terms());
    Stream.concat(scope.column().stream(), requested.personCol().stream())
        .forEach(
            column ->
                readers.put(
                    column,
                    requested.described().reader().or(() -> ColumnOrigin.find(rows, column))));
    Map<String, String> digests = new TreeMap<>();
    readers.forEach(
        (column, reader) ->
            reader.ifPresent(
                text ->
                    digests.put(
                        column, EntryAuthenticator.sha256(text.getBytes(StandardCharsets.UTF_8)))));
    ask =
        new ChargeRequest(
            request.name(),
            requested.digest(),
            request.scope(),
            requested.price().toPay(),
            requested.price().mayGetLess(),
            request.payAgain(),
            digests,
            userName(rows.sparkSession()));
  }

  /**
   * Fits, or returns the stored result.
   *
   * @throws LedgerRefusedException if the ledger does not pay
   * @throws org.privatemean.privacy.ledger.durable.LedgerUnavailableException if it cannot be
   *     reached or is damaged
   * @throws org.privatemean.refusal.ParamException if the scope's column does not exist
   */
  public static <T> T run(LedgerFitRequest requested, Fit<T> fit, Dataset<?> rows) {
    try (DurableLedger ledger = requested.settings().open(rows.sparkSession())) {
      LedgerMetrics metrics = LedgerMetrics.register(ledger.id());
      try {
        return new PaidFit(requested, rows, ledger).runNamed(fit, metrics);
      } catch (LedgerRefusedException refusal) {
        metrics.countRefusal();
        throw refusal;
      } finally {
        metrics.setRemaining(ledger.remaining().rhoFloor());
      }
    }
  }

  /**
   * Returns, as text for people, the charge of a fit if it ran now, and the remainder of its
   * ledger, which is only read.
   */
  public static String forecast(LedgerFitRequest requested, Dataset<?> rows) {
    try (DurableLedger ledger = requested.settings().open(rows.sparkSession())) {
      checkTerms(ledger.terms(), requested, ledger.id());
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
              .filter(line -> line.name().equals(requested.request().name()))
              .findFirst();
      String scope = requested.request().scope();
      return receipt.isPresent()
          ? String.format(
              "%s; nothing would be charged: entry %d was charged and not drawn",
              view.id(), receipt.get().number())
          : String.format(
              "%s; would be charged %s; %s remains for %s before the charge",
              view.id(), amount(requested.price().toPay()), amount(ledger.room(scope)), scope);
    }
  }

  /**
   * Returns the column that determines the part, as the ledger names it; empty for all rows, or if
   * the ledger has no such part. Opens the ledger and runs no job.
   */
  public static Optional<String> scopeColumn(LedgerSettings settings, SparkSession session) {
    try (DurableLedger ledger = settings.open(session)) {
      Scope scope = Scope.resolve(settings.request(), ledger.id(), ledger.terms());
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
    checkTerms(ledger.terms(), requested, ledger.id());
    Optional<LogicalPlanCheck> shape = LogicalPlanCheck.inspect(rows);
    List<Warning> warnings = new ArrayList<>(warnOfCount(requested, shape, ledger.id()));
    warnings.addAll(warnOfReader());
    if (shape.isEmpty() || requested.request().name().isEmpty()) {
      return runRelease(fit, metrics, warnings);
    }
    String name = requested.request().name().get();
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
        metrics.countReplay();
        return replayed(fit, stored.get());
      }
      scope.check(rows.schema());
      LedgerPayment payment = new LedgerPayment(ledger, ask, requested.price());
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
          metrics.countCharge();
        }
      }
    }
  }

  private <T> T runPaid(
      Fit<T> fit, Dataset<?> part, LedgerPayment payment, List<Warning> warnings) {
    T released;
    try {
      released = fit.with(fit.release(part, payment), Optional.empty(), warnings);
    } catch (TooFewRowsException refusal) {
      throw payment.isDrawn() ? storeRefusal(refusal, payment.finish()) : refusal;
    }
    ChargeReceipt receipt = payment.finish();
    boolean isStored = ledger.store(receipt, fit.text(released));
    return fit.with(
        released, Optional.of(receipt(receipt, false)), isStored ? List.of() : notStored(receipt));
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
    return fit.with(
        fit.read(stored.body()), Optional.of(receipt(stored.receipt(), true)), List.of(warning));
  }

  private LedgerReceipt receipt(ChargeReceipt receipt, boolean replayed) {
    return new LedgerReceipt(ledger.id(), receipt.entry(), requested.request().name(), replayed);
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

  /**
   * Refuses a fit whose unit or neighbours differ from the ledger's, or that rows may end by an
   * error if the ledger does not allow this.
   */
  private static void checkTerms(LedgerTerms terms, LedgerFitRequest requested, String id) {
    if (!terms.personCol().equals(requested.personCol())) {
      throw new LedgerRefusedException(
          String.format(
              "ledger %s protects %s, and this fit protects %s: %s",
              id,
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
              id,
              terms.neighbours().label(),
              requested.neighbours().label(),
              terms.neighbours().label()));
    }
    if (requested.endingParam().isPresent() && !terms.allowsError()) {
      String param = requested.endingParam().get();
      throw refuse(
          id,
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

  /**
   * Returns warnings if a published number of rows may depend on their content, or refuses if a
   * ledger is required.
   */
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
    if (requested.settings().isRequired()) {
      throw refuse(id, fact, remedy);
    }
    return List.of(
        new Warning(Warning.Code.COUNT_OF_FILTERED_ROWS, Refusal.plain(fact + ": " + remedy)));
  }

  /**
   * Returns warnings if texts distinguish parts or persons and no plan shows how they were read, or
   * refuses if a ledger is required: a second fit may read the same cells as other texts, and pay
   * as for other rows.
   */
  private List<Warning> warnOfReader() {
    Optional<String> hidden =
        readers.keySet().stream().filter(column -> readers.get(column).isEmpty()).findFirst();
    if (hidden.isEmpty()) {
      return List.of();
    }
    String fact =
        String.format(
            "{%s} distinguishes rows by column %s, and no plan shows how its texts are made (an"
                + " RDD, a list, a checkpoint, cached rows, a function that is not Spark's own, or"
                + " a session that withholds plans)",
            requested.personCol().equals(hidden) ? "personCol" : "ledgerScope",
            Refusal.literal(hidden.get()));
    String remedy = "fit the table or the files themselves, not cached";
    if (requested.settings().isRequired()) {
      throw refuse(ledger.id(), fact, remedy);
    }
    return List.of(new Warning(Warning.Code.READER_NOT_SEEN, Refusal.plain(fact + ": " + remedy)));
  }

  private static LedgerRefusedException refuse(String id, String fact, String remedy) {
    return new LedgerRefusedException("ledger " + id + ": " + fact + ": " + remedy);
  }

  private static String userName(SparkSession session) {
    List<String> words = new ArrayList<>();
    String version = Provenance.class.getPackage().getImplementationVersion();
    words.add("private-mean" + (version == null ? "" : " " + version));
    Optional.ofNullable(session.conf().get("spark.app.id", null)).ifPresent(words::add);
    return String.join(", ", words);
  }
}
