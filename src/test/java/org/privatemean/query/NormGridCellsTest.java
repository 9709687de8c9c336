package org.privatemean.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NormGridCellsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100, 5000})
  void cell_anySquare_isThatOfASearch(int count) {
    SplittableRandom random = new SplittableRandom(count);
    double spread = count % 2 == 0 ? 600 : 3;
    double[] norms = new double[count];
    Arrays.setAll(norms, k -> Math.exp(random.nextDouble(-spread, spread) / 2));
    Arrays.sort(norms);
    for (int beyond : new int[] {count - 1, count}) {
      assertSearches(norms, beyond, random);
    }
  }

  private static void assertSearches(double[] norms, int beyond, SplittableRandom random) {
    NormGrid cells = new NormGrid.ExplicitNorms(norms, beyond);
    double[] edges = Arrays.stream(norms).map(norm -> norm * norm).toArray();
    int count = edges.length;
    for (int k = 0; k < 20_000; k++) {
      double edge = edges[random.nextInt(count)];
      assertSearched(edges, beyond, cells, Math.exp(random.nextDouble(-700, 700)));
      assertSearched(edges, beyond, cells, edge * random.nextDouble(0.9, 1.1));
      assertSearched(edges, beyond, cells, edge);
      assertSearched(edges, beyond, cells, Math.nextUp(edge));
      assertSearched(edges, beyond, cells, Math.nextDown(edge));
    }
    for (double end : new double[] {0, -0.0, Double.MIN_VALUE, Double.MAX_VALUE, 1.0 / 0}) {
      assertSearched(edges, beyond, cells, end);
    }
  }

  private static void assertSearched(double[] edges, int beyond, NormGrid cells, double square) {
    int found = Arrays.binarySearch(edges, square);
    assertEquals(Math.min(found >= 0 ? found : -found - 1, beyond), cells.cell(square));
  }
}
