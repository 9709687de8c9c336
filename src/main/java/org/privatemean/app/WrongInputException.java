package org.privatemean.app;

/** Thrown if the input is wrong and nothing was spent: exit code 2. The message is one line. */
final class WrongInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WrongInputException(String message) {
    super(message);
  }

  public WrongInputException(String message, Throwable cause) {
    super(message, cause);
  }

  @SuppressWarnings("AnnotateFormatMethod") // The annotation is not a dependency of this project.
  static WrongInputException format(String format, Object... values) {
    return new WrongInputException(String.format(format, values));
  }

  static void check(String option, boolean isInRange, String range, Object value) {
    if (!isInRange) {
      throw format("%s must be %s. Provided value: %s", option, range, value);
    }
  }
}
