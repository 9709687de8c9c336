package org.privatemean.privacy.ledger.durable;

/** Says that a ledger cannot be made where there is one already. */
public final class LedgerExistsException extends LedgerRefusedException {
  private static final long serialVersionUID = 1L;

  /**
   * A refusal.
   *
   * @param text which ledger, and what to do; names of params in braces
   */
  public LedgerExistsException(String text) {
    super(text);
  }
}
