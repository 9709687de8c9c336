package org.privatemean.privacy.ledger.durable;

import org.privatemean.refusal.Refusal;

/**
 * Says that a ledger does not pay for a release: too little is left, the name stands for another
 * request, or the request does not fit what the ledger protects. To try the same again is of no
 * use.
 */
public class LedgerRefusedException extends RuntimeException implements Refusal {
  private static final long serialVersionUID = 1L;

  private final String text;

  /**
   * A refusal.
   *
   * @param text which ledger and entry, what was needed, what remains, what to do; names of params
   *     in braces
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
