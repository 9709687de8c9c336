package org.privatemean.app;

/** Thrown if a text is not a condition. The message names the wrong word and the expected one. */
final class MalformedConditionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  MalformedConditionException(String message) {
    super(message);
  }
}
