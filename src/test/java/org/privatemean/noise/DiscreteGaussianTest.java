package org.privatemean.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.noise.NoiseSource.SecureNoise;

@Promise("discrete Gaussian noise has its exact probabilities; a deviation 5 % off is found")
class DiscreteGaussianTest {

  private static final int DRAWS = 1_000_000;

  /** The standard normal distribution function at 0, 0.5, 1, ..., 3. */
  private static final double[] NORMAL = {
    0.5,
    0.691462461274013,
    0.841344746068543,
    0.933192798731142,
    0.977249868051821,
    0.993790334674224,
    0.998650101968370
  };

  private static Variance variance(long numerator, long denominator) {
    return Variance.roundUp(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
  }

  private static Variance powerOfTwo(int exponent) {
    return Variance.roundUp(BigInteger.ONE.shiftLeft(exponent), BigInteger.ONE);
  }

  private static IntToDoubleFunction probability(double variance) {
    double total = 1;
    for (int k = 1; k < 40 * Math.sqrt(variance) + 1; k++) {
      total += 2 * Math.exp(-k * (double) k / (2 * variance));
    }
    double sum = total;
    return k -> Math.exp(-k * (double) k / (2 * variance)) / sum;
  }

  /** Draws each value from a substream of its own, as the mechanisms do. */
  private static boolean fits(Variance drawn, double claimed, int step) {
    NoiseSource noise = new SecureNoise(NoiseKey.fromSeed(41));
    int[] coordinate = {0};
    return GoodnessOfFit.fits(
        probability(claimed), () -> noise.discreteGaussian(drawn, step, 0, coordinate[0]++), DRAWS);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 1", "10, 1", "1, 3", "100, 1"})
  void sample_anyVariance_fitsExactProbabilities(int numerator, int denominator) {
    Variance variance = variance(numerator, denominator);
    assertTrue(fits(variance, variance.doubleValue(), 1));
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 1", "10, 1", "1, 3", "100, 1"})
  void sample_scaleFivePercentOff_isRejected(int numerator, int denominator) {
    double claimed = (double) numerator / denominator;
    assertFalse(fits(variance(numerator * 105L * 105, denominator * 10_000L), claimed, 2));
    assertFalse(fits(variance(numerator * 95L * 95, denominator * 10_000L), claimed, 3));
  }

  @Test
  void sample_oneStream_fitsExactProbabilities() {
    BitSource bits = NoiseKey.fromSeed(42).substream(0, 0, 0);
    Variance variance = variance(17, 3);
    assertTrue(
        GoodnessOfFit.fits(
            probability(variance.doubleValue()),
            () -> DiscreteGaussian.sample(variance, bits),
            DRAWS));
  }

  @Test
  void sample_tail_hasItsExactWeight() {
    BitSource bits = NoiseKey.fromSeed(43).substream(0, 0, 0);
    IntToDoubleFunction probability = probability(100);
    double expected = 0;
    for (int k = 40; k < 400; k++) {
      expected += 2 * DRAWS * probability.applyAsDouble(k);
    }
    int seen = 0;
    for (int i = 0; i < DRAWS; i++) {
      seen += DiscreteGaussian.sample(variance(100, 1), bits).abs().intValueExact() >= 40 ? 1 : 0;
    }
    // 69 expected beyond four standard deviations; a scale 5 % up makes it 150, ten standard
    // deviations more.
    assertEquals(expected, seen, 4.9 * Math.sqrt(expected));
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {26, 40, 51, 52, 80, 107, 108, 120, 200})
  void sample_largeVariance_isCloseToNormal(int exponent) {
    assertTrue(looksNormal(powerOfTwo(exponent), Math.scalb(1.0, exponent)));
    assertFalse(looksNormal(powerOfTwo(exponent), Math.scalb(1.1025, exponent)));
    assertFalse(looksNormal(powerOfTwo(exponent), Math.scalb(0.9025, exponent)));
  }

  @Test
  void sample_largeOddVariance_isCloseToNormal() {
    for (int exponent : new int[] {20, 41, 63, 79, 100}) {
      Variance variance = Variance.roundUp(BigInteger.valueOf(3).pow(exponent), BigInteger.ONE);
      assertTrue(looksNormal(variance, variance.doubleValue()), variance.toString());
    }
  }

  /**
   * Second moment and the counts between half-integer multiples of sigma, both at significance
   * 1e-6.
   */
  private static boolean looksNormal(Variance variance, double claimed) {
    int n = 100_000;
    BitSource bits = NoiseKey.fromSeed(44).substream(0, 0, 0);
    int last = NORMAL.length - 1;
    long[] counts = new long[2 * last + 2];
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double z = DiscreteGaussian.sample(variance, bits).doubleValue() / Math.sqrt(claimed);
      squares += z * z;
      counts[last + 1 + (int) Math.max(-last - 1, Math.min(last, Math.floor(2 * z)))]++;
    }
    double[] expected = new double[counts.length];
    for (int i = 0; i <= last; i++) {
      double above = n * ((i == last ? 1 : NORMAL[i + 1]) - NORMAL[i]);
      expected[last + 1 + i] = above;
      expected[last - i] = above;
    }
    // z^2 has mean 1 and variance 2.
    boolean moment = Math.abs(squares / n - 1) <= 4.9 * Math.sqrt(2.0 / n);
    return moment && GoodnessOfFit.fits(expected, counts);
  }

  @ParameterizedTest
  @ValueSource(ints = {26, 40, 80, 120})
  void sample_largeVariance_hasUniformLowBits(int exponent) {
    BitSource bits = NoiseKey.fromSeed(45).substream(0, 0, exponent);
    long[] counts = new long[64];
    double[] expected = new double[64];
    Arrays.fill(expected, 2000);
    for (int i = 0; i < 64 * 2000; i++) {
      counts[DiscreteGaussian.sample(powerOfTwo(exponent), bits).intValue() & 63]++;
    }
    assertTrue(GoodnessOfFit.fits(expected, counts));
  }

  @Test
  void sample_smallestVariance_isNearlyAlwaysZero() {
    BitSource bits = NoiseKey.fromSeed(46).substream(0, 0, 0);
    for (int i = 0; i < 20_000; i++) {
      assertEquals(0, DiscreteGaussian.sample(variance(1, 1000), bits).signum());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2",
    "2, 1",
    "10, 1",
    "1, 3",
    "100, 1",
    "1, 31",
    "1048575, 1",
    "1048577, 1",
    "7, 11",
    "1234567890123, 1",
    "2251799813685248, 1"
  })
  void sample_longAndBigInteger_agreeBitForBit(long numerator, long denominator) {
    NoiseKey key = NoiseKey.fromSeed(47);
    Variance variance = variance(numerator, denominator);
    for (int i = 0; i < 3000; i++) {
      BitSource one = key.substream(0, 0, i);
      BitSource other = key.substream(0, 0, i);
      assertEquals(
          DiscreteGaussian.sampleLong(variance, one), DiscreteGaussian.sampleBig(variance, other));
      assertEquals(one.nextBits(63), other.nextBits(63));
    }
  }

  @Test
  void sample_proposalTooLargeForLong_isExact() {
    // Here t = sigma = 2^25. Remainder 0, kept; 40 coins exp(-1) true (one in two, not one in
    // three), then one false; sign +.
    // The exponent of acceptance is (40 - 1)^2 / 2 = 760 + 1/2: 760 coins exp(-1) true, then one
    // exp(-1/2) true.
    String head = "0".repeat(8) + "1".repeat(8);
    String tail = "1".repeat(8);
    String script = "0".repeat(25) + tail + head.repeat(40) + tail + "0" + head.repeat(760) + tail;
    BitSource none = NoiseKey.fromSeed(48).substream(0, 0, 0);
    BigInteger expected = BigInteger.valueOf(40L << 25);
    Variance variance = powerOfTwo(50);
    assertEquals(expected, DiscreteGaussian.sampleLong(variance, new ScriptedBits(script, none)));
    assertEquals(expected, DiscreteGaussian.sampleBig(variance, new ScriptedBits(script, none)));
  }
}
