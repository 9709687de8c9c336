package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.central.CentralTrust;
import org.privatemean.privacy.Neighbours;
import org.privatemean.release.Release;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/** The recentred mean follows its data to any scale and any place. */
final class RecentredMeanInvarianceTest {
  private static final double RHO = 0.5;

  private static RecentredSpec spec(Scaling scaling) {
    return Settings.recentred(RHO, scaling, Neighbours.REPLACE);
  }

  private static Release release(RecentredSpec spec, double[][] rows, CentralTrust trust) {
    return Mechanisms.release(
        spec, InMemoryRows.of(rows, rows[0].length, InvalidRows.ERROR), trust);
  }

  private static double[][] mapped(double[][] rows, double factor, double shift) {
    double[][] mapped = new double[rows.length][];
    Arrays.setAll(mapped, i -> Arrays.stream(rows[i]).map(x -> x * factor + shift).toArray());
    return mapped;
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "auto"})
  void release_withoutNoiseOfRowsTimesAPowerOfTwo_isScaledBitForBit(String label) {
    Scaling scaling = Scaling.of(label);
    double[][] rows = Settings.unevenRows(new SplittableRandom(1), 700, 12);
    Release expected = release(spec(scaling), rows, Settings.exact(RHO, 1));
    boolean scaled = expected.noise().deviations().length == 12;
    assertEquals(scaling.equals(Scaling.AUTO), scaled);
    for (int power : new int[] {-330, -200, -31, -1, 1, 2, 77, 330}) {
      double factor = Math.scalb(1.0, power);
      Release actual = release(spec(scaling), mapped(rows, factor, 0), Settings.exact(RHO, 1));
      assertArrayEquals(
          Arrays.stream(expected.mean()).map(x -> x * factor).toArray(), actual.mean());
      assertEquals(
          expected.clippingNorm().orElseThrow() * factor, actual.clippingNorm().orElseThrow());
      // The octaves from the data to the end of the range take one count more or less.
      double error = actual.noise().expectedL2Error();
      assertEquals(1, error / (expected.noise().expectedL2Error() * factor), 0.01);
    }
  }

  /**
   * Without noise all of the error is clipping: fewer rows than the rank leaves above the norm,
   * each off by no more than its distance to the centre; and a step of the lattice a row.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -1e3, 1e6})
  void release_withoutNoiseOfRowsMoved_isTheMeanUpToClipping(double shift) {
    double[][] rows = mapped(Settings.unevenRows(new SplittableRandom(2), 1500, 6), 1, shift);
    double[] mean = mean(rows);
    double farthest =
        Arrays.stream(rows).mapToDouble(row -> distance(row, mean)).max().orElseThrow();
    for (Scaling scaling : List.of(Scaling.NONE, Scaling.AUTO)) {
      Release release = release(spec(scaling), rows, Settings.exact(RHO, 1));
      // At least half of the budget is left for the sum, and a count of the norm has 0.02 / 7.
      double above =
          Math.max(2 * Math.sqrt(2 * 6 / (0.5 * RHO)), 2 / Math.sqrt(2 * 0.02 / 7 * RHO));
      double steps = release.clippingNorm().orElseThrow() / (1 << 20) * Math.sqrt(6);
      double bias = above / rows.length * 2 * farthest;
      double off = distance(release.mean(), mean);
      assertTrue(off <= bias + steps, () -> "off by " + off + ", allowed " + (bias + steps));
    }
  }

  private static double[] mean(double[][] rows) {
    double[] mean = new double[rows[0].length];
    for (int j = 0; j < mean.length; j++) {
      int column = j;
      // About the first row, so that an offset does not drown the differences.
      double first = rows[0][j];
      mean[j] =
          first + Arrays.stream(rows).mapToDouble(row -> row[column] - first).sum() / rows.length;
    }
    return mean;
  }

  private static double distance(double[] a, double[] b) {
    double square = 0;
    for (int j = 0; j < a.length; j++) {
      square += (a[j] - b[j]) * (a[j] - b[j]);
    }
    return Math.sqrt(square);
  }

  /** Mean private errors of one release each of the rows, scaled down, scaled up and moved. */
  private static double[] errors(int runs) {
    double[][] all =
        IntStream.range(0, runs)
            .parallel()
            .mapToObj(RecentredMeanInvarianceTest::pairedErrors)
            .toArray(double[][]::new);
    double[] means = new double[all[0].length];
    for (double[] errors : all) {
      Arrays.setAll(means, k -> means[k] + errors[k] / runs);
    }
    return means;
  }

  private static double[] pairedErrors(int run) {
    SplittableRandom random = new SplittableRandom(run);
    double[][] rows = new double[4000][128];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> 1 + random.nextGaussian());
    }
    return new double[] {
      error(rows, run, 1),
      error(mapped(rows, 1e-100, 0), run, 1e-100),
      error(mapped(rows, 1e100, 0), run, 1e100),
      error(mapped(rows, 1, 1e6), run, 1)
    };
  }

  private static double error(double[][] rows, int seed, double scale) {
    RecentredSpec spec = spec(Scaling.NONE);
    double[] released = release(spec, rows, Settings.seeded(RHO, seed)).mean();
    double[] off = new double[released.length];
    double[] mean = mean(rows);
    Arrays.setAll(off, j -> (released[j] - mean[j]) / scale);
    return distance(off, new double[off.length]);
  }

  private static void assertWithinATwentieth(double[] errors) {
    for (double error : errors) {
      assertEquals(1, error / errors[0], 0.05);
    }
  }

  @Test
  @Tag("long")
  void release_rowsScaledOrMoved_errsTheSame() {
    assertWithinATwentieth(errors(60));
  }

  @Test
  @Tag("long")
  void release_rowsScaledOrMovedManyRuns_errsTheSame() {
    assertWithinATwentieth(errors(400));
  }
}
