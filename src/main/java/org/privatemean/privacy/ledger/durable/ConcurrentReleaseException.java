package org.privatemean.privacy.ledger.durable;

/**
 * Thrown if another process with the same name was faster: it has drawn on the charge or stored the
 * result. This process must discard everything and look up the name again.
 */
public final class ConcurrentReleaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception; its message is never shown. */
  public ConcurrentReleaseException(String message) {
    super(message);
  }
}
