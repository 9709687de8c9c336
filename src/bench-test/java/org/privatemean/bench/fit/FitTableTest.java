package org.privatemean.bench.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
