package org.privatemean.privacy.ledger.durable;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.privatemean.privacy.ledger.durable.LedgerEntry.LedgerEvent;
import org.privatemean.privacy.ledger.durable.LedgerStore.Area;
import org.privatemean.refusal.Refusal;

/**
 * Reads and writes the log of a store. To append is to read to the end, to create the next entry
 * from what was read, and to put it if its number is absent; otherwise to start over. So every
 * writer has read every entry before its own, and no lock can be left behind. Not thread-safe.
 */
class Log {
  private static final long FIRST_WAIT_NANOS = 500_000;
  private static final long LONGEST_WAIT_NANOS = 50_000_000;

  /** Attempts, over about a second, with a store that refuses a number and has nothing there. */
  private static final int MAX_VAIN_TRIES = 50;

  final LedgerStore store;
  final EntryAuthenticator seal;
  final Surroundings surroundings;
  final LedgerState state;

  /**
   * External dependencies, which no guarantee relies on: 32 random hex digits, the time for people,
   * waits of at most and of at least a number of nanoseconds, and nanoseconds between two
   * heartbeats.
   */
  record Surroundings(
      Supplier<String> names,
      Supplier<String> clock,
      LongConsumer pause,
      LongConsumer sleep,
      long period) {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int NAME_BYTES = 16;

    /** Returns those of this machine. */
    static Surroundings real() {
      return new Surroundings(
          Surroundings::name,
          () -> Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
          Surroundings::pauseAtMost,
          Surroundings::sleepAtLeast,
          Heartbeat.PERIOD_NANOS);
    }

    private static String name() {
      byte[] bytes = new byte[NAME_BYTES];
      RANDOM.nextBytes(bytes);
      return HexFormat.of().formatHex(bytes);
    }

    /** Waits at most the given time. An interrupt ends the wait and stays set. */
    private static void pauseAtMost(long mostNanos) {
      try {
        TimeUnit.NANOSECONDS.sleep(ThreadLocalRandom.current().nextLong(mostNanos));
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    private static void sleepAtLeast(long nanos) {
      long end = System.nanoTime() + nanos;
      try {
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
          TimeUnit.NANOSECONDS.sleep(left);
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new LedgerUnavailableException(
            "interrupted while another run of the same release was watched", interrupted);
      }
    }
  }

  Log(LedgerStore store, EntryAuthenticator seal, Surroundings surroundings) {
    this.store = store;
    this.seal = seal;
    this.surroundings = surroundings;
    this.state = new LedgerState(Refusal.literal(store.name()), seal);
  }

  /** Reads new entries up to the end. */
  final LedgerState readOn() {
    store.entriesFrom(state.size()).forEach(state::take);
    return state;
  }

  /** Puts the first entry; returns false if there is one. */
  final boolean open(LedgerTerms terms) {
    return put(surroundings.names().get(), new LedgerEvent.Open(terms));
  }

  /** Appends an event, made anew for each number that is tried; returns its number, if any. */
  OptionalLong append(Supplier<Optional<LedgerEvent>> make) {
    long wait = FIRST_WAIT_NANOS;
    int lost = -1;
    int vain = 0;
    while (vain < MAX_VAIN_TRIES) {
      readOn();
      Optional<LedgerEvent> act = make.get();
      if (act.isEmpty()) {
        return OptionalLong.empty();
      }
      int number = state.size();
      if (put(act.get())) {
        return OptionalLong.of(number);
      }
      vain = number == lost ? vain + 1 : 0;
      lost = number;
      wait = pause(wait);
    }
    throw new LedgerUnavailableException(
        String.format(
            "ledger %s neither takes entry %d nor shows who has put it; try again later",
            state.place, state.size()));
  }

  /** Puts an event under the next number; returns false if there is another entry. */
  final boolean put(LedgerEvent act) {
    return put(state.id(), act);
  }

  /** Waits for at most a number of nanoseconds; returns the maximum of the next wait. */
  final long pause(long nanos) {
    surroundings.pause().accept(nanos);
    return Math.min(LONGEST_WAIT_NANOS, 2 * nanos);
  }

  private boolean put(String ledger, LedgerEvent act) {
    LedgerEntry entry =
        new LedgerEntry(
            ledger,
            state.size(),
            state.lastHash(),
            surroundings.names().get(),
            act,
            state.spentAfter(act),
            surroundings.clock().get());
    byte[] bytes = seal.seal(entry.line());
    boolean won = store.putIfAbsent(Area.ENTRIES, state.size(), bytes);
    if (won) {
      state.take(bytes);
    }
    return won;
  }
}
