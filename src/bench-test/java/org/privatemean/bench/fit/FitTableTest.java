package org.privatemean.bench.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FitTableTest {
  @TempDir private Path folder;

  @Test
  void missing_whereAFileExists_leavesItsSettingOut() throws IOException {
    FitTable table = new FitTable(folder, 1, 8);
    List<Setting> settings = table.settings();
    assertEquals(16, new HashSet<>(settings.stream().map(table::file).toList()).size());
    assertEquals(settings, table.missing());
    Files.createFile(table.file(settings.get(3)));
    assertEquals(15, table.missing().size());
    assertFalse(table.missing().contains(settings.get(3)));
  }

  @Test
  void arguments_ofASetting_nameAllThatSetsItApart() {
    FitTable table = new FitTable(folder, 7, 4);
    Setting setting = new Setting(100, 784, Source.PARQUET, Data.SPARSE, 4, 7);
    assertEquals(
        List.of(
            "fit",
            "--rows=100",
            "--dim=784",
            "--source=parquet",
            "--data=sparse",
            "--partitions=4",
            "--seed=7",
            "--csv=" + folder.resolve("fit-100x784-parquet-sparse.csv"),
            "--reps=2"),
        table.arguments(setting, List.of("--reps=2")));
  }

  @Test
  void lines_ofTimings_giveMinMedianMaxAndRatio() {
    assertEquals(
        List.of(
            FitCsv.HEADER,
            "summarizer,,100,8,cached,gaussian,4,100,250,400,25,1.000",
            "privatemean,recentred,100,8,cached,gaussian,3,90,95,200,8,0.380"),
        FitCsv.lines(setting(100), timings()));
  }

  private static Setting setting(long rows) {
    return new Setting(rows, 8, Source.CACHED, Data.GAUSSIAN, 4, 1);
  }

  private static List<Timing> timings() {
    return List.of(
        new Timing(
            Contender.summarizer(),
            Timing.Sorted.of(400, 100, 200, 300),
            Timing.Sorted.of(10, 40, 30, 20),
            0),
        new Timing(
            Contender.privateMean("recentred", setting(100)),
            Timing.Sorted.of(95, 200, 90),
            Timing.Sorted.of(9, 8, 7),
            100));
  }

  @Test
  void page_ofFiles_hasALineASettingInTheOrderOfTheirSize() throws IOException {
    FitCsv.write(setting(100), timings(), folder.resolve("fit-a.csv"));
    FitCsv.write(setting(20), timings().subList(0, 1), folder.resolve("fit-b.csv"));
    Files.writeString(folder.resolve("kernels.csv"), "not of this command");
    assertTrue(TablesCommand.write(folder));
    List<String> page = Files.readAllLines(folder.resolve("fit.md"));
    int head = page.indexOf("| rows x coordinates | source | data | summarizer | recentred |");
    assertTrue(head > 0, page.toString());
    assertEquals("| 20 x 8 | cached | gaussian | 1.000 |  |", page.get(head + 2));
    assertEquals("| 100 x 8 | cached | gaussian | 1.000 | 0.380 |", page.get(head + 3));
    assertTrue(page.contains("| 100 x 8 | cached | gaussian | 100 - 250 - 400 | 90 - 95 - 200 |"));
    assertTrue(page.contains("| 100 x 8 | cached | gaussian | 25 | 8 |"));
    assertTrue(page.contains("| 100 x 8 | cached | gaussian | 0.380 of 0.40 |"));
  }

  @ParameterizedTest
  @CsvSource({"600, 0.60, 2.00", "601, 0.85, 2.00", "900, 1.15, 1.33"})
  void page_ofParquet_aimsAboveTheBareSumWhereThatIsSlow(
      String bareSum, String aim, String overBareSum) throws IOException {
    Files.write(
        folder.resolve("fit-a.csv"),
        List.of(
            FitCsv.HEADER,
            "summarizer,,9,8,parquet,sparse,1,1000,1000,1000,1,1.000",
            "baresum,,9,8,parquet,sparse,1,1," + bareSum + ",2,1,0.600",
            "privatemean,recentred,9,8,parquet,sparse,1,1,1200,2,1,1.200"));
    assertTrue(TablesCommand.write(folder));
    List<String> page = Files.readAllLines(folder.resolve("fit.md"));
    String setting = "| 9 x 8 | parquet | sparse |";
    assertTrue(page.contains(setting + " 1.200 of " + aim + " |"), page.toString());
    String over = String.format(Locale.ROOT, "%.2f", 1000 / Double.parseDouble(bareSum));
    assertTrue(page.contains(setting + " " + over + " | 1.00 | " + overBareSum + " |"));
  }

  @Test
  void page_ofAForeignFile_namesIt() throws IOException {
    Files.writeString(folder.resolve("fit-x.csv"), "a,b\n1,2\n");
    String message =
        assertThrows(IllegalArgumentException.class, () -> TablesCommand.write(folder))
            .getMessage();
    assertTrue(message.contains("fit-x.csv"), message);
  }
}
