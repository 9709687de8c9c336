package org.privatemean.privacy.ledger.durable;

/**
 * Says that another process with the same name was faster: it has drawn on the ticket, or stored
 * the result. All that this one has is to be dropped, and the name looked up again.
 */
public final class ConcurrentReleaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A loss; the message is never shown. */
  public ConcurrentReleaseException(String message) {
    super(message);
  }
}
