package org.privatemean.app;

/** The user's input is at fault, and nothing was spent: exit code 2. The message is one line. */
final class WrongInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WrongInputException(String message) {
    super(message);
  }

  WrongInputException(String message, Throwable cause) {
    super(message, cause);
  }
}
