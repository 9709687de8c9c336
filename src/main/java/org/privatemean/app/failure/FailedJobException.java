package org.privatemean.app.failure;

/** The job failed: exit code 1. The message holds no value of a row. */
public final class FailedJobException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public FailedJobException(String message, Throwable cause) {
    super(message, cause);
  }
}
