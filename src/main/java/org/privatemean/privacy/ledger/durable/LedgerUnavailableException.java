package org.privatemean.privacy.ledger.durable;

import org.privatemean.refusal.Refusal;

/**
 * Says that a ledger cannot be reached, is not there, or is damaged. Nothing was released; what was
 * charged before stays charged. It may be tried again once the ledger is reachable and whole.
 */
public final class LedgerUnavailableException extends RuntimeException implements Refusal {
  private static final long serialVersionUID = 1L;

  private final String text;

  /**
   * A failure.
   *
   * @param text what is wrong, with the name of the ledger and of the entry, and what to do; names
   *     of params in braces
   */
  public LedgerUnavailableException(String text) {
    this(text, null);
  }

  /** A failure with what caused it; its message must not be one that holds credentials. */
  public LedgerUnavailableException(String text, Throwable cause) {
    super(Refusal.plain(text), cause);
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
