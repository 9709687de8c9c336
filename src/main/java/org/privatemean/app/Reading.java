package org.privatemean.app;

import java.io.FileNotFoundException;
import java.nio.file.AccessDeniedException;
import java.util.stream.Stream;
import org.apache.hadoop.security.AccessControlException;

/** Failures to read the input's files. */
final class Reading {
  private Reading() {}

  /** The failure of a reader, as the job tells it. */
  static RuntimeException failed(Throwable failure) {
    if (isDenied(failure)) {
      return new WrongInputException("--input: cannot read: permission denied", failure);
    }
    return new FailedJobException(
        "a file of the input cannot be read, since it is damaged or not of the format: "
            + Failure.name(failure),
        failure);
  }

  /** Whether the cause is that the user may not read. */
  static boolean isDenied(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .anyMatch(
            cause ->
                cause instanceof AccessControlException
                    || cause instanceof AccessDeniedException
                    // All that Java's own streams tell.
                    || (cause instanceof FileNotFoundException
                        && String.valueOf(cause.getMessage()).endsWith("(Permission denied)")));
  }
}
