package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.privacy.ledger.durable.DurableLedger.ChargeReceipt;
import org.privatemean.privacy.ledger.durable.DurableLedger.ConcurrentReleaseException;
import org.privatemean.privacy.ledger.durable.LedgerStore.Area;

/** Whether a run lives decides only whether to pay: each name has one value, whoever wakes up. */
final class HeartbeatTest {
  private static final long PERIOD = 1_000_000_000L * 1_000;
  private static final ChargeRequest DEAD =
      Fixtures.paying(Fixtures.ask("n", 0.25), ChargeRequest.PayAgain.DEAD);
  private static final ChargeRequest ALWAYS = Fixtures.paying(DEAD, ChargeRequest.PayAgain.ALWAYS);
  private static final ChargeRequest NEVER = Fixtures.paying(DEAD, ChargeRequest.PayAgain.NEVER);

  private final InMemoryStore store = new InMemoryStore();
  private final AtomicInteger sleeps = new AtomicInteger();

  HeartbeatTest() {
    DurableLedger.init(store, EntryAuthenticator.hash(), Fixtures.terms(2));
  }

  /** A run whose clock stands still, and is told of each sleep by its number, from 1. */
  private DurableLedger run(LedgerStore of, IntConsumer asleep) {
    Log.Surroundings real = Log.Surroundings.real();
    return DurableLedger.open(
        new Log(
            of,
            EntryAuthenticator.hash(),
            new Log.Surroundings(
                real.names(),
                real.clock(),
                nanos -> {},
                nanos -> {
                  assertEquals(PERIOD, nanos);
                  asleep.accept(sleeps.incrementAndGet());
                },
                PERIOD)));
  }

  private DurableLedger run() {
    return run(store, sleep -> {});
  }

  private static ChargeReceipt drawn(DurableLedger ledger, ChargeRequest ask) {
    ChargeReceipt receipt = ledger.charge(ask);
    ledger.draw(receipt);
    return receipt;
  }

  /** Another beat of a charge, as its run puts it. */
  private void beat(ChargeReceipt receipt) {
    long last = store.numbers(Area.BEATS).get(store.numbers(Area.BEATS).size() - 1);
    assertEquals(receipt.number(), last / 1_000_000_000);
    assertTrue(store.putIfAbsent(Area.BEATS, last + 1, new byte[] {1}));
  }

  private String stored() {
    return run().find(NEVER).orElseThrow().body();
  }

  @Test
  void rerun_ofARunWithoutHeartbeatsForFivePeriods_drawsOnANewCharge() {
    ChargeReceipt first = drawn(run(), DEAD);
    DurableLedger rerun = run();
    rerun.awaitOthers(DEAD);
    assertEquals(5, sleeps.get());
    assertEquals(Optional.empty(), rerun.find(DEAD));
    ChargeReceipt second = drawn(rerun, DEAD);
    assertTrue(second.number() > first.number());
    assertTrue(rerun.store(second, "\"second\""));
    LedgerView view = run().view();
    assertEquals(0.5, view.spent().rhoCeiling());
    assertEquals(
        List.of(LedgerView.State.DRAWN, LedgerView.State.STORED),
        view.charges().stream().map(LedgerView.ChargeLine::state).toList());
    assertEquals(List.of(second.number()), numbers(view.retries()));
    assertEquals("\"second\"", stored());
    assertEquals(List.of(), store.numbers(Area.BEATS), "the dead run's beat is left");
    run().checkResults();
  }

  private static List<Long> numbers(List<LedgerView.ChargeLine> lines) {
    return lines.stream().map(LedgerView.ChargeLine::number).toList();
  }

  @Test
  void suspendedRun_resumesAfterTheRerunWasCharged_neitherStoresNorReleases() {
    for (ChargeRequest ask : List.of(DEAD, ALWAYS)) {
      ChargeRequest named =
          new ChargeRequest(
              Optional.of(ask.payAgain().label()),
              ask.request(),
              ask.scope(),
              ask.price(),
              true,
              ask.payAgain(),
              Map.of(),
              "a test");
      DurableLedger zombie = run();
      ChargeReceipt first = drawn(zombie, named);
      DurableLedger rerun = run();
      rerun.awaitOthers(named);
      ChargeReceipt second = rerun.charge(named);
      LedgerRefusedException refusal =
          assertThrows(LedgerRefusedException.class, () -> zombie.store(first, "\"first\""));
      assertTrue(refusal.getMessage().contains("closed entry " + first.number()));
      rerun.draw(second);
      assertThrows(LedgerRefusedException.class, () -> zombie.store(first, "\"first\""));
      assertTrue(rerun.store(second, "\"second\""));
      assertThrows(LedgerRefusedException.class, () -> zombie.store(first, "\"first\""));
      assertEquals("\"second\"", run().find(named).orElseThrow().body());
    }
  }

  @Test
  void suspendedRun_storesBeforeTheRerunIsCharged_isReplayedAndNothingIsPaid() {
    DurableLedger zombie = run();
    ChargeReceipt first = drawn(zombie, DEAD);
    DurableLedger rerun = run();
    rerun.awaitOthers(DEAD);
    assertTrue(zombie.store(first, "\"first\""));
    assertThrows(ConcurrentReleaseException.class, () -> rerun.charge(DEAD));
    assertEquals("\"first\"", rerun.find(DEAD).orElseThrow().body());
    assertEquals(1, rerun.view().charges().size());
  }

  @Test
  void suspendedRun_storesBetweenTheRerunsChargeAndItsMark_isReplayed() {
    DurableLedger zombie = run();
    ChargeReceipt first = drawn(zombie, DEAD);
    LedgerStore raced =
        new ForwardingStore(store) {
          @Override
          public boolean putIfAbsent(Area area, long number, byte[] bytes) {
            if (area == Area.RESULTS && number == first.number()) {
              assertTrue(zombie.store(first, "\"first\""));
            }
            return super.putIfAbsent(area, number, bytes);
          }
        };
    DurableLedger rerun = run(raced, sleep -> {});
    rerun.awaitOthers(DEAD);
    assertThrows(ConcurrentReleaseException.class, () -> rerun.charge(DEAD));
    rerun.awaitOthers(DEAD);
    assertEquals("\"first\"", rerun.find(DEAD).orElseThrow().body());
  }

  @Test
  void rerun_killedAfterItsCharge_nextUsesItsReceiptAndClosesTheFirst() {
    DurableLedger zombie = run();
    ChargeReceipt first = drawn(zombie, DEAD);
    LedgerStore dying =
        new ForwardingStore(store) {
          @Override
          public boolean putIfAbsent(Area area, long number, byte[] bytes) {
            if (area == Area.RESULTS) {
              throw new IllegalStateException("dies");
            }
            return super.putIfAbsent(area, number, bytes);
          }
        };
    DurableLedger rerun = run(dying, sleep -> {});
    rerun.awaitOthers(DEAD);
    assertThrows(IllegalStateException.class, () -> rerun.charge(DEAD));
    ChargeReceipt second = drawn(run(), NEVER);
    assertEquals(2, run().view().charges().size());
    assertTrue(second.number() > first.number());
    assertThrows(LedgerRefusedException.class, () -> zombie.store(first, "\"first\""));
  }

  @Test
  void awaitOthers_runWithHeartbeats_isAwaitedAndReplayed() {
    DurableLedger living = run();
    ChargeReceipt receipt = drawn(living, DEAD);
    DurableLedger rerun =
        run(
            store,
            sleep -> {
              if (sleep == 20) {
                assertTrue(living.store(receipt, "\"first\""));
              } else if (sleep % 4 == 0) {
                beat(receipt);
              }
            });
    rerun.awaitOthers(DEAD);
    assertEquals(20, sleeps.get());
    assertEquals("\"first\"", rerun.find(DEAD).orElseThrow().body());
    assertEquals(1, rerun.view().charges().size());
  }

  @Test
  void awaitOthers_lastBeatAfterFourSilentPeriods_isCountedFromThere() {
    ChargeReceipt receipt = drawn(run(), DEAD);
    run(
            store,
            sleep -> {
              if (sleep == 5) {
                beat(receipt);
              }
            })
        .awaitOthers(DEAD);
    assertEquals(10, sleeps.get());
  }

  @Test
  void charge_anotherRerunHasDrawnMeanwhile_losesAndWatchesThatOne() {
    drawn(run(), DEAD);
    DurableLedger one = run();
    DurableLedger other = run();
    one.awaitOthers(DEAD);
    other.awaitOthers(DEAD);
    ChargeReceipt second = drawn(one, DEAD);
    assertThrows(ConcurrentReleaseException.class, () -> other.charge(DEAD));
    assertEquals(2, other.view().charges().size());
    sleeps.set(0);
    other.awaitOthers(DEAD);
    assertEquals(5, sleeps.get());
    assertEquals(3, drawn(other, DEAD).number() - second.number() + 1);
  }

  @Test
  void awaitOthers_runThatWasClosed_isNotAwaitedAgain() {
    drawn(run(), DEAD);
    DurableLedger second = run();
    second.awaitOthers(DEAD);
    drawn(second, DEAD);
    sleeps.set(0);
    DurableLedger third = run();
    third.awaitOthers(DEAD);
    assertEquals(5, sleeps.get());
    assertTrue(third.store(drawn(third, DEAD), "\"third\""));
    assertEquals("\"third\"", stored());
    assertEquals(List.of(), store.numbers(Area.BEATS));
  }

  @Test
  void rerun_afterAClosedRunWithoutHeartbeats_isPaidAgain() {
    drawn(run(), NEVER);
    drawn(run(), ALWAYS);
    DurableLedger third = run();
    third.awaitOthers(DEAD);
    assertEquals(5, sleeps.get());
    assertTrue(third.store(drawn(third, DEAD), "1"));
  }

  @Test
  void find_runWithoutHeartbeats_isNotKnownToBeDead() {
    drawn(run(), Fixtures.paying(Fixtures.ask("another", 0.25), ChargeRequest.PayAgain.DEAD));
    assertEquals(1, store.numbers(Area.BEATS).size());
    ChargeReceipt receipt = drawn(run(), NEVER);
    assertEquals(1, store.numbers(Area.BEATS).size());
    DurableLedger rerun = run();
    rerun.awaitOthers(DEAD);
    assertEquals(0, sleeps.get());
    LedgerRefusedException refusal =
        assertThrows(LedgerRefusedException.class, () -> rerun.find(DEAD));
    assertTrue(refusal.getMessage().contains("entry " + receipt.number()), refusal.getMessage());
    assertTrue(refusal.getMessage().contains("no heartbeat"), refusal.getMessage());
    assertThrows(LedgerRefusedException.class, () -> rerun.charge(DEAD));
  }

  @Test
  void draw_beatsOfNamedRunsOnly_andOnlyWhereTheyMayBePaidAgain() throws InterruptedException {
    DurableLedger ledger = run();
    ChargeRequest nameless =
        new ChargeRequest(
            Optional.empty(), "r", "/", DEAD.price(), true, DEAD.payAgain(), Map.of(), "t");
    drawn(ledger, nameless);
    drawn(ledger, NEVER);
    assertEquals(List.of(), store.numbers(Area.BEATS));
    ChargeRequest named =
        new ChargeRequest(
            Optional.of("m"), "r", "/", DEAD.price(), true, DEAD.payAgain(), Map.of(), "a test");
    Set<Thread> before = threads();
    ChargeReceipt receipt = drawn(ledger, named);
    assertEquals(List.of(receipt.number() * 1_000_000_000), store.numbers(Area.BEATS));
    assertEquals(1, startedSince(before).size());
    ledger.store(receipt, "1");
    assertEquals(List.of(), store.numbers(Area.BEATS));
    assertEnded(before);
  }

  @Test
  void draw_afterAConcurrentRelease_endsItsHeartbeats() throws InterruptedException {
    DurableLedger one = run();
    DurableLedger twin = run();
    ChargeReceipt receipt = one.charge(DEAD);
    twin.charge(DEAD);
    Set<Thread> earlier = threads();
    twin.draw(receipt);
    Set<Thread> ofTwin = startedSince(earlier);
    assertEquals(1, ofTwin.size());
    Set<Thread> before = threads();
    assertThrows(ConcurrentReleaseException.class, () -> one.draw(receipt));
    assertEnded(before);
    assertTrue(threads().containsAll(ofTwin));
    one.awaitOthers(DEAD);
    assertEquals(5, sleeps.get());
  }

  @Test
  void store_unreachable_releasesNothingThatMayBePaidAgain() {
    boolean[] isGone = {false};
    LedgerStore going =
        new ForwardingStore(store) {
          @Override
          public boolean putIfAbsent(Area area, long number, byte[] bytes) {
            if (isGone[0]) {
              throw new LedgerUnavailableException("gone");
            }
            return super.putIfAbsent(area, number, bytes);
          }
        };
    DurableLedger ledger = run(going, sleep -> {});
    ChargeReceipt receipt = drawn(ledger, DEAD);
    ChargeReceipt other = Fixtures.release(run(), Fixtures.ask("other", 0.25), "1");
    assertTrue(other.number() > receipt.number());
    isGone[0] = true;
    LedgerUnavailableException failure =
        assertThrows(LedgerUnavailableException.class, () -> ledger.store(receipt, "1"));
    assertTrue(failure.getMessage().contains("is not released"), failure.getMessage());
    isGone[0] = false;
    DurableLedger never = run(going, sleep -> {});
    ChargeReceipt its = drawn(never, Fixtures.ask("never", 0.25));
    isGone[0] = true;
    assertFalse(never.store(its, "1"));
  }

  @Test
  void clean_beatsThatTheAccountMayNotRemove_areRemovedOnceTheirChargeIsOver() {
    LedgerStore keeping =
        new ForwardingStore(store) {
          @Override
          public boolean removeBeat(long number) {
            return false;
          }
        };
    DurableLedger finished = run(keeping, sleep -> {});
    finished.store(drawn(finished, Fixtures.paying(Fixtures.ask("f", 0.25), DEAD.payAgain())), "1");
    drawn(run(), DEAD);
    assertEquals(2, store.numbers(Area.BEATS).size());
    assertEquals(1, run().clean());
    run().awaitOthers(DEAD);
    assertEquals(5, sleeps.get());
  }

  @Test
  void beats_ofARealTimer_comeUntilTheLedgerIsClosed(@TempDir Path folder) throws Exception {
    FileStore files = FileStore.open(folder.resolve("ledger"));
    DurableLedger.init(files, EntryAuthenticator.hash(), Fixtures.terms(1));
    // A ledger that an older version made has no such folder.
    Files.delete(folder.resolve("ledger/beats"));
    Log.Surroundings real = Log.Surroundings.real();
    DurableLedger ledger =
        DurableLedger.open(
            new Log(
                files,
                EntryAuthenticator.hash(),
                new Log.Surroundings(
                    real.names(), real.clock(), real.pause(), real.sleep(), 5_000_000)));
    Set<Thread> before = threads();
    ChargeReceipt receipt = drawn(ledger, DEAD);
    long third = receipt.number() * 1_000_000_000 + 2;
    for (int waits = 0; last(files) < third && waits < 10_000; waits++) {
      Thread.sleep(1);
    }
    ledger.close();
    long last = last(files);
    assertTrue(last >= third, "only " + last);
    assertEquals(1, files.numbers(Area.BEATS).size(), "old beats are left");
    Thread.sleep(30);
    assertEquals(last, last(files));
    assertEnded(before);
  }

  /** Waits until all threads of heartbeats but those before have ended. */
  private static void assertEnded(Set<Thread> before) throws InterruptedException {
    for (Thread each : startedSince(before)) {
      each.join(10_000);
      assertFalse(each.isAlive(), "a thread of heartbeats");
    }
  }

  private static Set<Thread> startedSince(Set<Thread> before) {
    Set<Thread> started = threads();
    started.removeAll(before);
    return started;
  }

  private static Set<Thread> threads() {
    Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
    threads.removeIf(one -> !one.getName().equals("private-mean-heartbeat"));
    return threads;
  }

  private static long last(LedgerStore of) {
    return of.numbers(Area.BEATS).stream().mapToLong(Long::longValue).max().orElse(-1);
  }

  @Test
  void awaitOthers_interrupted_reportsItAndDoesNotCallTheRunDead() {
    drawn(run(), DEAD);
    DurableLedger rerun = DurableLedger.open(store, EntryAuthenticator.hash());
    Thread.currentThread().interrupt();
    assertThrows(LedgerUnavailableException.class, () -> rerun.awaitOthers(DEAD));
    assertTrue(Thread.interrupted());
    assertThrows(ConcurrentReleaseException.class, () -> rerun.charge(DEAD));
  }
}
