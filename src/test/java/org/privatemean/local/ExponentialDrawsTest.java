package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.privatemean.noise.BitSource;

class ExponentialDrawsTest {
  private static final int DRAWS = 3_000_000;
  private static final int CELLS = 160;

  /** Cells of 1/16, to beyond 7.7 where the draws start again. */
  private static boolean isExponential(double[] draws, double scale) {
    double[] expected = new double[CELLS + 1];
    long[] counts = new long[CELLS + 1];
    for (int i = 0; i <= CELLS; i++) {
      double beyond = i == CELLS ? 0 : Math.exp(-(i + 1) / 16.0);
      expected[i] = draws.length * (Math.exp(-i / 16.0) - beyond);
    }
    for (double draw : draws) {
      counts[(int) Math.min(CELLS, Math.floor(scale * draw * 16))]++;
    }
    return Fit.fits(expected, counts);
  }

  @Test
  void next_manyDraws_areExponentialOfMeanOne() {
    BitSource bits = Reports.stream(91);
    double[] draws = new double[DRAWS];
    int tail = 0;
    for (int i = 0; i < DRAWS; i++) {
      draws[i] = Ziggurat.exponential(bits);
      tail += draws[i] > 7.69711747013105 ? 1 : 0;
    }
    assertTrue(isExponential(draws, 1));
    assertFalse(isExponential(draws, 1.01));
    assertFalse(isExponential(draws, 0.99));
    double expected = DRAWS * Math.exp(-7.69711747013105);
    assertTrue(Math.abs(tail - expected) < 5 * Math.sqrt(expected), tail + " in the tail");
  }

  /** Layer and point share no bits: low digits do not depend on the size. */
  @Test
  void next_lowDigits_doNotDependOnTheSize() {
    BitSource bits = Reports.stream(92);
    long[] counts = new long[8 * 16];
    double[] expected = new double[counts.length];
    for (int i = 0; i < DRAWS; i++) {
      double draw = Ziggurat.exponential(bits);
      int size = (int) Math.min(7, draw * 4);
      counts[16 * size + (int) ((long) Math.floor(draw * 0x1p40) & 15)]++;
      for (int digit = 0; digit < 16; digit++) {
        expected[16 * size + digit] += 1 / 16.0;
      }
    }
    assertTrue(Fit.fits(expected, counts));
  }
}
