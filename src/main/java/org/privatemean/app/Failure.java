package org.privatemean.app;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.privatemean.app.input.WrongInputException;

/**
 * What standard error is told of a failure: one line without any value of a row.
 *
 * <p>The messages of this project hold none. Those of Spark and of the readers may, so of them only
 * the class and Spark's own name of the error are told.
 */
final class Failure {
  private static final String OURS = "org.privatemean.";
  private static final Pattern CONDITION = Pattern.compile("^(\\[[A-Z0-9_.]+\\])");

  private Failure() {}

  static String line(String command, Throwable failure) {
    String text =
        failure instanceof WrongInputException
            ? failure.getMessage() + " (see --help)"
            : "failed: " + describe(failure);
    return command + ": " + text.strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }

  private static String describe(Throwable failure) {
    Optional<Throwable> ours = causes(failure).filter(Failure::isOurs).findFirst();
    if (ours.isPresent()) {
      return StageOptions.inOptions(String.valueOf(ours.get().getMessage()));
    }
    Throwable root = causes(failure).reduce(failure, (above, cause) -> cause);
    String text = name(failure) + (root == failure ? "" : ", caused by " + name(root));
    return text + "; --verbose shows the trace, which may hold values of rows";
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause);
  }

  /** Whether this project threw it, so that its message is this project's too. */
  static boolean isOurs(Throwable failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return failure.getClass().getName().startsWith(OURS)
        || ((failure instanceof IllegalArgumentException
                || failure instanceof IllegalStateException)
            && trace.length > 0
            && trace[0].getClassName().startsWith(OURS));
  }

  private static String name(Throwable failure) {
    Matcher condition = CONDITION.matcher(String.valueOf(failure.getMessage()));
    return failure.getClass().getSimpleName() + (condition.find() ? " " + condition.group(1) : "");
  }
}
