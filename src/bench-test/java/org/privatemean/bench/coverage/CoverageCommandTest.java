package org.privatemean.bench.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.bench.Bench;
import org.privatemean.bench.ours.Fits;
import org.privatemean.bench.ours.Requests;

final class CoverageCommandTest {
  @TempDir private Path folder;

  @Test
  void coverage_fewFits_writesALineForEachKindOfRows() throws IOException {
    Path csv = folder.resolve("coverage.csv");
    int code =
        Bench.run(
            "coverage",
            "--laws=normal,one-hot-zipf",
            "--dims=1,16",
            "--rows=2000",
            "--fits=20",
            "--compare=5",
            "--csv=" + csv);
    assertEquals(0, code);
    List<String> lines = Files.readAllLines(csv);
    assertEquals(1 + 4, lines.size());
    assertEquals(lines.get(0).split(",", -1).length, lines.get(2).split(",", -1).length);
    String[] normal = lines.get(2).split(",", -1);
    assertEquals("normal", normal[0]);
    assertEquals("16", normal[1]);
    assertEquals("20", normal[4]);
    // Of 20 intervals of 95 % fewer than 8 hold with probability 4e-12.
    assertTrue(Double.parseDouble(normal[6]) >= 0.4, lines.get(2));
    double overFixed = Double.parseDouble(normal[13]);
    assertTrue(overFixed > 0.5 && overFixed < 5, lines.get(2));
  }

  @Test
  void run_otherThreadsAndLines_givesTheSame() throws InterruptedException {
    Line line = new Line(Law.EXPONENTIAL, 3, 500, false);
    List<Fit> one;
    try (Fits fits = new Fits(1, 7)) {
      one = fits.run(line.words(), 6, (stream, i) -> fit(line, stream));
    }
    try (Fits fits = new Fits(2, 7)) {
      Line other = new Line(Law.NORMAL, 1, 300, false);
      fits.run(other.words(), 3, (stream, i) -> fit(other, stream));
      assertEquals(one, fits.run(line.words(), 6, (stream, i) -> fit(line, stream)));
    }
  }

  private static Fit fit(Line line, long stream) {
    return Fit.of(line, Requests.usual(1), 1, stream, false);
  }

  @Test
  void coverage_wrongOptions_areRefused() {
    assertEquals(2, Bench.run("coverage", "--laws=gauss"));
    assertEquals(2, Bench.run("coverage", "--fits=1"));
    assertEquals(2, Bench.run("coverage", "--scaling=all"));
    assertEquals(2, Bench.run("coverage", "--rho=0"));
  }
}
