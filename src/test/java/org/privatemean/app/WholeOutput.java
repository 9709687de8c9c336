package org.privatemean.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.properties.PropertiesConfigurationFactory;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart;

/**
 * Everything that runs of the job let out while this is open: standard output, standard error with
 * the log lines that the launcher's settings let through, the files that are left, and of Spark's
 * interface the texts of jobs, stages and queries and the accumulators.
 */
final class WholeOutput implements AutoCloseable {
  /** Texts and digits that stand in the input alone. */
  static final String TEXT = "canary";

  static final String DIGITS = "77310409";

  private static final long PATIENCE_MILLIS = 60_000;

  private final PrintStream outBefore = System.out;
  private final PrintStream errBefore = System.err;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Queue<String> spark = new ConcurrentLinkedQueue<>();
  private final List<Map.Entry<String, String>> files = new ArrayList<>();
  private final Watch watch = new Watch();

  private WholeOutput(
      UnaryOperator<OutputStream> outStream, UnaryOperator<OutputStream> errStream) {
    System.setOut(new PrintStream(outStream.apply(out), true, UTF_8));
    System.setErr(new PrintStream(errStream.apply(err), true, UTF_8));
    Sample.session().sparkContext().addSparkListener(watch);
    logAsLauncher();
  }

  static WholeOutput open() {
    return open(UnaryOperator.identity(), UnaryOperator.identity());
  }

  /** With something between the job and its streams. */
  static WholeOutput open(
      UnaryOperator<OutputStream> outStream, UnaryOperator<OutputStream> errStream) {
    return new WholeOutput(outStream, errStream);
  }

  private static LoggerContext logging() {
    return (LoggerContext) LogManager.getContext(false);
  }

  private static void logAsLauncher() {
    try {
      log(Files.readString(Path.of("conf/log4j2.properties")));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Logs as a cluster does whose settings know nothing of this job. */
  void logAsCluster() {
    log(
        """
        rootLogger.level = warn
        rootLogger.appenderRef.stderr.ref = stderr
        appender.stderr.type = Console
        appender.stderr.name = stderr
        appender.stderr.target = SYSTEM_ERR
        appender.stderr.layout.type = PatternLayout
        appender.stderr.layout.pattern = %d %p %c: %m%n%ex
        """);
  }

  private static void log(String settings) {
    try {
      // The appender that follows System.err writes to the stream of now.
      String following = settings + "\nappender.stderr.follow = true\n";
      LoggerContext context = logging();
      context.setConfiguration(
          new PropertiesConfigurationFactory()
              .getConfiguration(
                  context,
                  new ConfigurationSource(new ByteArrayInputStream(following.getBytes(UTF_8)))));
      context.updateLoggers();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Runs the job. */
  int run(List<String> args) {
    return PrivateMeanJob.execute(args.toArray(String[]::new));
  }

  /** Takes in every file below a folder, with its path there. */
  void addFiles(Path folder) {
    try (Stream<Path> found = Files.walk(folder)) {
      for (Path file : found.filter(Files::isRegularFile).toList()) {
        files.add(
            Map.entry(
                "file",
                folder.relativize(file)
                    + "\n"
                    + new String(
                        Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1)));
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  String out() {
    return out.toString(UTF_8);
  }

  String err() {
    return err.toString(UTF_8);
  }

  /** Texts that hold something of the input, behind what let them out; in any case and spelling. */
  List<String> leaks() {
    waitForSpark();
    List<Map.Entry<String, String>> texts = new ArrayList<>(files);
    out().lines().forEach(line -> texts.add(Map.entry("standard output", line)));
    err().lines().forEach(line -> texts.add(Map.entry("standard error", line)));
    spark.forEach(text -> texts.add(Map.entry("Spark", text)));
    return texts.stream()
        .filter(text -> holdsInput(text.getValue()))
        .map(text -> text.getKey() + ": " + text.getValue())
        .toList();
  }

  private static void waitForSpark() {
    try {
      Sample.session().sparkContext().listenerBus().waitUntilEmpty(PATIENCE_MILLIS);
    } catch (TimeoutException late) {
      throw new IllegalStateException(late);
    }
  }

  /** Whether a text holds something that stands in the input alone. */
  static boolean holdsInput(String text) {
    return text.toLowerCase(Locale.ROOT).contains(TEXT)
        || text.replaceAll("[.,_']", "").contains(DIGITS);
  }

  @Override
  public void close() {
    System.setOut(outBefore);
    System.setErr(errBefore);
    Sample.session().sparkContext().removeSparkListener(watch);
    logging().reconfigure();
  }

  private final class Watch extends SparkListener {
    @Override
    public void onJobStart(SparkListenerJobStart start) {
      for (String property :
          List.of(
              "spark.job.description", "spark.jobGroup.id", "callSite.short", "callSite.long")) {
        add(start.properties().getProperty(property));
      }
    }

    @Override
    public void onStageCompleted(SparkListenerStageCompleted completed) {
      add(completed.stageInfo().name());
      add(completed.stageInfo().details());
      completed.stageInfo().rddInfos().foreach(info -> add(info.name()));
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      var accumulables = end.taskInfo().accumulables().iterator();
      while (accumulables.hasNext()) {
        AccumulableInfo info = accumulables.next();
        add(String.valueOf(info.name()) + " " + info.value());
      }
    }

    @Override
    public void onOtherEvent(SparkListenerEvent event) {
      if (event instanceof SparkListenerSQLExecutionStart start) {
        add(start.description());
        add(start.details());
        add(start.physicalPlanDescription());
      }
    }

    private Void add(String text) {
      if (text != null) {
        spark.add(text);
      }
      return null;
    }
  }
}
