package org.privatemean.privacy.ledger.durable;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/**
 * The one rule by which every store finds out who has won: an answer that is lost, late or
 * ambiguous is settled by reading the key.
 *
 * <p>The bytes of a value hold a random name of the attempt, so that no two attempts put the same.
 * If the key holds these bytes, this attempt has won, whatever the store answered: the answer may
 * have been lost, or a put that was sent twice may have met itself. If it holds others, it has
 * lost. If it holds nothing, the put may still be under way; to put again is safe, since it is the
 * same value, and at most one can be stored. No code of an error is looked at, and what is waited
 * for is only that a busy store has time again.
 */
public final class PutIfAbsentResolver {
  /** With the waits below these take 1.3 s on average, next to the store's own time. */
  private static final int MAX_TRIES = 12;

  private static final long FIRST_WAIT_MILLIS = 5;
  private static final long LONGEST_WAIT_MILLIS = 500;

  /** A store may take long to say that it cannot be reached: it is not asked 12 times then. */
  private static final long LONGEST_NANOS = 60_000_000_000L;

  private final Function<Exception, LedgerUnavailableException> unreachable;

  /**
   * The rule for a store.
   *
   * @param unreachable what is thrown where nothing can be found out, from the last failure
   */
  public PutIfAbsentResolver(Function<Exception, LedgerUnavailableException> unreachable) {
    this.unreachable = unreachable;
  }

  /** Puts a value under a key where there is none. */
  public interface Put {
    /**
     * Tries once.
     *
     * @return whether the store has said that this put, and no other, is there; false if unknown
     */
    boolean once() throws IOException, SQLException;
  }

  /** Reads from the store. */
  public interface StoreRead<T> {
    /** Tries once. */
    T once() throws IOException, SQLException;
  }

  /**
   * Puts a value, and finds out who has won.
   *
   * @param bytes the value
   * @param put puts it
   * @param key reads what is under the key; empty for nothing
   * @return whether the value is there
   */
  public boolean put(byte[] bytes, Put put, StoreRead<Optional<byte[]>> key) {
    return repeat(() -> tryPut(bytes, put, key));
  }

  /** Returns what a store says, asked again while it fails. */
  public <T> T read(StoreRead<T> reading) {
    return repeat(() -> Optional.of(reading.once()));
  }

  private static Optional<Boolean> tryPut(byte[] bytes, Put put, StoreRead<Optional<byte[]>> key)
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
    if (won.isEmpty() && failure != null) {
      rethrow(failure);
    }
    return won;
  }

  private static void rethrow(Exception failure) throws IOException, SQLException {
    if (failure instanceof IOException ofFiles) {
      throw ofFiles;
    }
    throw (SQLException) failure;
  }

  private <T> T repeat(StoreRead<Optional<T>> trial) {
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

  /** Waits a random time, longer the more tries there were; false if interrupted. */
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
