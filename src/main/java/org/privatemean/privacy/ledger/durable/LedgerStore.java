package org.privatemean.privacy.ledger.durable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Storage of a ledger's entries and results: values that are put once under a number and never
 * changed.
 *
 * <p><b>Contract.</b> Of all that put a value under one key, from whatever process or machine,
 * exactly one wins, and from then on every {@link #get} returns the winner's bytes, whole. A value
 * is safe from a loss of power before {@link #putIfAbsent} returns true. An answer that is lost,
 * late or ambiguous is settled by reading the key, never by waiting and never by the code of an
 * error: the same bytes, which hold a random name of the attempt, have won; others have lost;
 * nothing there means put again.
 *
 * <p>One thread at a time.
 */
public interface LedgerStore extends AutoCloseable {
  /** What a value is. */
  enum Area {
    /** An entry of the log, from 0 on without gaps. */
    ENTRIES,
    /** What a charge has released, under the number of the charge. */
    RESULTS,
    /** Signs of life of runs. No promise hangs on them, and they may be removed. */
    BEATS
  }

  /**
   * The place of a value.
   *
   * @param area what it is
   * @param number at least 0
   */
  record StoreKey(Area area, long number) {}

  /**
   * Puts a value where there is none.
   *
   * @return whether these bytes are now there, by this call
   * @throws LedgerUnavailableException if neither can be found out
   */
  boolean putIfAbsent(StoreKey key, byte[] bytes);

  /**
   * The value under a key; empty where none was put.
   *
   * @throws LedgerUnavailableException if the store cannot be read
   */
  Optional<byte[]> get(StoreKey key);

  /**
   * The entries from a number on, up to the first number that is absent. From 0 on a store must
   * refuse a gap: to write into it would let two ledgers grow from one.
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
   * The numbers under which an area has values, in ascending order.
   *
   * @throws LedgerUnavailableException if the store cannot be read
   */
  List<Long> numbers(Area area);

  /**
   * Removes a value of {@link Area#BEATS}, if this account may. No other value is ever removed.
   *
   * @return whether there is none now
   */
  boolean removeBeat(long number);

  /**
   * Makes what a new ledger needs, such as folders or tables, and checks that the store can put if
   * absent. Does no harm where a ledger is.
   *
   * @throws LedgerUnavailableException if it cannot
   */
  void prepare();

  /**
   * Checks that the store puts if absent; of remote stores by putting one probe twice, the second
   * of which must lose.
   *
   * @throws LedgerUnavailableException if it does not, or cannot be reached
   */
  void check();

  /**
   * Removes what attempts that died have left next to the log, if anything. Only while nobody
   * writes.
   *
   * @return number of leftovers removed
   */
  int clean();

  /** Returns how messages name the place: its URI, without user and password. */
  String name();

  @Override
  void close();
}
