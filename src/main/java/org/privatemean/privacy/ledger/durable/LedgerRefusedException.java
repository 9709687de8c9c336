package org.privatemean.privacy.ledger.durable;

import org.privatemean.refusal.Refusal;

/**
 * Thrown if a ledger does not pay for a release: too little remains, the name belongs to another
 * request, or the request does not match the terms of the ledger. Retrying does not help.
 */
public class LedgerRefusedException extends RuntimeException implements Refusal {
  private static final long serialVersionUID = 1L;

  private final String text;

  /**
   * Creates a refusal.
   *
   * @param text the ledger and entry, the required and the remaining budget, and the remedy; names
   *     of params in braces
   */
  public LedgerRefusedException(String text) {
    super(Refusal.plain(text));
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
