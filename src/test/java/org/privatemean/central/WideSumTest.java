package org.privatemean.central;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.Promise;
import org.privatemean.mean.Settings;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.NoiseSource.SecureNoise;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.query.Step;
import org.privatemean.query.WideSum;

@Promise("a sum made of the one pass is charged before its noise, which is that of its sensitivity")
final class WideSumTest {
  private static final Step STEP = new Step(7, "step");
  private static final double ALPHA = 1e-6;

  private static final BigInteger VALUE = BigInteger.ONE.shiftLeft(80).add(BigInteger.TEN);

  /** A sum of as many entries beyond 64 bits. */
  private static WideSum wide(int size, long norm) {
    BigInteger[] total = new BigInteger[size];
    Arrays.setAll(total, j -> VALUE.subtract(BigInteger.valueOf(j)));
    return new WideSum(1, unit -> unit.squaredSensitivityOfSum(norm), () -> total);
  }

  private static double[] noise(CentralTrust trust, WideSum sum, double rho) {
    BigInteger[] exact = sum.total();
    BigInteger[] noisy = trust.wideSum(sum, rho, STEP);
    double[] noise = new double[exact.length];
    Arrays.setAll(noise, j -> noisy[j].subtract(exact[j]).doubleValue());
    return noise;
  }

  private static CentralTrust seeded(PrivacyUnit unit) {
    CentralTrust trust = Settings.seeded(1, 1);
    trust.open("test", 1, unit);
    return trust;
  }

  @Test
  void wideSum_withoutNoise_isTheSum() {
    WideSum sum = wide(5, 9);
    assertArrayEquals(sum.total(), Settings.opened(1, new ZeroNoise()).wideSum(sum, 0.5, STEP));
  }

  @Test
  void wideSum_charge_isDebitedUnderItsStep() {
    CentralTrust trust = Settings.seeded(1, 1);
    assertThrows(IllegalStateException.class, () -> trust.wideSum(wide(3, 9), 0.25, STEP));
    ZcdpGrant grant = trust.open("test", 0.875, PrivacyUnit.row(Neighbours.REPLACE));
    trust.wideSum(wide(3, 9), 0.375, STEP);
    assertEquals(List.of(new Charge("step", 0.375)), trust.charges());
    assertEquals(0.5, grant.remaining());
  }

  /** Whether the variance of values is as far from a given one as one in a million is. */
  private static boolean isFar(double[] values, double variance) {
    double statistic = Arrays.stream(values).map(x -> x * x / variance).sum();
    double high = Settings.chiSquare(values.length, 1 - ALPHA / 2);
    double low = Settings.chiSquare(values.length, ALPHA / 2);
    return statistic < low || statistic > high;
  }

  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void wideSum_noise_hasTheVarianceOfItsSensitivity(Neighbours neighbours) {
    PrivacyUnit unit = PrivacyUnit.row(neighbours);
    WideSum sum = wide(20_000, 1L << 41);
    double rho = 0.3;
    double variance = sum.squaredSensitivity(unit).doubleValue() / (2 * rho);
    double[] noise = noise(seeded(unit), sum, rho);
    assertTrue(!isFar(noise, variance));
    assertTrue(isFar(noise, variance * 1.1), "a tenth more would be seen");
    assertTrue(isFar(noise, variance / 1.1), "a tenth less would be seen");
    assertEquals(
        Math.sqrt(variance),
        seeded(unit).clippedSumDeviation(sum, rho),
        1e-5 * Math.sqrt(variance));
  }

  /** Where rows have weights the noise grows with the largest. */
  @Test
  void wideSum_ofWeightedRows_hasTheNoiseOfTheLargestWeight() {
    List<Double> requested = new ArrayList<>();
    NoiseSource asking =
        new NoiseSource() {
          @Override
          public BigInteger discreteGaussian(
              Variance variance, int step, int level, int j, int group) {
            requested.add(variance.doubleValue());
            assertEquals(List.of(7, 0), List.of(step, level));
            return BigInteger.valueOf(j);
          }
        };
    PrivacyUnit unit = PrivacyUnit.person(Neighbours.ADD_REMOVE, 5);
    BigInteger[] noisy = Settings.opened(1, asking, unit).wideSum(wide(2, 8), 0.5, STEP);
    assertEquals(List.of(25.0 * 64, 25.0 * 64), requested);
    assertArrayEquals(new BigInteger[] {VALUE, VALUE}, noisy);
  }

  @Test
  void wideSum_secondDrawOfAStep_isRefused() {
    CentralTrust trust = Settings.seeded(1, 1);
    ZcdpGrant grant = trust.open("test", 1, PrivacyUnit.row(Neighbours.REPLACE));
    trust.wideSum(wide(3, 9), 0.25, STEP);
    assertThrows(IllegalStateException.class, () -> trust.wideSum(wide(3, 9), 0.25, STEP));
    assertThrows(
        IllegalStateException.class, () -> trust.addCountNoise(new long[1], 0.25, STEP, 0));
    assertEquals(0.75, grant.remaining());
  }

  @Test
  void wideSum_overspend_isRefusedBeforeAnyDraw() {
    NoiseSource never =
        new NoiseSource() {
          @Override
          public BigInteger discreteGaussian(
              Variance variance, int step, int level, int j, int group) {
            throw new AssertionError("noise was drawn");
          }
        };
    CentralTrust trust = Settings.opened(0.25, never);
    assertThrows(BudgetExceededException.class, () -> trust.wideSum(wide(3, 9), 0.5, STEP));
    assertEquals(List.of(), trust.charges());
  }

  private static long bits(BitSource source) {
    return source.nextBits(60);
  }

  /** They come from the key, at an address that no noise has. */
  @Test
  void sampleBits_areTheSameAgainAndUsedForNothingElse() {
    Set<Long> all = new HashSet<>();
    for (int seed = 0; seed < 100; seed++) {
      CentralTrust trust = Settings.seeded(1, seed);
      long sample = bits(trust.sampleBits());
      assertEquals(sample, bits(trust.sampleBits()));
      assertEquals(sample, bits(Settings.seeded(1, seed).sampleBits()));
      assertNotEquals(sample, bits(trust.publicBits()));
      NoiseKey key = NoiseKey.fromSeed(seed);
      for (int step : new int[] {0, 1, 2, 100, 65_533, 65_535}) {
        assertNotEquals(sample, bits(key.substream(step, 0, 0)), "step " + step);
      }
      all.add(sample);
    }
    assertEquals(100, all.size());
  }

  @Test
  void noise_atTheAddressOfTheSample_isRefused() {
    CentralTrust trust = Settings.opened(1, new SecureNoise(NoiseKey.fromSeed(1)));
    Step step = new Step(65_534, "sample");
    assertThrows(IllegalArgumentException.class, () -> trust.wideSum(wide(3, 9), 0.25, step));
    assertThrows(
        IllegalArgumentException.class, () -> trust.addCountNoise(new long[1], 0.25, step, 0));
    assertEquals(List.of(), trust.charges());
  }
}
