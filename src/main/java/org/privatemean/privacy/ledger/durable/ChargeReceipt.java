package org.privatemean.privacy.ledger.durable;

/** A charge in the log: its entry's number, SHA-256 of all bytes of the entry, and the price. */
public record ChargeReceipt(long number, String hash, Price granted) {
  /** Returns the name of the entry in reports: {@code 17:<hash>}. */
  public String entry() {
    return number + ":" + hash;
  }
}
