package org.privatemean.central;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.Promise;
import org.privatemean.central.CentralGroupTrust.KeyThreshold;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource.ByteNoise;
import org.privatemean.noise.Variance.Calibration;
import org.privatemean.numeric.Normal;
import org.privatemean.refusal.ParamException;

@Promise("a key that one person alone brought is released with probability at most delta")
final class KeyThresholdTest {
  private static final double SHARE = 0.02;

  /** P[N >= m] by a plain sum, from far out inward, as in the prototype. */
  private static double tail(double s2, long m) {
    double tail = 0;
    double all = 0;
    for (long j = (long) (45 * Math.sqrt(s2)) + 2; j >= -(long) (45 * Math.sqrt(s2)) - 2; j--) {
      double weight = Math.exp(-1.0 * j * j / (2 * s2));
      all += weight;
      tail += j >= m ? weight : 0;
    }
    return tail / all;
  }

  @ParameterizedTest
  @CsvSource({
    "1,   1e-6, 1,  25,   26, 26, 4.6e-7",
    "1,   1e-9, 1,  25,   32, 32, 5.0e-10",
    "0.5, 1e-6, 1,  50,   36, 36, 5.2e-7",
    "0.1, 1e-6, 1,  250,  77, 78, 9.0e-7",
    "4,   1e-6, 1,  6.25, 14, 14, 2.4e-7",
    "1,   1e-6, 2,  50,   37, 37, 2.5e-7",
    "1,   1e-6, 4,  100,  52, 53, 2.2e-7",
    "1,   1e-6, 10, 250,  84, 85, 9.0e-8"
  })
  void of_tableOfThePage_isAsThere(
      double rho, double delta, int groups, double s2, long t, long closed, double kept) {
    KeyThreshold threshold = KeyThreshold.compute(SHARE * rho, delta, groups, 1, Calibration.ZCDP);
    assertEquals(s2, threshold.variance().doubleValue(), s2 * 0x1p-19);
    assertEquals(t, threshold.least());
    assertEquals(closed, 1 + KeyThreshold.closed(s2, delta / groups));
    assertEquals(kept, tail(s2, t - 1), 0.05 * kept);
  }

  /** By another sum; one lower must be too low: the guarantee is held, and no more than that. */
  @Test
  void of_manySettings_isTheLeastThatHoldsDelta() {
    for (double rho : new double[] {0.001, 0.03, 0.7, 3, 40, 1000, 16384}) {
      for (double delta : new double[] {0.9, 0.5, 0.05, 1e-3, 1e-6, 1e-12}) {
        for (int groups : new int[] {1, 3, 50}) {
          for (int weight : new int[] {1, 2, 30}) {
            KeyThreshold threshold =
                KeyThreshold.compute(SHARE * rho, delta, groups, weight, Calibration.ZCDP);
            double s2 = threshold.variance().doubleValue();
            long t = threshold.least();
            String setting = rho + " " + delta + " " + groups + " " + weight + ": " + t;
            assertTrue(groups * tail(s2, t - weight) <= delta, setting);
            boolean least = t == weight + 1 || groups * tail(s2, t - 1 - weight) > delta;
            assertTrue(least, setting);
            assertTrue(weight + KeyThreshold.closed(s2, delta / groups) >= t, setting);
          }
        }
      }
    }
  }

  /** A person of weight k: noise k times as wide, and k under the noise. */
  @Test
  void of_weights_widensNoiseAndThreshold() {
    KeyThreshold one = KeyThreshold.compute(SHARE, 1e-6, 1, 1, Calibration.ZCDP);
    KeyThreshold ten = KeyThreshold.compute(SHARE, 1e-6, 1, 10, Calibration.ZCDP);
    assertEquals(100 * one.variance().doubleValue(), ten.variance().doubleValue(), 1e-2);
    assertTrue(ten.least() > 10 * one.least() - 30 && ten.least() <= 260, "" + ten);
  }

  @Test
  void of_deltaOfATwentieth_isTenAndEightIsDetected() {
    KeyThreshold threshold = KeyThreshold.compute(SHARE, 0.05, 1, 1, Calibration.ZCDP);
    assertEquals(10, threshold.least());
    assertEquals(0.0443, tail(25, 9), 5e-5);
    assertEquals(0.0964, tail(25, 7), 5e-5);
  }

  /** Where nothing is summed: z is that of an independent table, and the sum is the closed form. */
  @Test
  void closed_wideNoise_isTheQuantileRoundedUp() {
    double s2 = 0x1p60;
    // Upper normal quantile of 1e-6.
    double z = 4.753424308822899;
    double reach = (double) KeyThreshold.closed(s2, 1e-6) - 1;
    assertTrue(reach >= z * 0x1p30, "too small: " + reach);
    assertEquals(z * 0x1p30, reach, 100);
    assertEquals(1, KeyThreshold.closed(s2, 0.5));
    KeyThreshold wide = KeyThreshold.compute(0x1p-61, 1e-6, 1, 1, Calibration.ZCDP);
    assertEquals(1 + reach + 1, (double) wide.least(), 100);
  }

  @Test
  void summed_nextToTheClosedForm_agreesToAStep() {
    double s2 = 0x1p32;
    long exact = KeyThreshold.sumTail(s2, 1e-6);
    long closed = KeyThreshold.closed(s2, 1e-6);
    assertTrue(exact <= closed && closed <= exact + 2, exact + " " + closed);
  }

  /** Where doubles cannot tell a tail from delta, the next threshold is taken. */
  @Test
  void summed_deltaNextToATail_isOnThePrivateSide() {
    double tail = tail(25, 25);
    assertEquals(26, KeyThreshold.sumTail(25, tail * (1 + 1e-12)));
    assertEquals(25, KeyThreshold.sumTail(25, tail * (1 + 1e-8)));
  }

  /** As above, for a tail at 3 standard deviations, a whole number. */
  @Test
  void closed_deltaNextToATail_isOnThePrivateSide() {
    double tail = Normal.upperTail(3);
    long reach = 3 << 20;
    assertEquals(1 + reach + 1, KeyThreshold.closed(0x1p40, tail * (1 + 0x1p-31)));
    assertEquals(1 + reach, KeyThreshold.closed(0x1p40, tail * (1 + 0x1p-27)));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, keyDelta",
    "1, 1, 1, keyDelta",
    "1e-201, 1, 1, keyDelta",
    "NaN, 1, 1, keyDelta",
    "1e-6, 0, 1, maxGroupsPerPerson",
    "1e-6, 1, 0, maxRowsPerPerson"
  })
  void of_outOfRange_isRefusedByName(double delta, int groups, int weight, String param) {
    ParamException refusal =
        assertThrows(
            ParamException.class,
            () -> KeyThreshold.compute(SHARE, delta, groups, weight, Calibration.ZCDP));
    assertEquals(param, refusal.param());
  }

  @Test
  void of_endsOfTheRanges_areAccepted() {
    assertEquals(2, KeyThreshold.compute(499, 0.999, 1, 1, Calibration.ZCDP).least());
    assertTrue(KeyThreshold.compute(SHARE, 1e-200, 1, 1, Calibration.ZCDP).least() > 5 * 30);
    assertEquals(
        0x1p100,
        KeyThreshold.compute(0x1p-101, 0.9, 1, 1, Calibration.ZCDP).variance().doubleValue());
  }

  @Test
  void noisyCount_anyNoise_isAddedAndFitsALong() {
    KeyThreshold threshold = KeyThreshold.compute(SHARE, 1e-6, 1, 1, Calibration.ZCDP);
    ByteNoise noise = ByteNoise.of(NoiseKey.fromSeed(1), 7);
    for (byte key = 0; key < 20; key++) {
      byte[] bytes = {key};
      long drawn = noise.discreteGaussian(threshold.variance(), bytes).longValueExact();
      assertEquals(5 + drawn, threshold.noisyCount(noise, bytes, 5));
      long most = Long.MAX_VALUE;
      assertEquals(most + Math.min(0, drawn), threshold.noisyCount(noise, bytes, most));
      assertEquals(-most + Math.max(0, drawn), threshold.noisyCount(noise, bytes, -most));
    }
  }

  @Test
  void of_noiseThatFitsNoLong_isRefused() {
    assertThrows(
        ParamException.class, () -> KeyThreshold.compute(1e-60, 1e-6, 1, 1, Calibration.ZCDP));
    for (double price : new double[] {0, -1, Double.NaN, Math.nextUp(499.0)}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> KeyThreshold.compute(price, 1e-6, 1, 1, Calibration.ZCDP));
    }
  }
}
