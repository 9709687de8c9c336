package org.privatemean.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.BlockId;
import scala.jdk.javaapi.CollectionConverters;

/** What a fit left in an application that lives on, and an application on disks. */
final class Leftovers {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private Leftovers() {}

  /** Names of the blocks that the driver and the executors hold. */
  static List<String> blocks() {
    return Arrays.stream(SparkEnv.get().blockManager().master().getStorageStatus())
        .flatMap(status -> CollectionConverters.asJava(status.blocks()).keySet().stream())
        .map(BlockId::name)
        .toList();
  }

  /** Asserts that no rows are held; executors drop blocks a moment after the driver has said so. */
  static void assertNoRowsHeld(SparkSession session) throws InterruptedException {
    await(
        "persisted rows",
        () ->
            Stream.concat(
                    blocks().stream().filter(name -> name.startsWith("rdd_")),
                    JavaSparkContext.fromSparkContext(session.sparkContext())
                        .getPersistentRDDs()
                        .values()
                        .stream()
                        .map(Object::toString))
                .collect(Collectors.joining(" ")));
  }

  /** Asserts that no file is left below a folder. */
  static void assertNoFiles(Path folder) throws InterruptedException {
    await("files of " + folder, () -> files(folder));
  }

  private static String files(Path folder) {
    try (Stream<Path> found = Files.walk(folder)) {
      return found
          .filter(Files::isRegularFile)
          .map(Path::toString)
          .collect(Collectors.joining(" "));
    } catch (IOException | UncheckedIOException removed) {
      return removed.toString();
    }
  }

  /** Waits until nothing is left; fails after three minutes. */
  static void await(String what, Supplier<String> left) throws InterruptedException {
    Instant limit = Instant.now().plus(PATIENCE);
    String found = left.get();
    while (!found.isEmpty() && Instant.now().isBefore(limit)) {
      TimeUnit.MILLISECONDS.sleep(100);
      found = left.get();
    }
    assertTrue(found.isEmpty(), what + ": " + found);
  }
}
