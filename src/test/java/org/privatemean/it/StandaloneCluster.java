package org.privatemean.it;

import java.io.IOException;
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
import java.util.stream.Stream;

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

  /** The process of an executor of an application. */
  ProcessHandle executor(String applicationId, String executorId) {
    return daemons.stream()
        .flatMap(Process::descendants)
        .filter(process -> isExecutor(process, applicationId, executorId))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no process of executor " + executorId));
  }

  private static boolean isExecutor(
      ProcessHandle process, String applicationId, String executorId) {
    String line = process.info().commandLine().orElse("") + " ";
    return line.contains(" --executor-id " + executorId + " ")
        && line.contains(" --app-id " + applicationId + " ");
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
