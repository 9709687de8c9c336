package org.privatemean.bench.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.bench.Bench;

final class MessagesCommandTest {
  private static final String PARTITIONS = "spark.sql.shuffle.partitions";

  @TempDir private Path folder;

  /** Few tasks: there are few rows. */
  @BeforeAll
  static void few() {
    System.setProperty(PARTITIONS, "4");
  }

  @AfterAll
  static void asBefore() {
    System.clearProperty(PARTITIONS);
  }

  @Test
  void messages_oneRound_writesWhatItTook() throws IOException {
    assertEquals(
        0, Bench.run("messages", "--rows=4000", "--dim=2", "--round=sum", "--out=" + folder));
    List<String> csv = Files.readAllLines(folder.resolve("shuffle-messages.csv"));
    assertEquals(2, csv.size());
    String[] names = csv.get(0).split(",", -1);
    String[] fields = csv.get(1).split(",", -1);
    assertEquals(names.length, fields.length);
    long messages = Long.parseLong(fields[3]);
    assertEquals(0, messages % (2 * 4000));
    assertTrue(messages >= 7 * 2 * 4000, csv.get(1));
    for (int k = 12; k < 19; k++) {
      assertTrue(Double.parseDouble(fields[k]) > 0, names[k] + " in " + csv.get(1));
    }
    assertTrue(
        Files.readString(folder.resolve("shuffle-messages.md")).contains("| 4000 | 2 | sum |"));
  }

  @Test
  void messages_fewRows_areRefused() {
    assertEquals(2, Bench.run("messages", "--rows=10", "--out=" + folder));
  }
}
