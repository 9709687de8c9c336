package org.privatemean.app;

import java.io.FileNotFoundException;
import java.nio.file.AccessDeniedException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.privatemean.privacy.ledger.durable.DurableLedger.ConcurrentReleaseException;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.privacy.ledger.durable.LedgerUnavailableException;

/**
 * Exit code and text of a failure for standard error: one line without any value of a row. Messages
 * of this project hold none; of those of Spark and of the readers, only the class and Spark's name
 * of the error are printed.
 */
final class Failure {
  /** Exit code if the data or the cluster failed. */
  static final int FAILED = 1;

  /** Exit code if the request is wrong, decided from public values only. */
  static final int WRONG = 2;

  /** Exit code of a refusal by the ledger: a retry of the same request is refused again. */
  private static final int REFUSED_BY_LEDGER = 3;

  /** Exit code if the ledger is unreachable or damaged: a retry may succeed. */
  private static final int LEDGER_UNAVAILABLE = 4;

  /** Exit code of the launcher for "run this with spark-submit". */
  static final int ON_SPARK = 64;

  private static final String OURS = "org.privatemean.";
  private static final Pattern CONDITION = Pattern.compile("^(\\[[A-Z0-9_.]+\\])");

  private Failure() {}

  /** Returns the exit code of a failure, also if the failure is wrapped in others. */
  static int exitCode(Throwable failure) {
    return ledgerCode(failure).orElse(failure instanceof WrongInputException ? WRONG : FAILED);
  }

  private static Optional<Integer> ledgerCode(Throwable failure) {
    return causes(failure).map(Failure::codeOfLedger).filter(code -> code != 0).findFirst();
  }

  private static int codeOfLedger(Throwable cause) {
    if (cause instanceof LedgerRefusedException refusal && refusal.exists()) {
      return WRONG;
    }
    if (cause instanceof LedgerRefusedException || cause instanceof ConcurrentReleaseException) {
      return REFUSED_BY_LEDGER;
    }
    return cause instanceof LedgerUnavailableException ? LEDGER_UNAVAILABLE : 0;
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause);
  }

  static String line(String command, Throwable failure) {
    return command + ": " + text(failure).strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }

  private static String text(Throwable failure) {
    if (failure instanceof WrongInputException) {
      return failure.getMessage() + " (see --help)";
    }
    // The message of a ledger is complete without a prefix.
    return ledgerCode(failure).isPresent() ? describe(failure) : "failed: " + describe(failure);
  }

  private static String describe(Throwable failure) {
    Optional<Throwable> ours = ours(failure);
    if (ours.isPresent()) {
      return StageOptions.message(ours.get());
    }
    Throwable root = causes(failure).reduce(failure, (above, cause) -> cause);
    String text = name(failure) + (root == failure ? "" : ", caused by " + name(root));
    return text + "; --verbose shows the trace, which may hold values of rows";
  }

  /** Returns the first exception in the chain of causes that this project threw, if any. */
  static Optional<Throwable> ours(Throwable failure) {
    return causes(failure).filter(cause -> cause.getClass().getName().startsWith(OURS)).findFirst();
  }

  /** Returns the class and, if there is one, Spark's name of an error: its text may quote a row. */
  static String name(Throwable failure) {
    Matcher condition = CONDITION.matcher(String.valueOf(failure.getMessage()));
    return failure.getClass().getSimpleName() + (condition.find() ? " " + condition.group(1) : "");
  }

  static String reason(Throwable failure) {
    return isDenied(failure) ? "permission denied" : name(failure);
  }

  /** Returns the exception for a reader's failure, with no file's name: it may come from rows. */
  static RuntimeException unreadable(List<Path> paths, Throwable failure) {
    checkAccess(paths, failure);
    return new FailedJobException(
        "a file of the input cannot be read, since it is damaged or not of the format: "
            + name(failure),
        failure);
  }

  /** Refuses paths that may not be read, if that is why something failed. */
  static void checkAccess(List<Path> paths, Throwable failure) {
    if (isDenied(failure)) {
      throw new WrongInputException(
          String.format(
              "cannot read %s: permission denied",
              paths.isEmpty()
                  ? "the input"
                  : paths.stream().map(Path::toString).collect(Collectors.joining(" or "))),
          failure);
    }
  }

  static boolean isDenied(Throwable failure) {
    return causes(failure)
        .anyMatch(
            cause ->
                cause instanceof AccessControlException
                    || cause instanceof AccessDeniedException
                    // Java's streams give no other sign.
                    || (cause instanceof FileNotFoundException
                        && String.valueOf(cause.getMessage()).endsWith("(Permission denied)")));
  }
}
