package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;

/**
 * A part of a ledger is bound to how a Hive table reads its files. A JVM has one catalog, so the
 * session with Hive's has a JVM of its own.
 */
final class HiveReaderIT {
  private static final int ROWS = 400;

  @TempDir private Path folder;

  @Test
  @Tag("long")
  void fit_partOfAHiveTable_isBoundToTheReaderOfItsFiles() throws Exception {
    Path errors = folder.resolve("errors");
    Path output = folder.resolve("output");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(arg -> !arg.startsWith("-javaagent") && !arg.startsWith("-Xmx"))
            .toList());
    command.addAll(
        List.of(
            "-Xmx1g",
            "-cp",
            System.getProperty("java.class.path"),
            Session.class.getName(),
            folder.toString()));
    int code =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(errors.toFile())
            .redirectOutput(output.toFile())
            .start()
            .waitFor();
    assertEquals(0, code, () -> read(errors));
    assertEquals(
        List.of(
            "visits paid",
            "visits paid",
            "same paid",
            "another_null refused",
            "another_delimiter refused",
            "another_type refused",
            "readers 1"),
        Files.readAllLines(output));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      return unreadable.toString();
    }
  }

  /** Fits tables of Hive over one folder of files; prints what became of each fit. */
  static final class Session {
    private Session() {}

    public static void main(String[] args) throws IOException {
      Path folder = Path.of(args[0]);
      Path files = Files.createDirectory(folder.resolve("files"));
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < ROWS; i++) {
        lines.append(String.format("c%d|%s,%d\n", i % 97, i % 2 == 0 ? "a" : "-", i % 7));
      }
      Files.writeString(files.resolve("rows"), lines, StandardCharsets.UTF_8);
      SparkSession spark =
          SparkSession.builder()
              .master("local[2]")
              .config("spark.ui.enabled", false)
              .config("spark.driver.host", "127.0.0.1")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toString())
              .enableHiveSupport()
              .getOrCreate();
      table(spark, "visits", "code STRING", ",", "");
      table(spark, "same", "code STRING", ",", "");
      spark.sql("COMMENT ON TABLE same IS 'the same files, read the same way'");
      table(spark, "another_null", "code STRING", ",", "c5|a");
      table(spark, "another_delimiter", "code STRING", "|", "");
      table(spark, "another_type", "code VARCHAR(3)", ",", "");
      FileLedger ledger =
          FileLedger.of(
              folder.resolve("ledger"),
              1000,
              0,
              Neighbours.ADD_REMOVE,
              Optional.empty(),
              "hash(code):2");
      fit(spark, ledger, "visits", "/hash=0");
      fit(spark, ledger, "visits", "/hash=1");
      fit(spark, ledger, "same", "/hash=1");
      fit(spark, ledger, "another_null", "/hash=1");
      fit(spark, ledger, "another_delimiter", "/hash=1");
      fit(spark, ledger, "another_type", "/hash=1");
      System.out.println("readers " + ledger.view().readers().size());
      spark.stop();
    }

    private static void table(
        SparkSession spark, String name, String code, String delimiter, String absent) {
      spark.sql(
          String.format(
              "CREATE EXTERNAL TABLE %s (%s, x DOUBLE) ROW FORMAT DELIMITED FIELDS TERMINATED BY"
                  + " '%s' LOCATION '%s' TBLPROPERTIES ('serialization.null.format' = '%s')",
              name, code, delimiter, Path.of("files").toAbsolutePath().toUri(), absent));
    }

    private static void fit(SparkSession spark, FileLedger ledger, String table, String part) {
      String outcome = "paid";
      try {
        new PrivateMean()
            .setInputCol("features")
            .setDimension(2)
            .setRho(20)
            .setNeighbours("addRemove")
            .setLedger(ledger.uri())
            .setLedgerScope(part)
            .fit(spark.sql("SELECT code, array(x, -x) AS features FROM " + table));
      } catch (LedgerRefusedException refusal) {
        outcome = refusal.getMessage().contains("another way") ? "refused" : refusal.getMessage();
      }
      System.out.println(table + " " + outcome);
    }
  }
}
