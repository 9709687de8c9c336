package org.privatemean.privacy.ledger.durable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Storage of the entries and results of a ledger: values that are put once under a number and never
 * changed.
 *
 * <p><b>Contract.</b> Of all attempts to put a value under one key, from any process or machine,
 * exactly one wins, and from then on every {@link #get} returns the winner's bytes, whole. A value
 * survives a power failure before {@link #putIfAbsent} returns true. A lost, late or ambiguous
 * answer is settled by reading the key, never by waiting and never by an error code: the same
 * bytes, which contain a random name of the attempt, have won; others have lost; if the key is
 * empty, the put is repeated.
 *
 * <p>One thread at a time.
 */
public interface LedgerStore extends AutoCloseable {
  /** The kinds of values. */
  enum Area {
    /** Entries of the log, from 0 on without gaps. */
    ENTRIES,
    /** The released results of charges, under the number of the charge. */
    RESULTS,
    /** Heartbeats of runs. No guarantee depends on them, and they may be removed. */
    BEATS
  }

  /**
   * The key of a value.
   *
   * @param area the kind of the value
   * @param number at least 0
   */
  record StoreKey(Area area, long number) {}

  /**
   * Puts a value if the key is absent.
   *
   * @return true if this call has put these bytes
   * @throws LedgerUnavailableException if this cannot be determined
   */
  boolean putIfAbsent(StoreKey key, byte[] bytes);

  /**
   * Returns the value under a key; empty if none was put.
   *
   * @throws LedgerUnavailableException if the store cannot be read
   */
  Optional<byte[]> get(StoreKey key);

  /**
   * Returns the entries from a number on, up to the first absent number. From 0 on a store must
   * refuse a gap: a write into it would let two ledgers grow from one.
   *
   * @throws LedgerUnavailableException if the store cannot be read, or has a gap
   */
  default List<byte[]> entriesFrom(long first) {
    List<byte[]> found = new ArrayList<>();
    Optional<byte[]> next = get(new StoreKey(Area.ENTRIES, first));
    while (next.isPresent()) {
      found.add(next.get());
      next = get(new StoreKey(Area.ENTRIES, first + found.size()));
    }
    return found;
  }

  /**
   * Returns the numbers under which an area has values, in ascending order.
   *
   * @throws LedgerUnavailableException if the store cannot be read
   */
  List<Long> numbers(Area area);

  /**
   * Removes a value of {@link Area#BEATS}, if this account has the right. No other value is ever
   * removed.
   *
   * @return true if the value is absent now
   */
  boolean removeBeat(long number);

  /**
   * Creates the folders or tables of a new ledger, and checks that the store supports
   * put-if-absent. Harmless if a ledger exists.
   *
   * @throws LedgerUnavailableException if it cannot
   */
  void prepare();

  /**
   * Checks that the store supports put-if-absent; a remote store puts one probe twice, and the
   * second put must lose.
   *
   * @throws LedgerUnavailableException if it does not, or cannot be reached
   */
  void check();

  /**
   * Removes the leftovers of attempts that died, if any. Call it only while nothing is being
   * written.
   *
   * @return number of leftovers removed
   */
  int clean();

  /** Returns the name of the place in messages: its URI, without user and password. */
  String name();

  @Override
  void close();
}
