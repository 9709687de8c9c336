package org.privatemean.spark.pass;

import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.privatemean.rows.InvalidRowException;

/**
 * The names of jobs in Spark's progress displays, if the session allows them.
 *
 * <p>Names contain public words only. Only this interface and ClassicRows use a SparkContext;
 * without one (Spark Connect, Databricks standard compute) jobs have no names and nothing else
 * changes.
 */
public interface JobNames {
  <T> T run(String name, Supplier<T> action);

  /**
   * Runs a pass over rows under a name.
   *
   * @throws InvalidRowException if a task found an invalid row
   */
  default <T> T pass(String description, Supplier<T> action) {
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

  static JobNames find(SparkSession session) {
    try {
      return new OfContext(session.sparkContext());
    } catch (RuntimeException | LinkageError withheld) {
      return new Unnamed();
    }
  }

  /** Job names of a session without a SparkContext: none are set. */
  final class Unnamed implements JobNames {
    @Override
    public <T> T run(String name, Supplier<T> action) {
      return action.get();
    }
  }

  /** Job names as job descriptions of the thread, restored after the job. */
  record OfContext(SparkContext context) implements JobNames {
    private static final String DESCRIPTION = "spark.job.description";

    @Override
    public <T> T run(String name, Supplier<T> action) {
      String before = context.getLocalProperty(DESCRIPTION);
      context.setJobDescription(name);
      try {
        return action.get();
      } finally {
        context.setJobDescription(before);
      }
    }
  }
}
