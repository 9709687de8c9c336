package org.privatemean.privacy.ledger.durable;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.privatemean.privacy.ledger.durable.LedgerStore.Area;

/**
 * Heartbeats: the run that draws on a charge puts a numbered value in each period until it ends.
 * They only help to decide whether a later run of the same name pays again: a run that was
 * considered dead can neither store its result nor release it ({@link DurableLedger#charge}). The
 * previous one is removed if the account may do that. Callers hold the lock of their ledger.
 */
final class Heartbeat {
  static final long PERIOD_NANOS = 10_000_000_000L;

  /** A run is dead after this number of periods without a new beat. */
  static final int SILENT_PERIODS = 5;

  /** Upper bound on the numbers of heartbeats of one charge. */
  private static final long MOST = 1_000_000_000;

  private static final long NONE = -1;

  private final LedgerStore store;
  private final Log.Surroundings surroundings;
  private boolean mayRemove = true;
  private long charge = NONE;
  private long number;
  private ScheduledExecutorService timer;

  Heartbeat(LedgerStore store, Log.Surroundings surroundings) {
    this.store = store;
    this.surroundings = surroundings;
  }

  /** Puts the first heartbeat of a charge; {@code beat} puts the next ones until {@link #stop}. */
  void start(long drawn, Runnable beat) {
    stop();
    charge = drawn;
    number = last(drawn).orElse(NONE);
    beat();
    timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "private-mean-heartbeat");
              thread.setDaemon(true);
              return thread;
            });
    long period = surroundings.period();
    ScheduledFuture<?> unused =
        timer.scheduleWithFixedDelay(beat, period, period, TimeUnit.NANOSECONDS);
  }

  /** Puts the next heartbeat, unless they have ended. */
  void beat() {
    if (charge == NONE) {
      return;
    }
    long before = number;
    byte[] bytes = ("beat " + surroundings.names().get()).getBytes(StandardCharsets.UTF_8);
    do {
      number++;
    } while (!store.putIfAbsent(Area.BEATS, key(charge, number), bytes));
    if (before != NONE && mayRemove) {
      mayRemove = store.removeBeat(key(charge, before));
    }
  }

  /** Ends the heartbeats: the timer drops its task, and none is put afterwards. */
  void stop() {
    charge = NONE;
    if (timer != null) {
      timer.shutdown();
      timer = null;
    }
  }

  OptionalLong last(long ofCharge) {
    return numbers(found -> found == ofCharge).map(beat -> beat % MOST).max();
  }

  /** Removes the heartbeats of charges, if this account may; returns their number. */
  int remove(LongPredicate ofCharge) {
    try {
      return (int) numbers(ofCharge).filter(store::removeBeat).count();
    } catch (LedgerUnavailableException unreachable) {
      // They are harmless: ledger verify --clean removes them.
      return 0;
    }
  }

  private LongStream numbers(LongPredicate ofCharge) {
    return store.numbers(Area.BEATS).stream()
        .mapToLong(Long::longValue)
        .filter(beat -> ofCharge.test(beat / MOST));
  }

  private static long key(long charge, long number) {
    return charge * MOST + number;
  }
}
