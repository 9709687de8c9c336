package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.shuffle.VectorSum.GridRounding;

class VectorSumTest {
  /** Near 1 / (2 rho) for the rho-zCDP that gives (1, 0.5e-9)-DP. */
  private static final double RATIO = 34.7;

  private static final double DISTANCE = SplitAndMix.distance(1, 0.5e-9);

  private static BitSource bits(int stream) {
    return NoiseKey.fromSeed(91).substream(1, 0, stream);
  }

  private static long[] vector(int seed, int dimension, long norm) {
    BitSource bits = NoiseKey.fromSeed(92).substream(2, 0, seed);
    long[] vector = new long[dimension];
    long largest = (long) (norm / Math.sqrt(dimension));
    for (int j = 0; j < dimension; j++) {
      vector[j] = bits.nextBelow(2 * largest + 1) - largest;
    }
    return vector;
  }

  /** Of squared deviations over the expected variance: in units of its own deviation. */
  private static double excess(double squares, double variance, int values) {
    return (squares / variance - values) / Math.sqrt(2.0 * values);
  }

  @Test
  void estimate_almostNoNoise_isExactOnTheLattice() {
    VectorSum sum = VectorSums.onGrid(50, 5, 1000, 1, 1e-300, 1e-9, 1);
    MessageRandomizer<long[]> randomizer = VectorSums.randomizer(sum, 10);
    SumAnalyzer analyzer = sum.analyzer(10);
    double[] expected = new double[5];
    for (int i = 0; i < 50; i++) {
      long[] vector = vector(i, 5, 1000);
      randomizer.randomize(vector, bits(i), analyzer);
      for (int j = 0; j < 5; j++) {
        expected[j] += vector[j];
      }
    }
    assertArrayEquals(expected, VectorSums.estimate(sum, analyzer));
    assertTrue(analyzer.isWhole());
    assertEquals(50, analyzer.users());
    assertEquals(0, analyzer.malformed());
    assertEquals(0, sum.sensitivity() - 2000, 1e-9);
    assertEquals(4_000_000, VectorSums.squaredSensitivity(sum));
  }

  /** 200 users of whom all, or only the honest 120, send noise; 240 sums of 4 coordinates. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({"1, 200", "0.6, 120", "0.6, 200"})
  void estimate_someSendNoise_hasTheVarianceOfTheirShares(double fraction, int senders) {
    VectorSum sum = VectorSums.onGrid(200, 4, 1 << 14, 1 << 7, 900, 1e-9, fraction);
    VectorSum silent = VectorSums.onGrid(200, 4, 1 << 14, 1 << 7, 1e-300, 1e-9, fraction);
    double squares = 0;
    for (int trial = 0; trial < 240; trial++) {
      SumAnalyzer analyzer = sum.analyzer(0);
      BitSource bits = bits(1000 + trial);
      long[] total = new long[4];
      for (int i = 0; i < 200; i++) {
        long[] vector = vector(i, 4, 1 << 14);
        // The last ones send their values alone, by the same messages.
        (i < senders ? sum : silent).randomize(vector, 0, bits, asIn(sum, silent, analyzer));
        for (int j = 0; j < 4; j++) {
          total[j] += vector[j];
        }
      }
      double[] estimate = VectorSums.estimate(sum, analyzer);
      for (int j = 0; j < 4; j++) {
        double error = (estimate[j] - total[j]) / (1 << 7);
        squares += error * error;
      }
    }
    // Of a uniform fraction the rounding has p (1 - p) = 1/6 on average.
    double variance = 900 * senders / (200 * fraction) + 200 / 6.0;
    assertTrue(Math.abs(excess(squares, variance, 960)) < 4.9);
    // Power: a share of one half of what it should be, or no rounding noise and 20 % less.
    assertTrue(Math.abs(excess(squares, variance * 0.75, 960)) > 4.9);
    assertTrue(Math.abs(excess(squares, variance * 1.4, 960)) > 4.9);
  }

  /** The silent sum may have fewer bits: its messages are taken for those of the other. */
  private static SumAnalyzer asIn(VectorSum sum, VectorSum silent, SumAnalyzer analyzer) {
    assertEquals(sum.splitting().modulusBits(), silent.splitting().modulusBits());
    return analyzer;
  }

  @Test
  void round_vectorsAtTheNorm_areWithinTheBoundAndUnbiased() {
    int dimension = 40;
    GridRounding rounding = GridRounding.create(dimension, 2000, 100);
    long[] longest = new long[dimension];
    longest[0] = 1150;
    Arrays.fill(longest, 1, dimension, 262);
    longest[5] = -262;
    double[] mean = new double[dimension];
    int draws = 20_000;
    BitSource bits = bits(1);
    for (int i = 0; i < draws; i++) {
      long[] rounded = rounding.round(longest, bits);
      long squares = 0;
      for (int j = 0; j < dimension; j++) {
        squares += rounded[j] * rounded[j];
        mean[j] += (double) rounded[j] / draws;
      }
      assertTrue(squares <= rounding.squaredBound());
    }
    for (int j = 0; j < dimension; j++) {
      // 5.5 deviations of at most 1/2: 40 coordinates, 1e-6 together.
      assertEquals(longest[j] / 100.0, mean[j], 5.5 * 0.5 / Math.sqrt(draws));
    }
  }

  /** All 400 coordinates go up to 1: within the bound of a norm of 20 steps, not of 1 step. */
  @Test
  void round_tooLong_isDrawnAgain() {
    GridRounding within = GridRounding.create(400, 2000, 100);
    assertEquals(723, within.squaredBound());
    assertEquals(400, callsOfAllUp(within, 1));
    GridRounding beyond = GridRounding.create(400, 100, 100);
    assertEquals(182, beyond.squaredBound());
    assertEquals(800, callsOfAllUp(beyond, 1));
  }

  /** Calls for random numbers, of which the first 400 say up and the rest down. */
  private static int callsOfAllUp(GridRounding rounding, long coordinate) {
    long[] vector = new long[400];
    Arrays.fill(vector, coordinate);
    int[] calls = {0};
    rounding.round(vector, k -> calls[0]++ < 400 ? 0 : 99);
    return calls[0];
  }

  @Test
  void randomize_tooLong_isClippedFirst() {
    VectorSum sum = VectorSums.onGrid(50, 2, 1000, 1, 1e-300, 1e-9, 1);
    SumAnalyzer analyzer = sum.analyzer(0);
    VectorSums.randomizer(sum, 0).randomize(new long[] {3000, -4000}, bits(0), analyzer);
    assertArrayEquals(new double[] {600, -800}, VectorSums.estimate(sum, analyzer), 1.01);
  }

  @Test
  void squaredBound_theFormula_isTheLesserOfBoth() {
    assertEquals(400 + 40 * 2 + 4, GridRounding.squaredBound(4, 20), 1e-9);
    double deviations = Math.sqrt(80 * Math.log(2));
    double likely = 1e4 + 100 + deviations * (100 + 10);
    assertEquals(likely, GridRounding.squaredBound(400, 100), 1e-9);
  }

  /** Rounding costs at most 2 % of the error, and a grid one step coarser would cost more. */
  @ParameterizedTest
  @CsvSource({"10000, 8", "100000, 8", "1000000, 8", "10000, 128", "1000000, 128", "100000, 784"})
  void forRatio_fineLattice_losesTwoPercentAtMost(long users, int dimension) {
    long norm = 1L << 20;
    VectorSum sum = VectorSums.forRatio(users, dimension, norm, RATIO, DISTANCE, 1);
    double ideal = Math.sqrt(dimension * 4 * RATIO) * norm;
    double loss = sum.expectedError() / ideal;
    assertTrue(loss <= 1.0199 && loss >= 1.015, () -> "loss " + loss);
    assertTrue(sum.variance() >= RATIO * VectorSums.squaredSensitivity(sum));
    assertTrue(sum.variance() >= 2.5 * users);
    assertTrue(sum.sensitivity() * sum.sensitivity() >= VectorSums.squaredSensitivity(sum));
  }

  @Test
  void forRatio_coarseLattice_isNotRounded() {
    VectorSum sum = VectorSums.forRatio(1000, 8, 50, RATIO, DISTANCE, 1);
    assertEquals(1, sum.rounding().gridStep());
    assertEquals(10_000, VectorSums.squaredSensitivity(sum));
  }

  @ParameterizedTest
  @CsvSource({
    "10000, 8, 9, 23, 207",
    "1000000, 8, 7, 31, 217",
    "10000, 128, 9, 22, 3168",
    "1000000, 128, 8, 30, 3840",
    "100000, 784, 9, 26, 22932"
  })
  void bodyBytes_settingsOfTheDocumentation_areAsStated(
      long users, int dimension, int messages, int modulusBits, long bytes) {
    VectorSum sum = VectorSums.forRatio(users, dimension, 1L << 20, RATIO, DISTANCE, 1);
    assertEquals(messages, sum.splitting().messages());
    assertEquals(modulusBits, sum.splitting().modulusBits());
    assertEquals((long) dimension * messages, sum.messages());
    assertEquals(bytes, VectorSums.bodyBytes(sum));
  }

  @Test
  void of_fewerHonest_needsMoreMessagesAndNoise() {
    VectorSum all = VectorSums.forRatio(10_000, 8, 1L << 20, RATIO, DISTANCE, 1);
    VectorSum few = VectorSums.forRatio(10_000, 8, 1L << 20, RATIO, DISTANCE, 0.1);
    assertTrue(few.splitting().messages() > all.splitting().messages());
    assertEquals(1000, few.batches().honest());
    assertEquals(Math.sqrt(10), few.expectedError() / all.expectedError(), 0.1);
  }

  @Test
  void of_argumentOutOfRange_throws() {
    assertThrows(IllegalArgumentException.class, () -> VectorSums.onGrid(19, 2, 9, 1, 1, 1e-9, 1));
    assertThrows(
        IllegalArgumentException.class, () -> VectorSums.onGrid(30, 2, 9, 1, 1, 1e-9, 0.5));
    assertThrows(IllegalArgumentException.class, () -> VectorSums.onGrid(30, 0, 9, 1, 1, 1e-9, 1));
    assertThrows(IllegalArgumentException.class, () -> VectorSums.onGrid(30, 2, 0, 1, 1, 1e-9, 1));
    assertThrows(IllegalArgumentException.class, () -> VectorSums.onGrid(30, 2, 9, 10, 1, 1e-9, 1));
    assertThrows(IllegalArgumentException.class, () -> VectorSums.onGrid(30, 2, 9, 1, 0, 1e-9, 1));
    assertThrows(
        IllegalArgumentException.class, () -> VectorSums.onGrid(30, 2, 1L << 30, 1, 1, 1e-9, 1));
    assertThrows(IllegalArgumentException.class, () -> VectorSums.forRatio(30, 2, 9, 0, 1e-9, 1));
    MessageRandomizer<long[]> randomizer =
        VectorSums.randomizer(VectorSums.onGrid(30, 2, 9, 1, 1, 1e-9, 1), 0);
    assertThrows(
        IllegalArgumentException.class,
        () -> randomizer.randomize(new long[3], bits(0), (label, body) -> assertFalse(true)));
  }
}
