package org.privatemean.app;

import java.util.Optional;
import org.privatemean.app.failure.FailureName;
import org.privatemean.app.failure.WrongInputException;
import org.privatemean.app.stage.StageOptions;

/**
 * The text of a failure on standard error: one line without any value of a row.
 *
 * <p>The messages of this project hold none. Those of Spark and of the readers may, so of them only
 * the class and Spark's own name of the error are shown.
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

  /** Returns what this project threw, if a failure comes from that. */
  static Optional<Throwable> ours(Throwable failure) {
    return ExitCode.causes(failure).filter(Failure::isOurs).findFirst();
  }

  /** True if its class is of this project, so that its message is this project's too. */
  static boolean isOurs(Throwable failure) {
    return failure.getClass().getName().startsWith(OURS);
  }
}
