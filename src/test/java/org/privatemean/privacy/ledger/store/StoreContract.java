package org.privatemean.privacy.ledger.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.privacy.ledger.durable.LedgerStore.Area;
import org.privatemean.privacy.ledger.durable.LedgerStore.Key;

/** What every store keeps to. */
public abstract class StoreContract {
  private static final int RIVALS = 6;

  /** A ledger's place, opened once more: another process would have the same. */
  protected abstract LedgerStore open() throws Exception;

  /** Makes a place in which nothing was put. */
  protected abstract void empty() throws Exception;

  /** Rounds of the race. */
  protected int rounds() {
    return 50;
  }

  @BeforeEach
  final void start() throws Exception {
    empty();
    try (LedgerStore store = open()) {
      store.prepare();
    }
  }

  @Test
  final void putIfAbsent_twice_firstWinsAndStays() throws Exception {
    try (LedgerStore one = open();
        LedgerStore other = open()) {
      assertTrue(one.putIfAbsent(entry(0), bytes("first")));
      assertFalse(other.putIfAbsent(entry(0), bytes("second")));
      assertFalse(one.putIfAbsent(entry(0), bytes("third")));
      assertHolds("first", one, entry(0));
      assertHolds("first", other, entry(0));
    }
  }

  /** Bytes hold a random name: the same ones are the same attempt, whose answer was lost. */
  @Test
  final void putIfAbsent_sameBytesAgain_isWon() throws Exception {
    try (LedgerStore store = open()) {
      assertTrue(store.putIfAbsent(entry(0), bytes("attempt 1")));
      assertTrue(store.putIfAbsent(entry(0), bytes("attempt 1")));
    }
  }

  @Test
  final void get_nothingPut_isEmpty() throws Exception {
    try (LedgerStore store = open()) {
      assertEquals(Optional.empty(), store.get(entry(0)));
      assertEquals(Optional.empty(), store.get(new Key(Area.RESULTS, 7)));
      assertEquals(List.of(), store.entriesFrom(0));
      assertEquals(List.of(), store.results());
    }
  }

  @Test
  final void get_largeValueOfAllKindsOfLetters_isWhole() throws Exception {
    String large =
        "{\"text\":\"\u00e9\u4f60\ud835\udd2d  \\n '\\\\\"}\n".repeat(20_000) + "sha256:0\n";
    Key key = new Key(Area.RESULTS, 999_999_999_999L);
    try (LedgerStore one = open();
        LedgerStore other = open()) {
      assertTrue(one.putIfAbsent(key, bytes(large)));
      assertHolds(large, other, key);
    }
  }

  @Test
  final void areas_sameNumber_areApart() throws Exception {
    try (LedgerStore store = open()) {
      assertTrue(store.putIfAbsent(entry(3), bytes("an entry")));
      assertTrue(store.putIfAbsent(new Key(Area.RESULTS, 3), bytes("a result")));
      assertHolds("an entry", store, entry(3));
      assertHolds("a result", store, new Key(Area.RESULTS, 3));
    }
  }

  @Test
  final void entriesFrom_gap_endsThere() throws Exception {
    try (LedgerStore one = open();
        LedgerStore other = open()) {
      for (int number = 0; number < 40; number++) {
        if (number != 37) {
          assertTrue(one.putIfAbsent(entry(number), bytes("entry " + number)));
        }
      }
      assertEquals(texts(0, 37), strings(other.entriesFrom(0)));
      assertEquals(texts(35, 37), strings(other.entriesFrom(35)));
      assertEquals(List.of(), other.entriesFrom(37));
      assertEquals(texts(38, 40), strings(other.entriesFrom(38)));
    }
  }

  @Test
  final void results_someNumbers_areListedInOrder() throws Exception {
    try (LedgerStore store = open()) {
      for (long number : new long[] {17, 2, 100_000}) {
        assertTrue(store.putIfAbsent(new Key(Area.RESULTS, number), bytes("result " + number)));
      }
      assertTrue(store.putIfAbsent(entry(5), bytes("no result")));
      assertEquals(List.of(2L, 17L, 100_000L), store.results());
    }
  }

  /** What a check puts is no part of the log. */
  @Test
  final void checkAndPrepare_again_leaveTheLogAlone() throws Exception {
    try (LedgerStore one = open();
        LedgerStore other = open()) {
      assertTrue(one.putIfAbsent(entry(0), bytes("entry 0")));
      one.check();
      other.check();
      other.prepare();
      assertEquals(0, other.clean());
      assertEquals(texts(0, 1), strings(other.entriesFrom(0)));
      assertEquals(List.of(), other.results());
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
                          return stores.get(rival).putIfAbsent(entry(round), bytes("by " + rival));
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
      assertHolds(winners.get(0), store, entry(round));
    }
  }

  protected static Key entry(long number) {
    return new Key(Area.ENTRIES, number);
  }

  protected static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  protected static void assertHolds(String expected, LedgerStore store, Key key) {
    assertArrayEquals(bytes(expected), store.get(key).orElseThrow());
  }

  private static List<String> strings(List<byte[]> bodies) {
    return bodies.stream().map(body -> new String(body, StandardCharsets.UTF_8)).toList();
  }

  private static List<String> texts(int from, int to) {
    return IntStream.range(from, to).mapToObj(number -> "entry " + number).toList();
  }
}
