package org.privatemean.privacy.ledger.durable;

import java.util.Optional;

/** A budget for all fits on the same people. (Claim, proof and contract: to be written here.) */
public final class DurableLedger implements AutoCloseable {
  private DurableLedger() {}

  /**
   * Makes a ledger: puts entry 0.
   *
   * @throws LedgerRefusedException if there is a ledger already
   * @throws LedgerUnavailableException if the store cannot be reached, or cannot put if absent
   */
  public static DurableLedger init(LedgerStore store, Seal seal, LedgerTerms terms) {
    throw new UnsupportedOperationException();
  }

  /**
   * Opens a ledger: reads and verifies the whole log.
   *
   * @throws LedgerUnavailableException if there is none, it cannot be reached, or it is damaged,
   *     naming the entry
   */
  public static DurableLedger open(LedgerStore store, Seal seal) {
    throw new UnsupportedOperationException();
  }

  /** The identity: 32 hex digits. */
  public String id() {
    throw new UnsupportedOperationException();
  }

  /** What it promises. */
  public LedgerTerms terms() {
    throw new UnsupportedOperationException();
  }

  /** What it shows, after reading on. */
  public LedgerView view() {
    throw new UnsupportedOperationException();
  }

  /**
   * Refuses a ledger that has lost an entry.
   *
   * @param entry {@code number:hash}
   * @throws LedgerUnavailableException if it does not hold it
   */
  public void checkContains(String entry) {
    throw new UnsupportedOperationException();
  }

  /**
   * Checks every stored result against its charge, beside what {@link #open} has checked.
   *
   * @throws LedgerUnavailableException naming the first that does not fit
   */
  public void checkResults() {
    throw new UnsupportedOperationException();
  }

  /**
   * What was stored under the name and the request; empty where a fit may go on. Reads on first;
   * writes nothing.
   *
   * @throws LedgerRefusedException if the name stands for another request; or was drawn, left no
   *     result and is not to be paid again; or it has no ticket and too little remains; or the
   *     scope is no part of the ledger; or delta is asked of a ledger that has none
   */
  public Optional<Stored> find(Ask ask) {
    throw new UnsupportedOperationException();
  }

  /**
   * Books the price, or finds the ticket of the name that was charged and not drawn. From here on
   * rows may be read.
   *
   * @throws LedgerRefusedException as {@link #find}; nothing is booked
   * @throws LostToTwinException if a result was stored meanwhile
   */
  public Ticket charge(Ask ask) {
    throw new UnsupportedOperationException();
  }

  /**
   * Punches a ticket: from here on its noise may exist. For exactly one caller.
   *
   * @throws LostToTwinException if it was drawn before
   */
  public void draw(Ticket ticket) {
    throw new UnsupportedOperationException();
  }

  /**
   * Stores the result of a ticket that this process has drawn; tries five times.
   *
   * @param body one line of JSON
   * @return whether it is stored
   */
  public boolean store(Ticket ticket, String body) {
    throw new UnsupportedOperationException();
  }

  /**
   * Books a release that was made elsewhere.
   *
   * @throws LedgerRefusedException if too little remains, or the name is taken
   */
  public Ticket chargeOutside(String name, String scope, Price price, String by) {
    throw new UnsupportedOperationException();
  }

  /** Adds a note: text for people, without line ends. */
  public void note(String text) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
