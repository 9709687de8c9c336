package org.privatemean.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SquaredNormGridTest {
  @Test
  void universe_ofABound_isItsSquare() {
    assertEquals(new Universe(0, 100), new SquaredNormGrid(10).universe());
    assertEquals(new Universe(0, 111), new SquaredNormGrid(10.5).universe());
  }

  @Test
  void cell_ofASquare_isTheSquareWithinTheUniverse() {
    SquaredNormGrid grid = new SquaredNormGrid(10);
    assertEquals(0, grid.cell(0));
    assertEquals(37, grid.cell(37));
    assertEquals(38, grid.cell(37.5));
    assertEquals(100, grid.cell(100));
    assertEquals(100, grid.cell(1e300));
  }

  @Test
  void norm_ofACell_isItsRootRoundedUpAndNeverZero() {
    SquaredNormGrid grid = new SquaredNormGrid(0x1.fffp30);
    assertEquals(1, grid.norm(0));
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 20_000; k++) {
      long root = random.nextLong(1, 2_147_000_000L);
      for (long cell : new long[] {root * root - 1, root * root, root * root + 1}) {
        long norm = grid.norm(cell);
        BigInteger exact = BigInteger.valueOf(cell).sqrt();
        long up = exact.longValueExact() + (exact.pow(2).longValueExact() < cell ? 1 : 0);
        assertEquals(Math.max(1, up), norm);
      }
    }
  }

  @Test
  void grid_boundTooLarge_isRefusedNamingTheParameter() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> new SquaredNormGrid(0x1p31));
    assertTrue(refusal.getMessage().contains("thresholdGrid"), refusal::getMessage);
    assertTrue(refusal.getMessage().contains("2.147483648E9"), refusal::getMessage);
    assertTrue(SquaredNormGrid.covers(0x1.ffffp30));
  }
}
