package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.central.WatchedTrust;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.noise.NoiseKey;
import org.privatemean.release.Release;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/** With the noise switched off, the release is the clipped mean computed by its definition. */
final class ClippedMeanDefinitionTest {
  private static final double RHO = 20;

  static List<MeanSpec> specs() {
    return Settings.specs(RHO);
  }

  private static NaiveMean naive(MeanSpec spec, double[][] rows, int dimension, long seed) {
    RandomRotation rotation =
        spec.method() == Method.SHIFTED_CLIPPED
            ? RandomRotation.draw(dimension, NoiseKey.fromSeed(seed).substream(0, 0, 0))
            : null;
    return new NaiveMean(spec, rows, dimension, rotation);
  }

  private static int check(MeanSpec spec, double[][] rows, int dimension, long seed) {
    NaiveMean naive = naive(spec, rows, dimension, seed);
    WatchedTrust trust = new WatchedTrust(Settings.exact(RHO, seed));
    Release release =
        Mechanisms.release(spec, InMemoryRows.of(rows, dimension, InvalidRows.ERROR), trust);
    assertEquals(naive.norm, trust.norm());
    assertEquals(naive.normInDataUnits(), release.clippingNorm().orElseThrow());
    for (int j = 0; j < naive.sum.length; j++) {
      BigInteger off = naive.sum[j].subtract(trust.sum()[j]).abs();
      // On an axis the exact quotient is an integer, and a double may fall just short of it.
      BigInteger allowed = dimension == 1 ? BigInteger.valueOf(naive.clippedRows) : BigInteger.ZERO;
      assertTrue(off.compareTo(allowed) <= 0, () -> "sum off by " + off);
    }
    double slack = dimension == 1 ? naive.normInDataUnits() / naive.norm : 1e-12;
    double[] expected = Arrays.stream(naive.mean()).mapToDouble(x -> x.doubleValue()).toArray();
    for (int j = 0; j < dimension; j++) {
      assertEquals(expected[j], release.mean()[j], slack);
    }
    return naive.clippedRows;
  }

  @ParameterizedTest
  @MethodSource("specs")
  void release_withoutNoise_isTheClippedMeanByDefinition(MeanSpec spec) {
    int clipped = 0;
    for (int dimension : new int[] {1, 2, 3, 5, 8, 13}) {
      for (int count : new int[] {20, 61, 120}) {
        SplittableRandom random = new SplittableRandom(100L * dimension + count);
        clipped += check(spec, Settings.rows(random, count, dimension), dimension, count);
      }
    }
    assertTrue(clipped > 0, "no row was clipped: the test shows nothing of clipping");
  }

  @ParameterizedTest
  @MethodSource("specs")
  void release_ofEqualRows_isTheRow(MeanSpec spec) {
    double[][] rows = new double[40][];
    Arrays.fill(rows, new double[] {0.5, -0.25, 1});
    check(spec, rows, 3, 1);
    Arrays.fill(rows, new double[3]);
    check(spec, rows, 3, 2);
  }
}
