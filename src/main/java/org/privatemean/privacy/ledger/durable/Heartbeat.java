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
 * Signs of life: the run that draws on a charge puts a numbered value in each period until it ends.
 *
 * <p>They only help to decide whether a later run of the same name pays again. No guarantee depends
 * on them: each run books its own charge, and a run that was taken for dead can neither store its
 * result nor release it; see {@link DurableLedger#charge}. They are not entries of the log. A beat
 * is put where there is none, so that no right to overwrite is needed; the beat before it is
 * removed where the account may do that.
 *
 * <p>Not thread-safe: callers hold the lock of their ledger, {@code beat} takes it.
 */
final class Heartbeat {
  /** Time between two beats, by default. */
  static final long PERIOD_NANOS = 10_000_000_000L;

  /** A run is dead after this number of periods without a new beat. */
  static final int SILENT_PERIODS = 5;

  /** Beats of one charge have numbers below this one. */
  private static final long MOST = 1_000_000_000;

  private static final long NONE = -1;

  private final LedgerStore store;
  private final Log.Surroundings surroundings;
  private boolean mayRemove = true;
  private long charge = NONE;
  private long number;
  private ScheduledExecutorService timer;
  private ScheduledFuture<?> beating;

  Heartbeat(LedgerStore store, Log.Surroundings surroundings) {
    this.store = store;
    this.surroundings = surroundings;
  }

  /**
   * Puts the first beat of a run, and has the next ones put until {@link #stop}.
   *
   * @param drawn the charge that the run draws on
   * @param beat calls {@link #beat} under the lock; ends the beats where it throws
   */
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
    beating = timer.scheduleWithFixedDelay(beat, period, period, TimeUnit.NANOSECONDS);
  }

  /** Puts the next beat; nothing where none is due any more. */
  void beat() {
    if (charge == NONE) {
      return;
    }
    long before = number;
    byte[] bytes = ("beat " + surroundings.names().get()).getBytes(StandardCharsets.UTF_8);
    do {
      number++;
    } while (!store.putIfAbsent(new LedgerStore.StoreKey(Area.BEATS, key(charge, number)), bytes));
    if (before != NONE && mayRemove) {
      mayRemove = store.removeBeat(key(charge, before));
    }
  }

  /** Ends the beats: none is put after this. */
  void stop() {
    charge = NONE;
    if (timer != null) {
      beating.cancel(false);
      timer.shutdown();
      timer = null;
    }
  }

  /** The last beat of a charge; empty where there is none. */
  OptionalLong last(long ofCharge) {
    return numbers(found -> found == ofCharge).map(beat -> beat % MOST).max();
  }

  /** Removes the beats of charges, where this account may; returns their number. */
  int remove(LongPredicate ofCharge) {
    try {
      return (int) numbers(ofCharge).filter(store::removeBeat).count();
    } catch (LedgerUnavailableException unreachable) {
      // They do no harm: ledger verify --clean removes them.
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
