package org.privatemean.privacy.ledger.durable;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/**
 * The rule by which every store determines the winner of a put: a lost, late or ambiguous answer is
 * settled by reading the key. Values contain a random name of the attempt. If the key holds these
 * bytes, this attempt has won, whatever the store answered; if it holds others, it has lost. If it
 * is empty, the put may still be under way, and repeating it is safe. No error code is inspected.
 */
public final class PutIfAbsentResolver {
  /** With the waits below these take 1.3 s on average, in addition to the store's own time. */
  private static final int MAX_TRIES = 12;

  private static final long FIRST_WAIT_MILLIS = 5;
  private static final long LONGEST_WAIT_MILLIS = 500;

  /** The limit on retries of a store that takes long to report that it cannot be reached. */
  private static final long LONGEST_NANOS = 60_000_000_000L;

  private final Function<Exception, LedgerUnavailableException> unreachable;

  /** Creates the rule; {@code unreachable} makes the exception from the last of all failures. */
  public PutIfAbsentResolver(Function<Exception, LedgerUnavailableException> unreachable) {
    this.unreachable = unreachable;
  }

  /** An access to the store, which may be repeated. */
  public interface StoreAccess<T> {
    /** Tries once. */
    T once() throws IOException, SQLException;
  }

  /**
   * Puts a value under an absent key, and determines the winner.
   *
   * @param bytes the value
   * @param put puts it; true if the store has confirmed this put, false if it is not known
   * @param key reads the value of the key; empty if absent
   * @return true if the key holds the value
   */
  public boolean put(byte[] bytes, StoreAccess<Boolean> put, StoreAccess<Optional<byte[]>> key) {
    return repeat(() -> tryPut(bytes, put, key));
  }

  /** Returns the answer of a store, with retries while it fails. */
  public <T> T read(StoreAccess<T> reading) {
    return repeat(() -> Optional.of(reading.once()));
  }

  private static Optional<Boolean> tryPut(
      byte[] bytes, StoreAccess<Boolean> put, StoreAccess<Optional<byte[]>> key)
      throws IOException, SQLException {
    Exception failure = null;
    try {
      if (put.once()) {
        return Optional.of(true);
      }
    } catch (IOException | SQLException unknown) {
      failure = unknown;
    }
    Optional<Boolean> won = key.once().map(found -> Arrays.equals(found, bytes));
    if (won.isEmpty() && failure instanceof IOException ofFiles) {
      throw ofFiles;
    }
    if (won.isEmpty() && failure instanceof SQLException ofDatabase) {
      throw ofDatabase;
    }
    return won;
  }

  private <T> T repeat(StoreAccess<Optional<T>> trial) {
    long start = System.nanoTime();
    Exception last = new IOException("the store neither keeps nor refuses what is put");
    for (int tries = 1; ; tries++) {
      try {
        Optional<T> found = trial.once();
        if (found.isPresent()) {
          return found.get();
        }
      } catch (IOException | SQLException failure) {
        last = failure;
      }
      if (tries == MAX_TRIES || System.nanoTime() - start > LONGEST_NANOS || !await(tries)) {
        throw unreachable.apply(last);
      }
    }
  }

  /** Waits a random time that grows with the number of tries; returns false if interrupted. */
  private static boolean await(int tries) {
    long most = Math.min(LONGEST_WAIT_MILLIS, FIRST_WAIT_MILLIS << tries);
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(most) + 1);
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
