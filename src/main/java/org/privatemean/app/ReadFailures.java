package org.privatemean.app;

import java.io.FileNotFoundException;
import java.nio.file.AccessDeniedException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/** Failures to read the input's files. */
final class ReadFailures {
  private ReadFailures() {}

  /**
   * Returns the job's exception for a reader's failure. It names the user's path. It does not
   * contain the file's name, which may come from rows, or the reader's message.
   */
  public static RuntimeException failed(List<Path> paths, Throwable failure) {
    if (isDenied(failure)) {
      return accessDenied(paths, failure);
    }
    return new FailedJobException(
        "a file of the input cannot be read, since it is damaged or not of the format: "
            + FailureName.describe(failure),
        failure);
  }

  /** Returns the exception for missing read permission. */
  public static WrongInputException accessDenied(List<Path> paths, Throwable failure) {
    return new WrongInputException(
        String.format(
            "cannot read %s: permission denied",
            paths.isEmpty()
                ? "the input"
                : paths.stream().map(Path::toString).collect(Collectors.joining(" or "))),
        failure);
  }

  /** True if the cause is missing read permission. */
  public static boolean isDenied(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .anyMatch(
            cause ->
                cause instanceof AccessControlException
                    || cause instanceof AccessDeniedException
                    // Java's streams give no other sign.
                    || (cause instanceof FileNotFoundException
                        && String.valueOf(cause.getMessage()).endsWith("(Permission denied)")));
  }
}
