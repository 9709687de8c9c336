package org.privatemean.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GeometricGridTest {
  @ParameterizedTest
  @ValueSource(doubles = {1.0000001, 2, 1e3, 3.7e9, 0x1p61})
  void cell_ofAnyNorm_isTheFirstThatHoldsIt(double bound) {
    GeometricGrid grid = new GeometricGrid(bound);
    long last = grid.universe().high();
    assertEquals(0, grid.universe().low());
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 2000; k++) {
      double norm = Math.exp(random.nextDouble() * Math.log(bound));
      long cell = grid.cell(norm * norm);
      assertTrue(cell >= 0 && cell <= last);
      assertTrue(grid.norm(cell) >= norm * (1 - 1e-12));
      if (cell > 0) {
        double below = Math.pow(GeometricGrid.RATIO, (double) (cell - 1));
        assertTrue(norm > below * (1 - 1e-10), norm + " belongs to an earlier cell");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.0000001, 2, 1e3, 3.7e9, 0x1p61})
  void norm_ofTheLastCell_coversTheBoundAndLittleMore(double bound) {
    GeometricGrid grid = new GeometricGrid(bound);
    long last = grid.norm(grid.universe().high());
    assertTrue(last >= bound);
    assertTrue(last <= Math.ceil(bound * GeometricGrid.RATIO * (1 + 1e-9)));
    assertEquals(grid.universe().high(), grid.cell(Double.MAX_VALUE));
    assertEquals(grid.universe().high(), grid.cell(Double.POSITIVE_INFINITY));
  }

  @Test
  void cell_ofNormsUpToOne_isTheFirstWithNormOne() {
    GeometricGrid grid = new GeometricGrid(100);
    assertEquals(0, grid.cell(0));
    assertEquals(0, grid.cell(1));
    assertEquals(1, grid.cell(1.0000001));
    assertEquals(1, grid.norm(0));
  }

  @Test
  void cell_growingNorms_neverFalls() {
    GeometricGrid grid = new GeometricGrid(1e4);
    long before = 0;
    for (int square = 0; square < 200_000; square++) {
      long cell = grid.cell(square);
      assertTrue(cell >= before);
      before = cell;
    }
  }

  @Test
  void levels_ofAWideGrid_areFew() {
    assertTrue(new GeometricGrid(0x1p40).universe().levels() <= 12);
  }
}
