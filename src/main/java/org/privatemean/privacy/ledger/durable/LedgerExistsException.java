package org.privatemean.privacy.ledger.durable;

/** Thrown if a ledger cannot be created because there is one already. */
public final class LedgerExistsException extends LedgerRefusedException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates a refusal.
   *
   * @param text the ledger and the remedy; names of params in braces
   */
  public LedgerExistsException(String text) {
    super(text);
  }
}
