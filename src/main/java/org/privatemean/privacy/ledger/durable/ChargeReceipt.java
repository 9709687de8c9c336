package org.privatemean.privacy.ledger.durable;

/**
 * A charge that stands in the log.
 *
 * @param number of its entry
 * @param hash SHA-256 of all bytes of the entry, in hex
 * @param granted what was charged
 */
public record ChargeReceipt(long number, String hash, Price granted) {
  /** As reports name it: {@code 17:<hash>}. */
  public String entry() {
    return number + ":" + hash;
  }
}
