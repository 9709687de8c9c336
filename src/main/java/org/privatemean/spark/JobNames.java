package org.privatemean.spark;

import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.privatemean.rows.InvalidRowException;

/** Public job descriptions of the thread, restored after the job; none without a SparkContext. */
record JobNames(SparkContext context) {
  private static final String DESCRIPTION = "spark.job.description";

  public static JobNames find(SparkSession session) {
    try {
      return new JobNames(session.sparkContext());
    } catch (RuntimeException | LinkageError withheld) {
      return new JobNames(null);
    }
  }

  public <T> T run(String name, Supplier<T> action) {
    if (context == null) {
      return action.get();
    }
    String before = context.getLocalProperty(DESCRIPTION);
    context.setJobDescription(name);
    try {
      return action.get();
    } finally {
      context.setJobDescription(before);
    }
  }

  /** Runs a pass over rows under a name; throws the exception of an invalid row as it is. */
  <T> T pass(String description, Supplier<T> action) {
    try {
      return run("private mean: " + description, action);
    } catch (Exception failure) {
      // Spark throws its checked SparkException without declaring it.
      for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
        if (cause instanceof InvalidRowException invalid) {
          throw invalid;
        }
      }
      throw failure;
    }
  }
}
