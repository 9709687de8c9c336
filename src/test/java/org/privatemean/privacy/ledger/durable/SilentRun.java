package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.privatemean.privacy.ledger.durable.DurableLedger.ChargeReceipt;
import org.privatemean.privacy.ledger.durable.LedgerStore.Area;

/** A run that falls silent, its rerun, and the run waking up, on any store. */
public final class SilentRun {
  /** Longer than a test: no beat but the first is put. */
  private static final long PERIOD = 1_000_000_000L * 1_000;

  private SilentRun() {}

  /**
   * Checks that the rerun waits five periods, pays by its own charge and is the only one to store.
   *
   * @param open opens the store of the runs, in which nothing is yet; a new connection each time
   */
  public static void checkRerun(Callable<LedgerStore> open) throws Exception {
    AtomicInteger sleeps = new AtomicInteger();
    ChargeRequest ask = Fixtures.paying(Fixtures.ask("n", 0.25), ChargeRequest.PayAgain.DEAD);
    DurableLedger.init(open.call(), EntryAuthenticator.hash(), Fixtures.terms(2)).close();
    try (DurableLedger silent = run(open.call(), sleeps);
        DurableLedger rerun = run(open.call(), sleeps);
        LedgerStore store = open.call()) {
      ChargeReceipt first = silent.charge(ask);
      silent.draw(first);
      assertEquals(1, store.numbers(Area.BEATS).size());
      rerun.awaitOthers(ask);
      assertEquals(Heartbeat.SILENT_PERIODS, sleeps.get());
      ChargeReceipt second = rerun.charge(ask);
      rerun.draw(second);
      assertThrows(LedgerRefusedException.class, () -> silent.store(first, "\"first\""));
      assertTrue(rerun.store(second, "\"second\""));
      assertThrows(LedgerRefusedException.class, () -> silent.store(first, "\"first\""));
      LedgerView view = rerun.view();
      assertEquals(0.5, view.spent().rhoCeiling());
      assertEquals(List.of(first.number(), second.number()), numbers(view.charges()));
      assertEquals(List.of(second.number()), numbers(view.retries()));
      assertEquals("\"second\"", rerun.find(ask).orElseThrow().body());
    }
  }

  private static List<Long> numbers(List<LedgerView.ChargeLine> lines) {
    return lines.stream().map(LedgerView.ChargeLine::number).toList();
  }

  private static DurableLedger run(LedgerStore store, AtomicInteger sleeps) {
    Log.Surroundings real = Log.Surroundings.real();
    return DurableLedger.open(
        new Log(
            store,
            EntryAuthenticator.hash(),
            new Log.Surroundings(
                real.names(),
                real.clock(),
                real.pause(),
                nanos -> sleeps.incrementAndGet(),
                PERIOD)));
  }
}
