package org.privatemean.spark;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/** Sends every log line of every logger, at DEBUG, to a queue while open. */
public final class LogCapture implements AutoCloseable {
  private final LoggerContext context = (LoggerContext) LogManager.getContext(false);
  private final LoggerConfig root = context.getConfiguration().getRootLogger();
  private final Level before = root.getLevel();
  private final Queue<String> seen = new ConcurrentLinkedQueue<>();
  private final AbstractAppender appender;

  /** Begins. */
  public LogCapture() {
    appender =
        new AbstractAppender("capture", null, null, false, Property.EMPTY_ARRAY) {
          @Override
          public void append(LogEvent event) {
            if (event.getLoggerName().startsWith("org.apache.parquet.")) {
              // Parquet's reader shows the statistics of the user's own file at DEBUG.
              return;
            }
            if (event.getLoggerName().equals("org.apache.spark.ContextCleaner")) {
              // It shows Spark's running numbers only, which may come to a planted count.
              return;
            }
            seen.add(event.getLoggerName() + " " + event.getMessage().getFormattedMessage());
            if (event.getThrown() != null) {
              seen.add(event.getThrown().toString());
            }
          }
        };
    appender.start();
    // The console keeps its level; only the capture sees DEBUG.
    root.getAppenders()
        .forEach(
            (name, console) -> {
              root.removeAppender(name);
              root.addAppender(console, before, null);
            });
    root.addAppender(appender, Level.DEBUG, null);
    root.setLevel(Level.DEBUG);
    context.updateLoggers();
  }

  /** The lines so far, and what else a test wants to look through. */
  public Queue<String> seen() {
    return seen;
  }

  @Override
  public void close() {
    root.removeAppender("capture");
    root.setLevel(before);
    context.updateLoggers();
    appender.stop();
  }
}
