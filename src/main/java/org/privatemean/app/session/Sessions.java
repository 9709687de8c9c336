package org.privatemean.app.session;

import org.apache.spark.sql.SparkSession;

/** The Spark session of a run. */
public final class Sessions {
  private static final String UI = "spark.ui.enabled";

  private static volatile boolean ui;

  private Sessions() {}

  /** True if there is a session, so that {@link #open} gives it. */
  public static boolean exists() {
    return SparkSession.getDefaultSession().isDefined();
  }

  /** True if new sessions have a web UI, also where no configuration turns it on. */
  public static void showUi(boolean shown) {
    ui = shown;
  }

  /** The session that is there, or a new one. */
  public static SparkSession open(String name) {
    if (exists()) {
      return SparkSession.getDefaultSession().get();
    }
    SparkSession session =
        SparkSession.builder().appName(name).config(UI, ui || Boolean.getBoolean(UI)).getOrCreate();
    // Not before: the first class of Spark that logs puts Spark's own settings in place of others.
    Loggers.hideRows();
    return session;
  }

  /** Stops the session that is there, if any. */
  public static void stop() {
    if (exists()) {
      SparkSession.getDefaultSession().get().stop();
    }
  }
}
