package org.privatemean.app;

/** The job failed: exit code 1. The message holds no value of a row. */
final class FailedJobException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FailedJobException(String message, Throwable cause) {
    super(message, cause);
  }
}
