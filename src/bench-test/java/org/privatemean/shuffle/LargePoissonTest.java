package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LargePoissonTest {
  private static final int DRAWS = 200_000;

  /** Draws around a mean in cells, with what is beyond them in the outer two. */
  private static long[] histogram(double drawn, double mean, int cells) {
    LargePoisson poisson = LargePoisson.of(new SplittableRandom(3));
    long[] counts = new long[cells];
    for (int i = 0; i < DRAWS; i++) {
      counts[cell(poisson.draw(drawn), mean, cells)]++;
    }
    return counts;
  }

  private static int cell(long value, double mean, int cells) {
    int middle = cells / 2;
    double width = Math.max(1, Math.ceil(6 * Math.sqrt(mean) / cells));
    double place = Math.floor((value - Math.floor(mean)) / width) + middle;
    return (int) Math.max(0, Math.min(cells - 1, place));
  }

  /** Chi-square of the draws for the law of a mean, by the law's recurrence. */
  private static double chiSquare(long[] counts, double mean) {
    double[] law = new double[counts.length];
    double logarithm = -mean;
    long last = (long) (mean + 40 * Math.sqrt(mean) + 100);
    for (long k = 0; k <= last; k++) {
      logarithm += k == 0 ? 0 : Math.log(mean / k);
      law[cell(k, mean, counts.length)] += Math.exp(logarithm);
    }
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      double expected = DRAWS * law[i];
      // No cell below 0.
      sum += expected == 0 ? counts[i] : (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(doubles = {3.3, 10, 12.7, 40, 1900.5, 300_000.25})
  void draw_manyTimes_passesAChiSquareTest(double mean) {
    int cells = 11;
    // Degrees of freedom 10 at most: a chi-square passes 48 with a chance of 6e-7.
    double own = chiSquare(histogram(mean, mean, cells), mean);
    assertTrue(own < 48, "chi-square " + own);
    double shifted = mean + 0.05 * Math.sqrt(mean);
    double other = chiSquare(histogram(shifted, mean, cells), mean);
    assertFalse(other < 48, "a twentieth of a deviation passes: " + other);
  }

  @Test
  void draw_meanZeroOrNone_isZeroOrRefused() {
    LargePoisson poisson = LargePoisson.of(new SplittableRandom(1));
    assertEquals(0, poisson.draw(0));
    assertThrows(IllegalArgumentException.class, () -> poisson.draw(-1));
    assertThrows(IllegalArgumentException.class, () -> poisson.draw(Double.NaN));
  }
}
