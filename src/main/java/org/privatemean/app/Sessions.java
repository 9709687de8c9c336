package org.privatemean.app;

import org.apache.spark.sql.SparkSession;

/** Spark session of a run. */
final class Sessions {
  private static final String UI = "spark.ui.enabled";

  private static volatile boolean ui;

  private Sessions() {}

  /** True if there is a session, which {@link #open} then returns. */
  public static boolean exists() {
    return SparkSession.getDefaultSession().isDefined();
  }

  /** Sets the web UI of new sessions: on, or as configured. */
  public static void showUi(boolean shown) {
    ui = shown;
  }

  /** Returns the existing session, or a new one. */
  public static SparkSession open(String name) {
    if (exists()) {
      return SparkSession.getDefaultSession().get();
    }
    SparkSession session =
        SparkSession.builder().appName(name).config(UI, ui || Boolean.getBoolean(UI)).getOrCreate();
    // Not earlier: the first Spark class that logs replaces other log settings by Spark's.
    Loggers.hideRows();
    return session;
  }

  /** Stops the existing session, if any. */
  public static void stop() {
    if (exists()) {
      SparkSession.getDefaultSession().get().stop();
    }
  }
}
