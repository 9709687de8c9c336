package org.privatemean.privacy.ledger.durable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    BEATS
  }

  /** Puts a value if its number, at least 0, is absent; returns true if these bytes won. */
  boolean putIfAbsent(Area area, long number, byte[] bytes);

  /** Returns the value under a number; empty if none was put. */
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

  /**
   * Removes a value of {@link Area#BEATS}, and no other, if this account has the right; returns
   * true if it is absent now.
   */
  boolean removeBeat(long number);

  /** Creates the place of a new ledger, and checks it. Harmless if a ledger exists. */
  void prepare();

  /** Checks for put-if-absent; a remote store puts one probe twice: the second put must lose. */
  void check();

  /** Removes leftovers of dead attempts, while nothing is written; returns their number. */
  int clean();

  /** Returns the name of the place in messages: its URI, without user and password. */
  String name();

  @Override
  void close();
}
