package org.privatemean.bench.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.bench.Bench;

final class FitCommandTest {
  @TempDir private Path folder;

  /** What a command that must fail prints on standard error. */
  private static String refused(String... arguments) {
    PrintStream before = System.err;
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      assertEquals(2, Bench.run(arguments));
    } finally {
      System.setErr(before);
    }
    return errors.toString(StandardCharsets.UTF_8).lines().findFirst().orElse("");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--dim=4 --csv=x | --rows must be at least 1. Provided value: 0",
        "--rows=4 --csv=x | --dim must be at least 1. Provided value: 0",
        "--rows=4 --dim=4 | --csv is missing",
        "--rows=4 --dim=4 --csv=x --reps=0 | --reps must be at least 1. Provided value: 0",
        "--rows=4 --dim=4 --csv=x --warmup=0 | --warmup must be at least 1. Provided value: 0",
        "--rows=4 --dim=4 --csv=x --warmup-seconds=-1 | --warmup-seconds must be at least 0. Provided",
        "--rows=4 --dim=4 --csv=x --partitions=0 | --partitions must be at least 1",
        "--rows=4 --dim=4 --csv=x --method=mean | --method must be one of shiftedClipped, recentred",
        "--rows=4 --dim=4 --csv=x --source=disk | '--source'",
        "--rows=4 --dim=4 --csv=x --data=zipf | '--data'",
        "--rows=4 --dim=4 --csv=x --out=x | --out goes with --table",
        "--table | --out is missing",
        "--table --out=x --dim=4 | leave out --dim",
        "--table --out=x --source=cached | leave out --source",
      })
  void fit_withABadOption_saysWhichInOneLine(String options, String message) {
    String[] arguments = ("fit " + options).split(" ");
    String line = refused(arguments);
    assertTrue(line.contains(message), line);
  }

  @Test
  void growth_withoutRounds_isRefused() {
    assertTrue(refused("growth", "--out=" + folder, "--reps=0").contains("--reps and --warmup"));
    assertFalse(Files.exists(folder.resolve("growth.md")));
  }

  @Test
  void fit_ofCachedRows_writesALineAContender() throws IOException {
    List<String> lines = fit("--source=cached", "--data=gaussian");
    assertEquals(
        "contender,method,rows,dim,source,data,reps,cpu_ms_min,cpu_ms_median,cpu_ms_max,"
            + "wall_ms_median,ratio_cpu_to_summarizer",
        lines.get(0));
    assertLines(
        lines,
        "3000,5,cached,gaussian,1,",
        "summarizer,",
        "colstats,",
        "scaler,",
        "baresum,",
        "privatemean,shiftedClipped",
        "privatemean,recentred",
        "privatemean,recentredUnscaled",
        "privatemean,recentredAllRows");
    assertTrue(lines.get(1).endsWith(",1.000"), lines.get(1));
  }

  /** The exact means are compared with one another on the way, sparse vectors among them. */
  @Test
  void fit_byPublicCalls_writesLinesOfItsOwn() throws IOException {
    assertLines(
        fit("--source=parquet", "--data=sparse", "--method=shiftedClipped", "--public"),
        "3000,5,parquet,sparse,1,",
        "summarizer,",
        "colstats,",
        "scaler,",
        "baresum,",
        "privatemean,shiftedClipped",
        "privatemean,shiftedClipped-public");
  }

  private static void assertLines(List<String> lines, String setting, String... contenders) {
    assertEquals(1 + contenders.length, lines.size());
    for (int k = 0; k < contenders.length; k++) {
      String line = lines.get(k + 1);
      assertTrue(line.startsWith(contenders[k] + "," + setting), line);
      assertEquals(12, line.split(",", -1).length, line);
    }
  }

  private List<String> fit(String... options) throws IOException {
    Path csv = folder.resolve("new").resolve("fit.csv");
    List<String> arguments = new ArrayList<>(List.of("fit", "--rows=3000", "--dim=5"));
    arguments.addAll(
        List.of("--partitions=2", "--reps=1", "--warmup=1", "--warmup-seconds=0", "--csv=" + csv));
    arguments.addAll(List.of(options));
    assertEquals(0, Bench.run(arguments.toArray(String[]::new)));
    return Files.readAllLines(csv);
  }
}
