package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;

class CapSamplerTest {

  private static final int DRAWS = 300_000;
  private static final int CELLS = 40;
  private static final int POINTS = 8000;

  /** The masses of the cells of a part of the law, relative to the part. */
  private static double[] masses(CapOracle oracle, double from, double to) {
    double[] masses = new double[CELLS];
    double step = (to - from) / (CELLS * POINTS / 10);
    double whole = 0;
    for (int i = 0; i < CELLS * POINTS / 10; i++) {
      double mass = oracle.density(from + (i + 0.5) * step);
      masses[i / (POINTS / 10)] += mass;
      whole += mass;
    }
    for (int i = 0; i < CELLS; i++) {
      masses[i] /= whole;
    }
    return masses;
  }

  /** Cells of equal width in the angle (or in w) on each side of the threshold. */
  private static boolean fits(Threshold drawn, Threshold claimed, int seed) {
    boolean sphere = claimed.law() == ReportLaw.SPHERE;
    CapOracle oracle = new CapOracle(claimed.law(), claimed.dimension());
    double edge = sphere ? Math.asin(claimed.gamma()) : claimed.gamma();
    double low = -oracle.last(0);
    double high = oracle.last(edge);
    double[] below = masses(oracle, low, edge);
    double[] above = masses(oracle, edge, high);
    double[] expected = new double[2 * CELLS];
    for (int i = 0; i < CELLS; i++) {
      expected[i] = DRAWS * claimed.miss() * below[i];
      expected[CELLS + i] = DRAWS * (1 - claimed.miss()) * above[i];
    }
    long[] counts = new long[2 * CELLS];
    CapSampler sampler = CapSampler.create(drawn);
    BitSource bits = NoiseKey.fromSeed(seed).substream(0, 0, 0);
    for (int i = 0; i < DRAWS; i++) {
      double draw = sampler.draw(bits);
      // Equal to asin(1 - depth), and accurate at the pole.
      double x = sphere ? Math.PI / 2 - 2 * Math.asin(Math.sqrt(draw / 2)) : draw;
      counts[cell(x, low, edge, high)]++;
    }
    return fitsMerged(expected, counts);
  }

  private static int cell(double x, double low, double edge, double high) {
    if (x < edge) {
      return (int) Math.max(0, Math.min(CELLS - 1, (x - low) / (edge - low) * CELLS));
    }
    return CELLS + (int) Math.min(CELLS - 1, (x - edge) / (high - edge) * CELLS);
  }

  /** Cells with fewer than 50 expected draws are put together. */
  private static boolean fitsMerged(double[] expected, long[] counts) {
    double[] mergedExpected = new double[expected.length];
    long[] mergedCounts = new long[counts.length];
    int merged = 0;
    for (int i = 0; i < expected.length; i++) {
      mergedExpected[merged] += expected[i];
      mergedCounts[merged] += counts[i];
      if (mergedExpected[merged] >= 50 || i == expected.length - 1) {
        merged++;
      }
    }
    if (mergedExpected[merged - 1] < 50) {
      merged--;
      mergedExpected[merged - 1] += mergedExpected[merged];
      mergedCounts[merged - 1] += mergedCounts[merged];
    }
    return Fit.fits(
        java.util.Arrays.copyOf(mergedExpected, merged),
        java.util.Arrays.copyOf(mergedCounts, merged));
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "SPHERE, 2, 0.5",
    "SPHERE, 2, 8",
    "SPHERE, 3, 1",
    "SPHERE, 3, 8",
    "SPHERE, 4, 0.5",
    "SPHERE, 4, 4",
    "SPHERE, 4, 16",
    "SPHERE, 5, 2",
    "SPHERE, 16, 1",
    "SPHERE, 16, 2",
    "SPHERE, 16, 6",
    "SPHERE, 784, 1",
    "SPHERE, 784, 4",
    "SPHERE, 100000, 1",
    "SPHERE, 100000, 32",
    "GAUSSIAN, 9, 0.5",
    "GAUSSIAN, 9, 2",
    "GAUSSIAN, 9, 4",
    "GAUSSIAN, 9, 32"
  })
  void draw_anyLaw_fitsOnlyItsLaw(ReportLaw law, int dimension, double epsilon) {
    Threshold threshold = Threshold.optimal(law, dimension, epsilon);
    assertTrue(fits(threshold, threshold, 21));
    assertFalse(fits(threshold, Threshold.optimal(law, dimension, 1.08 * epsilon), 21));
    assertFalse(fits(threshold, Threshold.optimal(law, dimension, 0.92 * epsilon), 21));
  }

  /** On the sphere in three dimensions W is uniform on each side, whatever the threshold. */
  @ParameterizedTest
  @CsvSource({"0.1, 3", "0.9, 3", "0.5, 1"})
  void draw_thresholdNotOptimal_fitsToo(double gamma, double epsilon) {
    Threshold threshold = new CapOracle(ReportLaw.SPHERE, 3).at(gamma, epsilon);
    assertTrue(fits(threshold, threshold, 22));
  }
}
