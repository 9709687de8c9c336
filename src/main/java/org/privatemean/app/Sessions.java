package org.privatemean.app;

import org.apache.spark.sql.SparkSession;

/** The Spark session of a run. */
final class Sessions {
  private Sessions() {}

  /** Whether there is a session, so that {@link #open} gives it. */
  static boolean exists() {
    return SparkSession.getDefaultSession().isDefined();
  }

  /** The session that is there, or a new one. */
  static SparkSession open(String name) {
    return exists()
        ? SparkSession.getDefaultSession().get()
        : SparkSession.builder().appName(name).getOrCreate();
  }

  /** Stops the session that is there, if any. */
  static void stop() {
    if (exists()) {
      SparkSession.getDefaultSession().get().stop();
    }
  }
}
