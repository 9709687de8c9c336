package org.privatemean.privacy.ledger.durable;

/**
 * A charge in the log.
 *
 * @param number of its entry
 * @param hash SHA-256 of all bytes of the entry, in hex
 * @param granted the charged price
 */
public record ChargeReceipt(long number, String hash, Price granted) {
  /** Returns the name of the entry in reports: {@code 17:<hash>}. */
  public String entry() {
    return number + ":" + hash;
  }
}
