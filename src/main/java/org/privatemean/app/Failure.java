package org.privatemean.app;

import java.util.Optional;

/**
 * Text of a failure for standard error: one line without any value of a row.
 *
 * <p>The messages of this project contain no such value. Those of Spark and of the readers may; for
 * these only the class and Spark's name of the error are printed.
 */
final class Failure {
  private static final String OURS = "org.privatemean.";

  private Failure() {}

  static String line(String command, Throwable failure) {
    String text = text(failure);
    return command + ": " + text.strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }

  private static String text(Throwable failure) {
    if (failure instanceof WrongInputException) {
      return failure.getMessage() + " (see --help)";
    }
    String described = describe(failure);
    return ExitCode.isOfLedger(failure) ? described : "failed: " + described;
  }

  private static String describe(Throwable failure) {
    Optional<Throwable> ours = ours(failure);
    if (ours.isPresent()) {
      return StageOptions.message(ours.get());
    }
    Throwable root = ExitCode.causes(failure).reduce(failure, (above, cause) -> cause);
    String text =
        FailureName.describe(failure)
            + (root == failure ? "" : ", caused by " + FailureName.describe(root));
    return text + "; --verbose shows the trace, which may hold values of rows";
  }

  /** Returns the first exception in the chain of causes that this project threw, if any. */
  static Optional<Throwable> ours(Throwable failure) {
    return ExitCode.causes(failure).filter(Failure::isOurs).findFirst();
  }

  /** True if the class belongs to this project, so that its message contains no value of a row. */
  static boolean isOurs(Throwable failure) {
    return failure.getClass().getName().startsWith(OURS);
  }
}
