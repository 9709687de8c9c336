package org.privatemean.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Turns off the loggers that may print values of rows or names derived from them, for every
 * configuration of the cluster. The list is that of {@code conf/log4j2.properties}.
 */
final class Loggers {
  private static final String CONFIGURATION = "log4j2.properties";
  private static final String PREFIX = "logger.";
  private static final String NAME = ".name";

  private Loggers() {}

  /**
   * Sets a level by reflection: log4j's classes have annotations that are missing at compile time.
   */
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

  /**
   * Sets the level of the root and of each logger in the configuration. Appenders are unchanged.
   */
  public static void hideRows() {
    Properties properties = new Properties();
    try (InputStream in = Loggers.class.getResourceAsStream(CONFIGURATION)) {
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
