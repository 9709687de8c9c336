package org.privatemean.app;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Printable name of a failure from outside this project. Its message is left out, as it may quote a
 * row.
 */
final class FailureName {
  private static final Pattern CONDITION = Pattern.compile("^(\\[[A-Z0-9_.]+\\])");

  private FailureName() {}

  /** Returns the class and Spark's name of the error, if it has one. */
  public static String describe(Throwable failure) {
    Matcher condition = CONDITION.matcher(String.valueOf(failure.getMessage()));
    return failure.getClass().getSimpleName() + (condition.find() ? " " + condition.group(1) : "");
  }
}
