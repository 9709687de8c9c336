package org.privatemean.bench.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GrowthTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(doubles = {-0.5, 0, 1, 2})
  void exponent_ofAPower_isIt(double power) {
    double[] x = {1, 7, 100, 1e6};
    double[] y = new double[x.length];
    for (int k = 0; k < x.length; k++) {
      y[k] = 3 * Math.pow(x[k], power);
    }
    assertEquals(power, PowerLaw.exponent(x, y), 1e-12);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void axes_ofEachExtent_growAndKeepTheirContenders(boolean quick) {
    for (Axis axis : Axis.all(quick)) {
      assertTrue(axis.points().size() >= 3, axis.name());
      List<String> labels = labels(axis.points().get(0));
      for (int k = 1; k < axis.points().size(); k++) {
        assertTrue(axis.points().get(k).x() > axis.points().get(k - 1).x(), axis.name());
        assertEquals(labels, labels(axis.points().get(k)), axis.name());
      }
    }
  }

  private static List<String> labels(Axis.Point point) {
    return point.contenders().stream().map(Contender::label).toList();
  }

  /** Times made up as 100 ms and what is linear in n: the upper half is nearer to a power of 1. */
  private static Growth growth() {
    Axis axis = Axis.all(false).get(0);
    List<List<Timing>> timings = new ArrayList<>();
    for (Axis.Point point : axis.points()) {
      Timing.Sorted cpu = Timing.Sorted.of(100 + point.x() / 1000);
      timings.add(
          point.contenders().stream()
              .map(contender -> new Timing(contender, cpu, cpu, point.setting().rows()))
              .toList());
    }
    return new Growth(axis, timings);
  }

  @Test
  void exponents_withAFixedCost_areNearerToTheTruthInTheUpperHalf() {
    double all = growth().exponent(0);
    double upper = growth().upperExponent(0);
    assertTrue(0.5 < all && all < upper && upper < 1, all + ", " + upper);
  }

  @Test
  void write_ofAnAxis_makesCsvAndTable() throws IOException {
    Growth growth = growth();
    GrowthTables.write(growth, folder);
    List<String> csv = Files.readAllLines(folder.resolve("growth-rows.csv"));
    assertEquals(1 + 5 * 4, csv.size());
    assertEquals("rows,100000,summarizer,,100000,16,8,1,200,200,200,200,1.0", csv.get(1));
    String page = String.join("\n", GrowthTables.table(growth));
    assertTrue(page.contains("| recentred | 200 - 200 - 200 |"), page);
    assertTrue(page.contains("| recentred | 1.0 | 1.0 | 1.0 | 1.0 | 1.0 |"), page);
    assertTrue(page.contains("exponent, 1e+06 to 1e+07"), page);
  }
}
