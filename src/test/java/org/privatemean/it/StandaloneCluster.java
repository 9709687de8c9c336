package org.privatemean.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/** A real Spark cluster on the loopback device: a Master and Workers, each a process of its own. */
final class StandaloneCluster implements AutoCloseable {
  private static final Pattern URL = Pattern.compile("spark://127\\.0\\.0\\.1:[1-9][0-9]*");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final SparkDistribution distribution;
  private final Path work;
  private final List<Process> daemons = new ArrayList<>();
  private String url;

  private StandaloneCluster(SparkDistribution distribution, Path work) {
    this.distribution = distribution;
    this.work = work;
  }

  /** Starts a Master and a number of Workers of one core each; they pick free ports. */
  static StandaloneCluster start(SparkDistribution distribution, Path work, int workers)
      throws IOException, InterruptedException {
    StandaloneCluster cluster = new StandaloneCluster(distribution, work);
    try {
      cluster.startMaster();
      for (int i = 0; i < workers; i++) {
        cluster.startWorker(i);
      }
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException failure) {
      cluster.close();
      throw failure;
    }
  }

  private void startMaster() throws IOException, InterruptedException {
    Path log = work.resolve("master.log");
    Process master =
        daemon(
            log,
            List.of(
                "org.apache.spark.deploy.master.Master",
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--webui-port",
                "0"));
    Instant limit = Instant.now().plus(PATIENCE);
    while (url == null) {
      if (!master.isAlive() || Instant.now().isAfter(limit)) {
        throw new IllegalStateException("the Master did not start: see " + log);
      }
      TimeUnit.MILLISECONDS.sleep(50);
      Matcher found = URL.matcher(Files.readString(log));
      url = found.find() ? found.group() : null;
    }
  }

  private void startWorker(int number) throws IOException {
    daemon(
        work.resolve("worker-" + number + ".log"),
        List.of(
            "-Dspark.local.dir=" + localDir(work, number),
            "org.apache.spark.deploy.worker.Worker",
            "--host",
            "127.0.0.1",
            "--webui-port",
            "0",
            "--cores",
            "1",
            "--memory",
            "1g",
            "--work-dir",
            work.resolve("worker-" + number).toString(),
            url));
  }

  /** The folder of a Worker's temporary files, which its executors share. */
  static Path localDir(Path work, int worker) {
    return work.resolve("local-" + worker);
  }

  private Process daemon(Path log, List<String> arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("-Xmx256m"));
    all.addAll(arguments);
    Process daemon = distribution.start(distribution.sparkJars(), log, all);
    daemons.add(daemon);
    return daemon;
  }

  /** The Master's URL. */
  String url() {
    return url;
  }

  /** A session on all Workers, with an executor on each, for which its first job waits. */
  SparkSession.Builder session() throws IOException {
    return DiamondsFit.session(url)
        .config("spark.jars", distribution.jar().toString())
        .config("spark.executor.memory", "1g")
        .config("spark.executor.extraJavaOptions", String.join(" ", SparkDistribution.SHORT_LIVED))
        .config("spark.executor.cores", 1)
        .config("spark.cores.max", daemons.size() - 1)
        .config("spark.scheduler.minRegisteredResourcesRatio", 1.0)
        .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "60s");
  }

  /** The process of an executor of an application. */
  ProcessHandle executor(String applicationId, String executorId) {
    return daemons.stream()
        .flatMap(Process::descendants)
        .filter(process -> isExecutor(process, applicationId, executorId))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no process of executor " + executorId));
  }

  /** The processes of executors of any application, as a text. */
  String executors() {
    return daemons.stream()
        .flatMap(Process::descendants)
        .filter(process -> process.info().commandLine().orElse("").contains(" --executor-id "))
        .map(Object::toString)
        .collect(Collectors.joining(" "));
  }

  private static boolean isExecutor(
      ProcessHandle process, String applicationId, String executorId) {
    String line = process.info().commandLine().orElse("") + " ";
    return line.contains(" --executor-id " + executorId + " ")
        && line.contains(" --app-id " + applicationId + " ");
  }

  /** Ends a process and waits until it is gone. */
  static void kill(ProcessHandle process) {
    process.destroyForcibly();
    process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }

  /** Sends a signal, {@code STOP} or {@code CONT}. */
  static void signal(ProcessHandle process, String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().onExit().join();
    } catch (IOException absent) {
      throw new UncheckedIOException(absent);
    }
  }

  /** Ends all processes, those of the executors too. */
  @Override
  public void close() {
    List<ProcessHandle> all =
        daemons.stream()
            .flatMap(daemon -> Stream.concat(daemon.descendants(), Stream.of(daemon.toHandle())))
            .toList();
    all.forEach(ProcessHandle::destroyForcibly);
    CompletableFuture.allOf(
            all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .join();
  }
}
