package org.privatemean.privacy.ledger.durable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.ledger.durable.LedgerEntry.LedgerEvent;
import org.privatemean.privacy.ledger.durable.LedgerStore.Area;
import org.privatemean.refusal.Refusal;

/**
 * A privacy budget for all fits on the same people, which outlives the processes that spend it.
 *
 * <p><b>Claim.</b> Everything that fits under one ledger ever release, whatever jobs run
 * concurrently, fail, are restarted, retried or speculated, is together delta-approximate rho-zCDP
 * for the rho and delta of the budget, the unit and the neighbours that were fixed when the ledger
 * was created. Delta is 0 unless a charge states one. A crash can cost budget, never privacy.
 *
 * <p><b>Structure.</b> A log of entries, each put once under its number and never changed; the
 * state is the fold over them. A {@code charge} pays a price; a {@code draw} uses a charge, and
 * only the process that has put it draws noise. Every writer has read all entries before its own
 * ({@link Log}), so its conclusions are true when its entry takes effect.
 *
 * <p><b>Proof.</b> Order all draws of noise of all jobs by time, and fix two neighbouring inputs.
 * Each draw belongs to one charge, which has at most one {@code draw} entry, put before. Within
 * charge k the ledger of the fit keeps the sum of its steps at most the granted rho_k, and each
 * writer of a charge has added it to the total of all before it and found at most the budget. So
 * the sum of the prices of all draws is at most rho in every run, and the price of each holds given
 * all releases before it: the proof of {@link org.privatemean.privacy.ledger.PrivacyLedger} covers
 * the draws of all jobs as those of one, since nothing of a fit is visible outside except its
 * release. Secret draws of a fit, such as the sampled rows, are fixed first for all fits and
 * averaged last; the divergence is jointly convex. Parts: see {@link LedgerState}. A charge with a
 * delta_k is a rho_k-zCDP mechanism with probability 1 - delta_k; deltas add.
 *
 * <p><b>Why draws are recorded.</b> Otherwise two attempts under one name could both draw, and the
 * faster one be stored, which may depend on the noise: a choice between two draws costs twice.
 *
 * <p><b>What it does not cover.</b> A store that loses its last entries ({@link #checkContains}
 * detects it), writers outside the ledger's key, reads that bypass it, and input that does not come
 * from the population row by row: see SECURITY.md.
 *
 * <p>Thread-safe: one thread at a time.
 */
public final class DurableLedger implements AutoCloseable {
  private static final int MAX_STORE_TRIES = 5;
  private static final long FIRST_STORE_WAIT_NANOS = 20_000_000;
  private static final String BODY = "\"body\":";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9 ._/@:+-]{1,200}");
  private static final Pattern ENTRY = Pattern.compile("(?:0|[1-9]\\d{0,8}):[0-9a-f]{64}");

  private final Log log;
  private final LedgerStore store;
  private final LedgerState state;
  private final Heartbeat heartbeat;

  /** Charges whose runs are known to be dead. */
  private final Set<Long> dead = new HashSet<>();

  /** True if the run of the last charge must send heartbeats. */
  private boolean needsBeats;

  DurableLedger(Log log) {
    this.log = log;
    this.store = log.store;
    this.state = log.state;
    this.heartbeat = new Heartbeat(store, log.surroundings);
  }

  /** Creates a ledger, unless there is one; it closes the store, unless this throws. */
  public static DurableLedger init(LedgerStore store, EntryAuthenticator seal, LedgerTerms terms) {
    store.prepare();
    Log log = new Log(store, seal, Log.Surroundings.real());
    if (!log.open(terms)) {
      throw new LedgerRefusedException(
          String.format(
              "there is a ledger at %s already, and a budget is never raised: use it, or make"
                  + " another elsewhere",
              log.state.place),
          true);
    }
    return new DurableLedger(log);
  }

  /** Opens and verifies a ledger; it closes the store, unless this throws. */
  public static DurableLedger open(LedgerStore store, EntryAuthenticator seal) {
    return open(new Log(store, seal, Log.Surroundings.real()));
  }

  static DurableLedger open(Log log) {
    if (log.readOn().size() == 0) {
      throw new LedgerUnavailableException(
          String.format(
              "there is no ledger at %s: check the address of {ledger}, or make one with"
                  + " private-mean ledger init",
              log.state.place));
    }
    log.store.check();
    return new DurableLedger(log);
  }

  public synchronized String id() {
    return state.id();
  }

  public synchronized LedgerTerms terms() {
    return state.terms();
  }

  /** Returns the public values, after reading new entries. */
  public synchronized LedgerView view() {
    // Results first: each belongs to a charge that is read afterwards.
    Set<Long> results = new HashSet<>(store.numbers(Area.RESULTS));
    log.readOn();
    List<LedgerView.ChargeLine> charges = new ArrayList<>();
    List<LedgerView.Note> notes = new ArrayList<>();
    List<LedgerView.BoundReader> readers = new ArrayList<>();
    for (LedgerEntry entry : state.entries()) {
      long number = entry.number();
      String written = entry.written();
      if (entry.act() instanceof LedgerEvent.Book book) {
        charges.add(line(entry, book, results));
      } else if (entry.act() instanceof LedgerEvent.Remark remark) {
        notes.add(new LedgerView.Note(number, remark.text(), written));
      } else if (entry.act() instanceof LedgerEvent.Bind bind) {
        readers.add(new LedgerView.BoundReader(number, bind.column(), bind.reader(), written));
      }
    }
    return new LedgerView(
        state.id(),
        state.terms(),
        state.spent(),
        state.room(LedgerTerms.WHOLE),
        state.head(),
        List.copyOf(charges),
        List.copyOf(notes),
        List.copyOf(readers));
  }

  private LedgerView.ChargeLine line(LedgerEntry entry, LedgerEvent.Book book, Set<Long> results) {
    return new LedgerView.ChargeLine(
        entry.number(),
        state.hash(entry.number()),
        Optional.of(book.name()).filter(name -> !name.isEmpty()),
        book.scope(),
        book.price(),
        state(entry.number(), book, results),
        entry.written());
  }

  private LedgerView.State state(long number, LedgerEvent.Book book, Set<Long> results) {
    if (book.outside()) {
      return LedgerView.State.OUTSIDE;
    }
    if (!state.isDrawn(number)) {
      return LedgerView.State.TICKET;
    }
    // A closed charge has a later one: no other results need to be read.
    List<Long> charges = state.charges(book.name());
    boolean isLast = charges.isEmpty() || charges.get(charges.size() - 1) == number;
    return results.contains(number) && (isLast || !isClosed(number))
        ? LedgerView.State.STORED
        : LedgerView.State.DRAWN;
  }

  /** Returns the remaining budget of the whole, by the entries read so far. */
  public synchronized Price remaining() {
    return state.room(LedgerTerms.WHOLE);
  }

  /** Returns the remaining budget of a scope of the ledger, after reading new entries. */
  public synchronized Price room(String scope) {
    checkScope(scope);
    log.readOn();
    return state.room(scope);
  }

  /** Checks that the ledger contains an entry, {@code number:hash}, and has not lost it. */
  public synchronized void checkContains(String entry) {
    boolean isEntry = ENTRY.matcher(entry).matches();
    Checks.param("ledgerAtLeast", isEntry, "an entry as reports name it, number:hash", entry);
    int end = entry.indexOf(':');
    long number = Long.parseLong(entry.substring(0, end));
    log.readOn();
    if (number >= state.size() || !state.hash(number).equals(entry.substring(end + 1))) {
      throw new LedgerUnavailableException(
          String.format(
              "ledger %s has lost entry %s; its last is %s. An old copy was restored, or it is"
                  + " another ledger: use the one that holds the entry",
              state.place, entry, state.head()));
    }
  }

  /** Checks every stored result against its charge. */
  public synchronized void checkResults() {
    List<Long> results = store.numbers(Area.RESULTS);
    log.readOn();
    for (long number : results) {
      if (findStored(number).isEmpty() && !isClosed(number)) {
        throw damagedResult(number, "was listed and is not there");
      }
    }
  }

  /**
   * With {@code payAgain} dead: waits while a run of the name and the request is alive that has
   * drawn and stored nothing. A run is considered dead if it sends no new heartbeat over five
   * periods of ten seconds, by the monotonic clock of this process. Otherwise does nothing.
   */
  public synchronized void awaitOthers(ChargeRequest ask) {
    check(ask);
    log.readOn();
    for (OptionalLong run = unknownRun(ask); run.isPresent(); run = unknownRun(ask)) {
      watch(run.getAsLong());
      log.readOn();
    }
  }

  /** Returns a charge whose run may be alive, by its heartbeats. */
  private OptionalLong unknownRun(ChargeRequest ask) {
    if (ask.payAgain() != ChargeRequest.PayAgain.DEAD
        || storedOf(ask).isPresent()
        || receiptOf(ask).isPresent()) {
      return OptionalLong.empty();
    }
    return openRuns(ask).stream()
        .mapToLong(Long::longValue)
        .filter(number -> heartbeat.last(number).isPresent())
        .findFirst();
  }

  /** Returns the drawn charges that have neither result nor mark, and are not known to be dead. */
  private List<Long> openRuns(ChargeRequest ask) {
    return chargesOf(ask).stream()
        .filter(number -> state.isDrawn(number) && !dead.contains(number))
        .filter(number -> store.get(Area.RESULTS, number).isEmpty())
        .toList();
  }

  private void watch(long charge) {
    OptionalLong last = heartbeat.last(charge);
    int silent = 0;
    while (silent < Heartbeat.SILENT_PERIODS && store.get(Area.RESULTS, charge).isEmpty()) {
      log.surroundings.sleep().accept(log.surroundings.period());
      OptionalLong now = heartbeat.last(charge);
      silent = now.equals(last) ? silent + 1 : 0;
      last = now;
    }
    if (silent == Heartbeat.SILENT_PERIODS) {
      dead.add(charge);
    }
  }

  /**
   * Returns the result stored under the name and the request; empty if a fit may proceed. Reads new
   * entries first; writes nothing.
   *
   * @throws LedgerRefusedException if the name belongs to another request, or was drawn, left no
   *     result and is not to be paid again; too little remains; another reader of a column is
   *     bound; or the scope is not part of the ledger
   */
  public synchronized Optional<StoredResult> find(ChargeRequest ask) {
    check(ask);
    log.readOn();
    Optional<StoredResult> stored = storedOf(ask);
    if (stored.isEmpty()) {
      Optional<LedgerEvent> unused = chargeEvent(ask);
    }
    return stored;
  }

  /**
   * Charges the price, or finds the unused charge of the name. Rows may be read afterwards. Before
   * the first charge of a fit that distinguishes parts or persons by a column, an entry binds the
   * reader of that column.
   *
   * <p>Every other drawn charge of the name is closed: a mark is put in the place of its result. So
   * its run, if still alive, can neither store its result nor release it.
   *
   * @throws LedgerRefusedException as {@link #find}; nothing is charged
   * @throws ConcurrentReleaseException if a result was stored meanwhile, or with payAgain dead
   *     another run has drawn meanwhile; an own charge stays unused
   */
  public synchronized ChargeReceipt charge(ChargeRequest ask) {
    check(ask);
    // Nothing is bound for a refused fit, unless others spend the rest between the two.
    for (String column : new TreeSet<>(ask.readers().keySet())) {
      log.append(() -> toCharge(ask).flatMap(chargeEvent -> toBind(ask, column)));
    }
    OptionalLong charged = log.append(() -> toCharge(ask));
    ChargeReceipt receipt =
        charged.isPresent() ? receipt(charged.getAsLong()) : receiptOf(ask).orElseThrow();
    chargesOf(ask).stream()
        .filter(number -> number != receipt.number() && state.isDrawn(number))
        .forEach(this::close);
    needsBeats = ask.needsBeats();
    return receipt;
  }

  private void close(long charge) {
    store.putIfAbsent(Area.RESULTS, charge, log.seal.seal(mark(charge)));
    if (!isClosed(charge)) {
      throw new ConcurrentReleaseException("a result was stored meanwhile");
    }
  }

  private Optional<LedgerEvent> toCharge(ChargeRequest ask) {
    if (storedOf(ask).isPresent()) {
      throw new ConcurrentReleaseException("a result was stored meanwhile");
    }
    Optional<LedgerEvent> chargeEvent = chargeEvent(ask);
    if (chargeEvent.isPresent() && unknownRun(ask).isPresent()) {
      throw new ConcurrentReleaseException("another run has drawn meanwhile");
    }
    return chargeEvent;
  }

  private Optional<LedgerEvent> toBind(ChargeRequest ask, String column) {
    return state.readers().containsKey(column)
        ? Optional.empty()
        : Optional.of(new LedgerEvent.Bind(column, ask.readers().get(column)));
  }

  /**
   * Draws on a charge of this ledger: its noise may exist afterwards. It succeeds for exactly one
   * caller. Unless {@code payAgain} is never, the run then sends heartbeats until its result is
   * stored or this ledger is closed.
   *
   * @throws ConcurrentReleaseException if it was drawn on before
   */
  public synchronized void draw(ChargeReceipt receipt) {
    checkIsOurs(receipt);
    if (needsBeats) {
      heartbeat.start(receipt.number(), this::beat);
    }
    try {
      log.append(
          () -> {
            if (state.isDrawn(receipt.number())) {
              throw new ConcurrentReleaseException(
                  "entry " + receipt.number() + " was drawn on before");
            }
            return Optional.of(new LedgerEvent.Draw(receipt.number()));
          });
    } catch (RuntimeException | Error failed) {
      heartbeat.stop();
      throw failed;
    }
  }

  private synchronized void beat() {
    try {
      heartbeat.beat();
    } catch (RuntimeException missed) {
      // The next heartbeat may succeed. If too many fail, the result cannot be stored.
    }
  }

  /**
   * Stores the result, one line of JSON, of a charge that this process has drawn on; returns true
   * if it is stored. Then removes the heartbeats of all charges of its name.
   *
   * @throws LedgerRefusedException if a later run of the name has considered this one dead: the
   *     result must not be released
   * @throws LedgerUnavailableException if it could not be stored and payAgain is not never: a later
   *     run may then have paid again, and the result must not be released
   */
  public synchronized boolean store(ChargeReceipt receipt, String body) {
    checkIsOurs(receipt);
    if (!state.isDrawn(receipt.number())
        || !LedgerTerms.isOneLine(body)
        || !LedgerEntry.isJson(body)) {
      throw new IllegalArgumentException("a result is a line of JSON, of a receipt that was drawn");
    }
    byte[] bytes = log.seal.seal(resultHead(receipt.number()) + BODY + body + "}");
    boolean isStored;
    try {
      isStored = put(receipt.number(), bytes);
    } catch (LedgerUnavailableException unreachable) {
      if (!needsBeats) {
        // It is paid for, and no later run pays for it again.
        return false;
      }
      throw new LedgerUnavailableException(
          String.format(
              "ledger %s: the result of entry %d could not be stored, and is not released, since a"
                  + " later run may have paid for it again: run the same again",
              state.place, receipt.number()),
          unreachable);
    }
    if (isStored) {
      heartbeat.stop();
      if (needsBeats) {
        heartbeat.remove(state.charges(findBooking(receipt.number()).name())::contains);
      }
    } else if (isClosed(receipt.number())) {
      throw refuse(
          "a later run of the same {releaseName} has closed entry %d, since this one was "
              + "considered dead or was to be paid again: its result is neither stored nor "
              + "released; run it once more to get the result of the other",
          receipt.number());
    }
    return isStored;
  }

  private boolean put(long charge, byte[] result) {
    long wait = FIRST_STORE_WAIT_NANOS;
    for (int tries = 1; ; tries++) {
      try {
        return store.putIfAbsent(Area.RESULTS, charge, result);
      } catch (LedgerUnavailableException unreachable) {
        if (tries == MAX_STORE_TRIES) {
          throw unreachable;
        }
        wait = log.pause(wait);
      }
    }
  }

  /**
   * Removes leftovers of dead runs next to the log, if any, and returns their number. Call it only
   * while nothing is being written. The last heartbeat of a run without a result stays: it shows
   * that the run sent heartbeats.
   */
  public synchronized int clean() {
    Set<Long> results = new HashSet<>(store.numbers(Area.RESULTS));
    log.readOn();
    return store.clean()
        + heartbeat.remove(charge -> !state.isDrawn(charge) || results.contains(charge));
  }

  /**
   * Charges a release that was made elsewhere. If the remaining budget is less than its price by at
   * most one part in 2^40, it is charged: outside releases may exceed a budget once by that part.
   *
   * @throws LedgerRefusedException if too little remains, or the name is taken
   */
  public synchronized ChargeReceipt chargeOutside(
      String name, String scope, Price price, String by) {
    ChargeRequest.PayAgain never = ChargeRequest.PayAgain.NEVER;
    ChargeRequest ask =
        new ChargeRequest(Optional.of(name), "", scope, price, true, never, Map.of(), by);
    check(ask);
    OptionalLong charged =
        log.append(
            () -> {
              List<Long> taken = state.charges(name);
              if (!taken.isEmpty()) {
                throw refuse(
                    "the name %s is taken by entry %d: choose another {releaseName}",
                    quote(name), taken.get(0));
              }
              return Optional.of(new LedgerEvent.Book(name, "", scope, grant(ask), true, by));
            });
    return receipt(charged.getAsLong());
  }

  /** Adds a note: text for people, without line ends. */
  public synchronized void note(String text) {
    if (text.isBlank() || !LedgerTerms.isOneLine(text)) {
      throw new IllegalArgumentException("a note is one line of text, not blank");
    }
    log.append(() -> Optional.of(new LedgerEvent.Remark(text)));
  }

  @Override
  public synchronized void close() {
    heartbeat.stop();
    store.close();
  }

  /** Checks everything that needs only entry 0. */
  private void check(ChargeRequest ask) {
    String range = "1 to 200 letters A-Z a-z, digits, blanks or any of . _ / @ : + -";
    ask.name()
        .ifPresent(name -> Checks.param("releaseName", NAME.matcher(name).matches(), range, name));
    if (!LedgerTerms.isOneLine(ask.by())) {
      throw new IllegalArgumentException("who asks must be named on one line");
    }
    checkScope(ask.scope());
    if (ask.price().delta().signum() > 0 && state.terms().budget().delta().signum() == 0) {
      throw refuse(
          "%s needs delta %s, and the ledger has no delta to spend: use another, made with a delta",
          release(ask), ask.price().deltaCeiling());
    }
  }

  private void checkScope(String scope) {
    if (!state.terms().holds(scope)) {
      throw refuse(
          "%s is not part of it: set {ledgerScope} to / or to a part%s",
          quote(scope),
          state
              .terms()
              .parts()
              .map(parts -> " of " + Refusal.literal(parts.text()))
              .orElse("; this ledger has none"));
    }
  }

  private Optional<StoredResult> storedOf(ChargeRequest ask) {
    return chargesOf(ask).stream().flatMap(number -> findStored(number).stream()).findFirst();
  }

  private Optional<ChargeReceipt> receiptOf(ChargeRequest ask) {
    return chargesOf(ask).stream()
        .filter(number -> !state.isDrawn(number))
        .findFirst()
        .map(this::receipt);
  }

  private List<Long> chargesOf(ChargeRequest ask) {
    List<Long> numbers = ask.name().map(state::charges).orElse(List.of());
    for (long number : numbers) {
      if (!isOf(findBooking(number), ask)) {
        throw refuse(
            "%s belongs to another request since entry %d: choose another {releaseName}, "
                + "or repeat that request",
            release(ask), number);
      }
    }
    return numbers;
  }

  private static boolean isOf(LedgerEvent.Book book, ChargeRequest ask) {
    return !book.outside()
        && book.request().equals(ask.request())
        && book.scope().equals(ask.scope())
        && covers(book.price(), ask);
  }

  /** True if a price is the requested one, or less by as much as it may be. */
  private static boolean covers(Price price, ChargeRequest ask) {
    return price.equals(ask.price()) || (price.fitsInto(ask.price()) && least(ask).fitsInto(price));
  }

  private static Price least(ChargeRequest ask) {
    return ask.mayGetLess() ? ask.price().leastGrant() : ask.price();
  }

  private void checkReaders(ChargeRequest ask) {
    for (Map.Entry<String, String> reader : ask.readers().entrySet()) {
      String column = reader.getKey();
      if (!state.readers().getOrDefault(column, reader.getValue()).equals(reader.getValue())) {
        throw refuse(
            "column %s, which distinguishes parts or persons, was read or computed in another way"
                + " by the first fit that used it: the same row may then be in another part: take"
                + " the same format, schema, options and expression for all fits of this ledger",
            quote(column));
      }
    }
  }

  /** Returns the charge of a request; empty if it has an unused one. Fails if it is refused. */
  private Optional<LedgerEvent> chargeEvent(ChargeRequest ask) {
    checkReaders(ask);
    if (receiptOf(ask).isPresent()) {
      return Optional.empty();
    }
    List<Long> drawn =
        switch (ask.payAgain()) {
          case NEVER -> chargesOf(ask);
          case DEAD ->
              // Heartbeats first: a run that ends stores its result before it removes them.
              chargesOf(ask).stream()
                  .filter(number -> heartbeat.last(number).isEmpty())
                  .filter(number -> openRuns(ask).contains(number))
                  .toList();
          case ALWAYS -> List.of();
        };
    if (!drawn.isEmpty()) {
      throw refuse(
          "%s was paid and drawn on (entry %d) and left no result%s: it may still be running; if"
              + " it is not, set {payAgain} to always to pay for it again",
          release(ask),
          drawn.get(drawn.size() - 1),
          ask.payAgain() == ChargeRequest.PayAgain.DEAD
              ? ", and no heartbeat, which only runs with {payAgain} have"
              : "");
    }
    String name = ask.name().orElse("");
    return Optional.of(
        new LedgerEvent.Book(name, ask.request(), ask.scope(), grant(ask), false, ask.by()));
  }

  private Price grant(ChargeRequest ask) {
    Price room = state.room(ask.scope());
    if (!least(ask).fitsInto(room)) {
      boolean rhoFits = least(ask).rho().compareTo(room.rho()) <= 0;
      throw refuse(
          "%s needs %s and only %s remains for %s after entry %d: ask for at most that, or have a"
              + " new ledger made",
          release(ask),
          rhoFits ? "delta " + ask.price().deltaCeiling() : "rho " + ask.price().rhoCeiling(),
          rhoFits ? "delta " + room.deltaFloor() : "rho " + room.rhoFloor(),
          quote(ask.scope()),
          state.size() - 1);
    }
    return new Price(ask.price().rho().min(room.rho()), ask.price().delta());
  }

  private Optional<StoredResult> findStored(long number) {
    return resultLine(number)
        .filter(line -> !line.equals(mark(number)))
        .map(
            line ->
                new StoredResult(
                    receipt(number), state.entry(number).written(), body(number, line)));
  }

  /** True if a later run has closed a charge. */
  private boolean isClosed(long number) {
    return resultLine(number).filter(mark(number)::equals).isPresent();
  }

  /** Returns the line in the place of a result, checked against its tag. */
  private Optional<String> resultLine(long number) {
    return store
        .get(Area.RESULTS, number)
        .map(
            bytes -> {
              checkIsDrawn(number);
              return log.seal
                  .open(bytes)
                  .orElseThrow(() -> damagedResult(number, log.seal.complaint(bytes)));
            });
  }

  /** Reads new entries first, since the draw may have been put after the last read. */
  private void checkIsDrawn(long number) {
    if (!state.isDrawn(number)) {
      log.readOn();
    }
    if (!state.isDrawn(number)) {
      throw damagedResult(number, "belongs to no charge that was drawn on");
    }
  }

  private String body(long number, String line) {
    String start = resultHead(number) + BODY;
    if (!line.startsWith(start) || !line.endsWith("}")) {
      throw damagedResult(number, "is of another charge, or was written by a newer version");
    }
    return line.substring(start.length(), line.length() - 1);
  }

  /** Returns the mark in the place of a result that must no longer be stored. */
  private String mark(long charge) {
    return resultHead(charge) + "\"closed\":true}";
  }

  private String resultHead(long charge) {
    return NumberFormat.format(
        "{\"v\":1,\"ledger\":\"%s\",\"charge\":%d,\"entry\":\"%s\",",
        state.id(), charge, state.hash(charge));
  }

  private void checkIsOurs(ChargeReceipt receipt) {
    if (!state.isReceipt(receipt.number())
        || !state.hash(receipt.number()).equals(receipt.hash())) {
      throw new IllegalArgumentException(
          "entry " + receipt.entry() + " is not a charge of the ledger");
    }
  }

  private LedgerEvent.Book findBooking(long number) {
    return (LedgerEvent.Book) state.entry(number).act();
  }

  private ChargeReceipt receipt(long number) {
    return new ChargeReceipt(number, state.hash(number), findBooking(number).price());
  }

  private LedgerUnavailableException damagedResult(long number, String how) {
    return new LedgerUnavailableException(
        String.format(
            "ledger %s cannot be used: the result of entry %d %s. A ledger must not be "
                + "changed by hand: find out what changed it",
            state.place, number, how));
  }

  @SuppressWarnings("AnnotateFormatMethod") // The annotation is not a dependency of this project.
  private LedgerRefusedException refuse(String text, Object... values) {
    return new LedgerRefusedException("ledger " + state.place + ": " + String.format(text, values));
  }

  private static String release(ChargeRequest ask) {
    return ask.name().map(name -> "release " + quote(name)).orElse("the release");
  }

  private static String quote(String given) {
    return "'" + Refusal.literal(given) + "'";
  }

  /** A stored result, one line of JSON, with the charge that paid for it and the time of that. */
  public record StoredResult(ChargeReceipt receipt, String written, String body) {}

  /** A charge in the log: its entry's number, SHA-256 of all bytes of the entry, and the price. */
  public record ChargeReceipt(long number, String hash, Price granted) {
    /** Returns the name of the entry in reports: {@code 17:<hash>}. */
    public String entry() {
      return number + ":" + hash;
    }
  }

  /** Thrown if another process of the name was faster: discard everything, and look up the name. */
  public static final class ConcurrentReleaseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception; its message is never shown. */
    public ConcurrentReleaseException(String message) {
      super(message);
    }
  }
}
