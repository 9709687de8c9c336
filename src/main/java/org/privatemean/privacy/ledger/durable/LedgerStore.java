package org.privatemean.privacy.ledger.durable;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.privatemean.numeric.NumberFormat;

/**
 * Storage of the entries and results of a ledger: values that are put once under a number and never
 * changed.
 *
 * <p><b>Contract.</b> Of all attempts to put a value under one number, from any process or machine,
 * exactly one wins, and from then on every {@link #get} returns the winner's bytes, whole. A value
 * survives a power failure before {@link #putIfAbsent} returns true. {@link PutIfAbsentResolver}
 * settles lost, late and ambiguous answers.
 *
 * <p>Methods throw {@link LedgerUnavailableException} if the store cannot be read or written. One
 * thread at a time.
 */
public interface LedgerStore extends AutoCloseable {
  /** The kinds of values. */
  enum Area {
    /** Entries of the log, from 0 on without gaps. */
    ENTRIES,
    /** The released results of charges, under the number of the charge. */
    RESULTS,
    /** Heartbeats of runs. No guarantee depends on them, and they may be removed. */
    BEATS;

    private static final Pattern NUMBER = Pattern.compile("\\d{12,18}");

    /** Returns the folder of the values, where each is a file. */
    public String folder() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the file of a value: {@code entries/000000000017}. */
    public String file(long number) {
      return folder() + NumberFormat.format("/%012d", number);
    }

    /** Returns the numbers of the files in a folder, in ascending order; ignores other files. */
    public static List<Long> numbers(List<String> files) {
      return files.stream()
          .filter(name -> NUMBER.matcher(name).matches())
          .map(Long::valueOf)
          .sorted()
          .toList();
    }
  }

  /** Puts a value if its number, at least 0, is absent; returns true if these bytes won. */
  boolean putIfAbsent(Area area, long number, byte[] bytes);

  Optional<byte[]> get(Area area, long number);

  /**
   * Returns the entries from a number on, up to the first absent number. From 0 on a store must
   * refuse a gap: a write into it would let two ledgers grow from one.
   */
  default List<byte[]> entriesFrom(long first) {
    List<byte[]> found = new ArrayList<>();
    Optional<byte[]> next = get(Area.ENTRIES, first);
    while (next.isPresent()) {
      found.add(next.get());
      next = get(Area.ENTRIES, first + found.size());
    }
    return found;
  }

  /** Returns the numbers under which an area has values, in ascending order. */
  List<Long> numbers(Area area);

  /** Removes a heartbeat, if this account has the right; returns true if it is absent now. */
  boolean removeBeat(long number);

  /** Creates the place of a new ledger, and checks it. Harmless if a ledger exists. */
  default void prepare() {
    check();
  }

  /** Checks for put-if-absent; a remote store puts one probe twice: the second put must lose. */
  void check();

  /** Removes leftovers of dead attempts, while nothing is written; returns their number. */
  default int clean() {
    return 0;
  }

  /** Returns the name of the place in messages: its URI, without user and password. */
  String name();

  @Override
  default void close() {}

  /**
   * The rule by which every store determines the winner of a put: values contain a random name of
   * the attempt, so a lost, late or ambiguous answer is settled by reading the key. If that is
   * empty, the put may still be under way, and repeating it is safe.
   */
  final class PutIfAbsentResolver {
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
      T once() throws IOException, SQLException;
    }

    /**
     * Puts a value under an absent key; returns true if the key then holds it.
     *
     * @param put puts it; true if the store has confirmed this put, false if it is not known
     * @param key reads the value of the key; empty if absent
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
      boolean isConfirmed;
      try {
        isConfirmed = put.once();
      } catch (IOException | SQLException unknown) {
        Optional<Boolean> won = isMine(bytes, key);
        if (won.isEmpty()) {
          throw unknown;
        }
        return won;
      }
      return isConfirmed ? Optional.of(true) : isMine(bytes, key);
    }

    private static Optional<Boolean> isMine(byte[] bytes, StoreAccess<Optional<byte[]>> key)
        throws IOException, SQLException {
      return key.once().map(found -> Arrays.equals(found, bytes));
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
}
