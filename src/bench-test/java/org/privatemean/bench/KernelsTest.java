package org.privatemean.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KernelsTest {
  @TempDir private Path folder;

  @Test
  void kernels_ofOneOperation_writesItsTimesForEachSize() throws IOException {
    int status =
        run("RowBenchmark.clip", "--forks=0", "--warmup=1", "--iterations=3", "--out=" + folder);
    assertEquals(0, status);
    List<String> lines = Files.readAllLines(folder.resolve("kernels.csv"));
    assertEquals("benchmark,operation,parameter,unit,iterations,min,median,max", lines.get(0));
    assertEquals(4, lines.size());
    for (String line : lines.subList(1, 4)) {
      String[] fields = line.split(",", -1);
      assertEquals("geometry.RowBenchmark", fields[0]);
      assertEquals("clip", fields[1]);
      assertEquals("3", fields[4]);
      double median = Double.parseDouble(fields[6]);
      assertTrue(
          Double.parseDouble(fields[5]) > 0 && Double.parseDouble(fields[5]) <= median, line);
      assertTrue(median <= Double.parseDouble(fields[7]), line);
    }
    String page = Files.readString(folder.resolve("kernels.md"));
    assertTrue(page.contains("## geometry.RowBenchmark"), page);
    assertTrue(page.contains("| clip | d = 1024 | ns/op |"), page);
  }

  @Test
  void kernels_thatNoneMatches_is2() {
    assertEquals(2, run("NoSuchBenchmark"));
  }

  private static int run(String... options) {
    String[] arguments = new String[options.length + 1];
    arguments[0] = "kernels";
    System.arraycopy(options, 0, arguments, 1, options.length);
    return Bench.run(arguments);
  }
}
