package org.privatemean.privacy.ledger.durable;

import org.privatemean.refusal.Refusal;

/**
 * Thrown if a ledger does not pay for a release: too little remains, the name belongs to another
 * request, or the request does not match the terms of the ledger; or if a ledger cannot be created
 * because there is one already. Retrying does not help.
 */
public final class LedgerRefusedException extends RuntimeException implements Refusal {
  private static final long serialVersionUID = 1L;

  private final String text;
  private final boolean exists;

  /** Creates a refusal to pay, with its fact and remedy; names of params in braces. */
  public LedgerRefusedException(String text) {
    this(text, false);
  }

  /** Creates a refusal to pay, or, if {@code exists}, to create a ledger. */
  public LedgerRefusedException(String text, boolean exists) {
    super(Refusal.plain(text));
    this.text = text;
    this.exists = exists;
  }

  /** Returns true if there is a ledger already where one was to be created. */
  public boolean exists() {
    return exists;
  }

  @Override
  public String text() {
    return text;
  }
}
