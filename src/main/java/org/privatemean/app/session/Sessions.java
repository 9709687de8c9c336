package org.privatemean.app.session;

import org.apache.spark.sql.SparkSession;

/** The Spark session of a run. */
public final class Sessions {
  private static final String UI = "spark.ui.enabled";

  private Sessions() {}

  /** Whether there is a session, so that {@link #open} gives it. */
  public static boolean exists() {
    return SparkSession.getDefaultSession().isDefined();
  }

  /** Turns the web UI of a new session on, or off where no configuration says otherwise. */
  public static void showUi(boolean shown) {
    if (shown || System.getProperty(UI) == null) {
      System.setProperty(UI, String.valueOf(shown));
    }
  }

  /** The session that is there, or a new one. */
  public static SparkSession open(String name) {
    return exists()
        ? SparkSession.getDefaultSession().get()
        : SparkSession.builder().appName(name).getOrCreate();
  }

  /** Stops the session that is there, if any. */
  public static void stop() {
    if (exists()) {
      SparkSession.getDefaultSession().get().stop();
    }
  }
}
