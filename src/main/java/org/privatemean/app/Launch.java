package org.privatemean.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.spark.deploy.SparkSubmit;

/**
 * Entry point of {@code bin/private-mean}. Runs directly all that needs no Spark, such as help, a
 * forecast or the refusal of wrong options, and passes the rest on to spark-submit. Files are not
 * read here: only spark-submit has the configuration to reach them.
 */
final class Launch {
  private Launch() {}

  /**
   * Runs the job, or ends the process with {@link Failure#ON_SPARK}.
   *
   * @param args number of arguments of spark-submit; these, or none if the caller runs it; those of
   *     the job
   */
  public static void main(String[] args) {
    int submits = Integer.parseInt(args[0]);
    int code = withoutSpark(Arrays.copyOfRange(args, 1 + submits, args.length));
    if (code == Failure.ON_SPARK && submits > 0) {
      SparkSubmit.main(Arrays.copyOfRange(args, 1, args.length));
    } else if (code != 0) {
      System.exit(code);
    }
  }

  /** Returns the exit code of the job, or {@link Failure#ON_SPARK}. */
  static int withoutSpark(String... args) {
    if (Arrays.stream(args).anyMatch(Launch::isReadOnce)) {
      return Failure.ON_SPARK;
    }
    try {
      return PrivateMeanJob.executeWithoutSpark(args);
    } catch (LinkageError incomplete) {
      // An installation may have jars elsewhere, which its spark-submit finds.
      return Failure.ON_SPARK;
    }
  }

  /** True for a file that can be read once only, such as {@code @<(command)} of a shell. */
  private static boolean isReadOnce(String arg) {
    Path file = Path.of(arg.startsWith("@") ? arg.substring(1) : "");
    return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
  }
}
