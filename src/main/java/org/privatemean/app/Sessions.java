package org.privatemean.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.apache.spark.sql.SparkSession;

/** Spark session of a run. */
final class Sessions {
  private static final String UI = "spark.ui.enabled";
  private static final String CONFIGURATION = "log4j2.properties";
  private static final String PREFIX = "logger.";
  private static final String NAME = ".name";

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

  public static SparkSession open(String name) {
    if (exists()) {
      return SparkSession.getDefaultSession().get();
    }
    SparkSession session =
        SparkSession.builder().appName(name).config(UI, ui || Boolean.getBoolean(UI)).getOrCreate();
    // Not earlier: the first Spark class that logs replaces other log settings by Spark's.
    hideRows();
    return session;
  }

  public static void stop() {
    if (exists()) {
      SparkSession.getDefaultSession().get().stop();
    }
  }

  /** Sets a level by reflection: annotations of log4j's classes are missing at compile time. */
  private static void set(String logger, String level) {
    try {
      Class<?> levels = Class.forName("org.apache.logging.log4j.Level");
      Class.forName("org.apache.logging.log4j.core.config.Configurator")
          .getMethod("setLevel", String.class, levels)
          .invoke(null, logger, levels.getMethod("valueOf", String.class).invoke(null, level));
    } catch (ReflectiveOperationException noCore) {
      throw new IllegalStateException("the log settings cannot be changed", noCore);
    }
  }

  /** Turns off the loggers in {@code conf/log4j2.properties}, which may print values of rows. */
  static void hideRows() {
    Properties properties = new Properties();
    try (InputStream in = Sessions.class.getResourceAsStream(CONFIGURATION)) {
      properties.load(in);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    set("", properties.getProperty("rootLogger.level"));
    for (String key : properties.stringPropertyNames()) {
      if (key.startsWith(PREFIX) && key.endsWith(NAME)) {
        String level = key.substring(0, key.length() - NAME.length()) + ".level";
        set(properties.getProperty(key), properties.getProperty(level));
      }
    }
  }
}
