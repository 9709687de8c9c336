package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.app.FailingFileSystem.Failing;

/** Input that may not be read: exit code 2, whoever finds it out. */
final class FitCommandDeniedInputTest {
  private static final String IMPLEMENTATION = "fs." + FailingFileSystem.SCHEME + ".impl";

  @TempDir private static Path folder;

  @BeforeAll
  static void startSpark() throws IOException {
    System.setProperty("spark.hadoop." + IMPLEMENTATION, FailingFileSystem.class.getName());
    ofSession().set(IMPLEMENTATION, FailingFileSystem.class.getName());
    for (String part : List.of("csv", "json", "libsvm", "parquet")) {
      Files.createDirectory(folder.resolve(part));
    }
    Sample.csv(folder.resolve("csv"));
    Sample.json(folder.resolve("json"));
    Sample.libsvm(folder.resolve("libsvm"));
    Sample.parquet(folder.resolve("parquet"));
  }

  @AfterAll
  static void forgetFileSystem() {
    System.clearProperty("spark.hadoop." + IMPLEMENTATION);
    ofSession().unset(IMPLEMENTATION);
  }

  private static Configuration ofSession() {
    return Sample.session().sparkContext().hadoopConfiguration();
  }

  @AfterEach
  void failNoMore() {
    FailingFileSystem.order(Failing.NOTHING);
  }

  private static Run fit(String format) {
    String input = FailingFileSystem.path(folder.resolve(format));
    return switch (format) {
      case "parquet" ->
          Run.fit(
              "--input", input + "/rows.parquet", "--vector-col", "features", "--dimension", "3");
      case "libsvm" -> Run.fit("--input", input, "--format", format, "--dimension", "3");
      default -> Run.fit("--input", input, "--format", format, "--features", "a,b,c c");
    };
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"csv", "json", "libsvm", "parquet"})
  void fit_deniedFileOrFolder_isRefusedWithThePathAlone(String format) {
    fit(format).assertDone();
    for (Failing failing : List.of(Failing.READING, Failing.LISTING)) {
      FailingFileSystem.order(failing);
      Run run = fit(format).assertRefused(2, "cannot read failing:");
      assertTrue(run.err().contains(folder + "/" + format), run.err());
      assertTrue(run.err().contains(": permission denied"), run.err());
      assertFalse(run.err().contains("canary"), run.err());
      assertFalse(run.err().contains("\tat "), run.err());
    }
  }

  /** What the local file system throws of a file without the right to read it. */
  @Test
  void isDenied_streamsOfJava_isSeenInTheirMessage() {
    assertTrue(
        Failure.isDenied(
            new IllegalStateException(new FileNotFoundException("/x (Permission denied)"))));
    assertFalse(Failure.isDenied(new FileNotFoundException("/x (No such file or directory)")));
    assertEquals(
        1,
        List.of(Failure.unreadable(List.of(), new IOException("canary"))).stream()
            .filter(FailedJobException.class::isInstance)
            .filter(told -> !told.getMessage().contains("canary"))
            .count());
  }
}
