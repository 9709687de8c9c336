package org.privatemean.app;

/** Thrown if the job failed: exit code 1. The message contains no value of a row. */
final class FailedJobException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public FailedJobException(String message, Throwable cause) {
    super(message, cause);
  }
}
