package org.privatemean.app.condition;

/** A text is not a condition. The message states the word at fault, and what may stand there. */
public final class MalformedConditionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  MalformedConditionException(String message) {
    super(message);
  }
}
