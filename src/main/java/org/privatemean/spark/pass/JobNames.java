package org.privatemean.spark.pass;

import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.privatemean.rows.InvalidRowException;

/**
 * Names the jobs in Spark's own progress displays, where the session lets us.
 *
 * <p>The names hold public words only. Only this class and ClassicRows ask for a SparkContext;
 * where there is none (Spark Connect, Databricks standard compute) the jobs go unnamed and nothing
 * else changes.
 */
public interface JobNames {
  /** Runs an action under a name. */
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
      // Spark throws its checked SparkException undeclared.
      for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
        if (cause instanceof InvalidRowException invalid) {
          throw invalid;
        }
      }
      throw failure;
    }
  }

  /** The way to name jobs of this session. */
  static JobNames find(SparkSession session) {
    try {
      return new OfContext(session.sparkContext());
    } catch (RuntimeException | LinkageError withheld) {
      return new Unnamed();
    }
  }

  /** Leaves the jobs as they are. */
  final class Unnamed implements JobNames {
    @Override
    public <T> T run(String name, Supplier<T> action) {
      return action.get();
    }
  }

  /** Sets the job description of this thread and puts back what was there. */
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
