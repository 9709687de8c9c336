package org.privatemean.bench.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TablesTest {
  @TempDir private Path folder;

  private static double[][] draw(String name) throws IOException {
    List<ColumnTable> tables = Tables.named(name);
    assertEquals(1, tables.size());
    return tables.get(0).columns(new SplittableRandom(5));
  }

  @ParameterizedTest
  @CsvSource({
    "normals, 3, 30000",
    "flag:16:.01@500, 16, 500",
    "flags:40:20:30@600, 40, 600",
    "copies@600, 16, 600",
    "heavy:8:cauchy@600, 8, 600",
    "epoch@600, 16, 600",
    "wide@600, 41, 600",
    "lab:96, 7, 6524",
    "skew2, 2, 600",
    "skew3, 3, 600",
    "pairs:5@2000, 5, 2000",
    "far:rows@600, 5, 600",
    "onehot256@600, 256, 600",
    "mixed32@600, 32, 600",
    "diamonds, 7, 53940"
  })
  void named_table_hasColumnsOfItsRows(String name, int columns, int rows) throws IOException {
    double[][] drawn = draw(name);
    assertEquals(columns, drawn.length);
    for (double[] column : drawn) {
      assertEquals(rows, column.length);
      assertTrue(Arrays.stream(column).allMatch(Double::isFinite));
    }
  }

  @Test
  void named_flags_haveThatManyOnes() throws IOException {
    double[][] drawn = draw("flags:5:2:30@600");
    assertEquals(30, Arrays.stream(drawn[3]).sum());
    assertEquals(30, Arrays.stream(drawn[4]).sum());
    assertTrue(Moments.of(drawn[3]).isBinary());
    assertEquals(8, Arrays.stream(draw("flag:4:.00127@6000")[3]).sum());
  }

  @Test
  void named_farCell_isASingleOneInTheLastColumn() throws IOException {
    double[] last = draw("far:cell@600")[4];
    assertEquals(1, Arrays.stream(last).filter(x -> x == 1e308).count());
    assertEquals(1, Tables.named("far:cell@600").get(0).far());
  }

  @Test
  void named_copies_areEqual() throws IOException {
    double[][] drawn = draw("copies@600");
    assertTrue(Arrays.equals(drawn[8], drawn[15]));
  }

  @Test
  void named_list_isItsTables() throws IOException {
    assertEquals(5, Tables.named("labs").size());
    assertTrue(Tables.named("all").size() > 50);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "normal",
        "heavy:16:ln9",
        "far",
        "flag:4:x",
        "normals@x",
        "flags:4:20",
        "diamonds@9"
      })
  void named_unknown_isRefused(String name) {
    assertThrows(IllegalArgumentException.class, () -> Tables.named(name));
  }

  @Test
  void named_csv_readsAllColumns() throws IOException {
    Path file = folder.resolve("numbers.csv");
    Files.write(file, List.of("\"a\",\"b\"", "1,2.5", "3,-1e3"));
    double[][] columns = draw("csv:" + file);
    assertTrue(Arrays.deepEquals(new double[][] {{1, 3}, {2.5, -1000}}, columns));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,b", "a,b\n1,x", "a,b\n1", "a,b\n1,Infinity"})
  void named_csvOfOtherThings_isRefused(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("other.csv"), text);
    assertThrows(IllegalArgumentException.class, () -> Tables.named("csv:" + file));
  }

  /** Six standard errors. */
  @Test
  void draws_ofLaws_haveTheirMeans() {
    assertMean(0.4, 0.4, random -> Skewed.gamma(0.4, random));
    assertMean(3, 3, random -> Skewed.gamma(3, random));
    assertMean(0.25, 0.25 * 0.75 / 3, random -> Skewed.beta(0.5, 1.5, random));
    assertMean(2, 20, random -> Skewed.weibull(0.5, random));
    assertMean(1.2, 1.2, random -> Skewed.poisson(1.2, random));
    assertMean(0, 5.0 / 3, random -> Skewed.student(5, random));
    assertMean(1.5, 0.75, random -> Skewed.pareto(3, random));
  }

  private static void assertMean(
      double mean, double variance, ToDoubleFunction<SplittableRandom> draw) {
    int draws = 20_000;
    SplittableRandom random = new SplittableRandom(3);
    double found =
        DoubleStream.generate(() -> draw.applyAsDouble(random))
            .limit(draws)
            .average()
            .orElseThrow();
    assertEquals(mean, found, 6 * Math.sqrt(variance / draws));
  }
}
