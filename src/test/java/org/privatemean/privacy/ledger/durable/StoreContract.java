package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.LedgerStore.Area;

/** What every store keeps to. */
public abstract class StoreContract {
  private static final int RIVALS = 6;

  private static final LedgerTerms TERMS =
      new LedgerTerms(
          Price.budget(1, 0),
          Optional.empty(),
          Neighbours.ADD_REMOVE,
          Optional.empty(),
          false,
          false,
          "all rivals");

  /** A ledger's place, opened once more: another process would have the same. */
  protected abstract LedgerStore open() throws Exception;

  /** Makes a place in which nothing was put. */
  protected abstract void empty() throws Exception;

  /** Rounds of the race. */
  protected int rounds() {
    return 50;
  }

  /** Rounds of the race for the budget. */
  protected int budgetRounds() {
    return 5;
  }

  @BeforeEach
  final void start() throws Exception {
    empty();
    try (LedgerStore store = open()) {
      store.prepare();
    }
  }

  @Test
  final void putIfAbsent_twice_keepsTheFirst() throws Exception {
    try (LedgerStore one = open();
        LedgerStore other = open()) {
      assertTrue(one.putIfAbsent(Area.ENTRIES, 0, bytes("first")));
      assertFalse(other.putIfAbsent(Area.ENTRIES, 0, bytes("second")));
      assertFalse(one.putIfAbsent(Area.ENTRIES, 0, bytes("third")));
      assertHolds("first", one, Area.ENTRIES, 0);
      assertHolds("first", other, Area.ENTRIES, 0);
    }
  }

  /** Bytes hold a random name: the same ones are the same attempt, whose answer was lost. */
  @Test
  final void putIfAbsent_sameBytesAgain_wins() throws Exception {
    try (LedgerStore store = open()) {
      assertTrue(store.putIfAbsent(Area.ENTRIES, 0, bytes("attempt 1")));
      assertTrue(store.putIfAbsent(Area.ENTRIES, 0, bytes("attempt 1")));
    }
  }

  @Test
  final void get_nothingPut_isEmpty() throws Exception {
    try (LedgerStore store = open()) {
      assertEquals(Optional.empty(), store.get(Area.ENTRIES, 0));
      assertEquals(Optional.empty(), store.get(Area.RESULTS, 7));
      assertEquals(List.of(), store.entriesFrom(0));
      assertEquals(List.of(), store.numbers(Area.RESULTS));
    }
  }

  @Test
  final void get_largeValueOfAllKindsOfLetters_isWhole() throws Exception {
    String large =
        "{\"text\":\"\u00e9\u4f60\ud835\udd2d  \\n '\\\\\"}\n".repeat(20_000) + "sha256:0\n";
    long number = 999_999_999_999L;
    try (LedgerStore one = open();
        LedgerStore other = open()) {
      assertTrue(one.putIfAbsent(Area.RESULTS, number, bytes(large)));
      assertHolds(large, other, Area.RESULTS, number);
    }
  }

  @Test
  final void areas_sameNumber_areApart() throws Exception {
    try (LedgerStore store = open()) {
      assertTrue(store.putIfAbsent(Area.ENTRIES, 3, bytes("an entry")));
      assertTrue(store.putIfAbsent(Area.RESULTS, 3, bytes("a result")));
      assertHolds("an entry", store, Area.ENTRIES, 3);
      assertHolds("a result", store, Area.RESULTS, 3);
    }
  }

  @Test
  final void beats_putOnceAndRemoved_leaveTheOtherAreasAlone() throws Exception {
    long large = 999_999_999_999_999_999L;
    try (LedgerStore store = open()) {
      for (long number : new long[] {large, 3, 0}) {
        assertTrue(store.putIfAbsent(Area.BEATS, number, bytes("a beat")));
        assertFalse(store.putIfAbsent(Area.BEATS, number, bytes("another")));
        assertHolds("a beat", store, Area.BEATS, number);
      }
      assertEquals(List.of(0L, 3L, large), store.numbers(Area.BEATS));
      assertEquals(List.of(), store.numbers(Area.RESULTS));
      assertEquals(Optional.empty(), store.get(Area.ENTRIES, 3));
      boolean mayRemove = store.removeBeat(3);
      assertEquals(mayRemove ? List.of(0L, large) : List.of(0L, 3L, large), beats());
      assertEquals(mayRemove, store.removeBeat(3));
    }
  }

  private List<Long> beats() throws Exception {
    try (LedgerStore store = open()) {
      return store.numbers(Area.BEATS);
    }
  }

  @Test
  final void entriesFrom_anyNumber_areTheLaterEntries() throws Exception {
    try (LedgerStore one = open();
        LedgerStore other = open()) {
      putEntries(one, 40, -1);
      assertEquals(texts(0, 40), strings(other.entriesFrom(0)));
      assertEquals(texts(38, 40), strings(other.entriesFrom(38)));
      assertEquals(List.of(), other.entriesFrom(40));
      assertTrue(one.putIfAbsent(Area.ENTRIES, 40, bytes("entry 40")));
      assertEquals(texts(40, 41), strings(other.entriesFrom(40)));
    }
  }

  private static void putEntries(LedgerStore store, int count, int left) {
    for (int number = 0; number < count; number++) {
      assertTrue(
          number == left || store.putIfAbsent(Area.ENTRIES, number, bytes("entry " + number)));
    }
  }

  /** Whoever went on from before the gap would spend what was spent. */
  @Test
  final void entriesFrom_missingEntry_isRefusedByItsNumber() throws Exception {
    for (int lost : new int[] {0, 37}) {
      empty();
      try (LedgerStore store = open()) {
        store.prepare();
        putEntries(store, 40, lost);
        String message =
            assertThrows(LedgerUnavailableException.class, () -> store.entriesFrom(0)).getMessage();
        assertTrue(message.contains("entry " + lost + " is missing"), message);
      }
    }
  }

  /** Jobs of several languages write one log. */
  @Test
  final void putIfAbsent_languageWithOtherDigits_losesToTheSameNumber() throws Exception {
    Locale before = Locale.getDefault();
    try (LedgerStore store = open()) {
      assertTrue(store.putIfAbsent(Area.ENTRIES, 0, bytes("first")));
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      assertFalse(store.putIfAbsent(Area.ENTRIES, 0, bytes("second")));
      assertEquals(1, store.entriesFrom(0).size());
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  final void results_someNumbers_areListedInOrder() throws Exception {
    try (LedgerStore store = open()) {
      for (long number : new long[] {17, 2, 100_000}) {
        assertTrue(store.putIfAbsent(Area.RESULTS, number, bytes("result " + number)));
      }
      assertTrue(store.putIfAbsent(Area.ENTRIES, 5, bytes("no result")));
      assertEquals(List.of(2L, 17L, 100_000L), store.numbers(Area.RESULTS));
    }
  }

  /** What a check puts is no part of the log. */
  @Test
  final void checkAndPrepare_again_leaveTheLogAlone() throws Exception {
    try (LedgerStore one = open();
        LedgerStore other = open()) {
      assertTrue(one.putIfAbsent(Area.ENTRIES, 0, bytes("entry 0")));
      one.check();
      other.check();
      other.prepare();
      assertEquals(0, other.clean());
      assertEquals(texts(0, 1), strings(other.entriesFrom(0)));
      assertEquals(List.of(), other.numbers(Area.RESULTS));
    }
  }

  @Test
  final void putIfAbsent_raceOfThreads_exactlyOneWinsEachRound() throws Exception {
    List<LedgerStore> stores = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(RIVALS);
    try {
      for (int rival = 0; rival < RIVALS; rival++) {
        stores.add(open());
      }
      for (int round = 0; round < rounds(); round++) {
        race(stores, threads, round);
      }
    } finally {
      threads.shutdownNow();
      stores.forEach(LedgerStore::close);
    }
  }

  private static void race(List<LedgerStore> stores, ExecutorService threads, int round)
      throws Exception {
    CyclicBarrier start = new CyclicBarrier(RIVALS);
    List<Callable<Boolean>> rivals =
        IntStream.range(0, RIVALS)
            .mapToObj(
                rival ->
                    (Callable<Boolean>)
                        () -> {
                          start.await();
                          return stores
                              .get(rival)
                              .putIfAbsent(Area.ENTRIES, round, bytes("by " + rival));
                        })
            .toList();
    List<String> winners = new ArrayList<>();
    int rival = 0;
    for (Future<Boolean> won : threads.invokeAll(rivals)) {
      if (won.get()) {
        winners.add("by " + rival);
      }
      rival++;
    }
    assertEquals(1, winners.size(), "winners of round " + round + ": " + winners);
    for (LedgerStore store : stores) {
      assertHolds(winners.get(0), store, Area.ENTRIES, round);
    }
  }

  /** Room for one: whoever books it has seen all entries before its own. */
  @Test
  final void charge_raceForTheLastOfTheBudget_exactlyOneIsPaidEachRound() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(RIVALS);
    try {
      for (int round = 0; round < budgetRounds(); round++) {
        empty();
        DurableLedger.init(open(), EntryAuthenticator.hash(), TERMS).close();
        List<Long> paid = raceForTheBudget(threads);
        assertEquals(1, paid.size(), "paid in round " + round);
        try (DurableLedger ledger = DurableLedger.open(open(), EntryAuthenticator.hash())) {
          LedgerView view = ledger.view();
          assertEquals(TERMS.budget(), view.spent());
          assertEquals(paid, view.charges().stream().map(LedgerView.ChargeLine::number).toList());
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** The numbers of the entries that were booked. */
  private List<Long> raceForTheBudget(ExecutorService threads) throws Exception {
    CyclicBarrier start = new CyclicBarrier(RIVALS);
    List<Callable<Optional<Long>>> rivals =
        IntStream.range(0, RIVALS)
            .mapToObj(rival -> (Callable<Optional<Long>>) () -> charged("rival " + rival, start))
            .toList();
    List<Long> paid = new ArrayList<>();
    for (Future<Optional<Long>> charged : threads.invokeAll(rivals)) {
      charged.get().ifPresent(paid::add);
    }
    return paid;
  }

  private Optional<Long> charged(String name, CyclicBarrier start) throws Exception {
    try (DurableLedger ledger = DurableLedger.open(open(), EntryAuthenticator.hash())) {
      start.await();
      return Optional.of(ledger.chargeOutside(name, "/", TERMS.budget(), "a test").number());
    } catch (LedgerRefusedException tooLittle) {
      return Optional.empty();
    }
  }

  @Test
  final void run_suspendedAndResumed_neitherStoresNorReleases() throws Exception {
    empty();
    SilentRun.checkRerun(this::open);
  }

  /** Stores a ledger with a number of entries. */
  protected final void fill(int entries) throws Exception {
    empty();
    try (DurableLedger ledger = DurableLedger.init(open(), EntryAuthenticator.hash(), TERMS)) {
      for (int number = 1; number < entries; number++) {
        ledger.note("note " + number);
      }
    }
  }

  protected static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  protected static void assertHolds(String expected, LedgerStore store, Area area, long number) {
    assertArrayEquals(bytes(expected), store.get(area, number).orElseThrow());
  }

  private static List<String> strings(List<byte[]> bodies) {
    return bodies.stream().map(body -> new String(body, StandardCharsets.UTF_8)).toList();
  }

  private static List<String> texts(int from, int to) {
    return IntStream.range(from, to).mapToObj(number -> "entry " + number).toList();
  }
}
