package org.privatemean.privacy.ledger.durable;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Processes of {@link FitWorker}. */
final class Workers {
  private Workers() {}

  /** Starts a process that fits once. */
  static Process once(FitWorker.Order order) throws IOException {
    return start(order.line().split(" "));
  }

  private static Process start(String... args) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xmx64m",
                "-cp",
                classPath(),
                FitWorker.class.getName()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static String classPath() {
    return Stream.of(
            FitWorker.class,
            DurableLedger.class,
            JsonProperty.class,
            JsonFactory.class,
            JsonMapper.class)
        .map(Workers::place)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException malformed) {
      throw new IllegalStateException(malformed);
    }
  }

  /** What a process has answered, a line at most, once it has ended; {@code killed} if it was. */
  static String outcome(Process process) throws IOException, InterruptedException {
    if (process.waitFor() != 0) {
      return "killed";
    }
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  /** Processes that live through many fits. */
  static final class Pool implements AutoCloseable {
    private final List<Worker> workers = new ArrayList<>();

    Pool(int size) throws IOException {
      for (int i = 0; i < size; i++) {
        workers.add(new Worker());
      }
    }

    /** Fits orders, one to a worker, all at once; how each has ended, in their order. */
    List<String> race(List<FitWorker.Order> orders) {
      for (int i = 0; i < orders.size(); i++) {
        workers.get(i).send(orders.get(i).line());
      }
      IntStream.range(0, orders.size()).forEach(i -> workers.get(i).answer());
      IntStream.range(0, orders.size()).forEach(i -> workers.get(i).send("go"));
      return IntStream.range(0, orders.size()).mapToObj(i -> workers.get(i).answer()).toList();
    }

    @Override
    public void close() {
      workers.forEach(Worker::close);
    }
  }

  /** A process that is started anew after it has died. */
  private static final class Worker {
    private Process process;
    private Writer orders;
    private BufferedReader answers;

    Worker() throws IOException {
      restart();
    }

    private void restart() throws IOException {
      process = start();
      orders = process.outputWriter(StandardCharsets.UTF_8);
      answers =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    void send(String line) {
      try {
        orders.write(line + "\n");
        orders.flush();
      } catch (IOException dead) {
        // Its answer says so.
        return;
      }
    }

    String answer() {
      try {
        String line = answers.readLine();
        if (line == null) {
          restart();
          return "killed";
        }
        return line;
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    void close() {
      process.destroyForcibly();
    }
  }
}
