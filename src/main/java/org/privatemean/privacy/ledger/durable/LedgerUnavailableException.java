package org.privatemean.privacy.ledger.durable;

import org.privatemean.refusal.Refusal;

/**
 * Thrown if a ledger cannot be reached, does not exist, or is damaged. Nothing was released;
 * earlier charges remain. A retry may succeed once the ledger is reachable and whole.
 */
public final class LedgerUnavailableException extends RuntimeException implements Refusal {
  private static final long serialVersionUID = 1L;

  private final String text;

  /** Creates a failure whose text names ledger, entry and remedy; names of params in braces. */
  public LedgerUnavailableException(String text) {
    this(text, null);
  }

  /** Creates a failure with a cause, whose message must not contain credentials. */
  public LedgerUnavailableException(String text, Throwable cause) {
    super(Refusal.plain(text), cause);
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
