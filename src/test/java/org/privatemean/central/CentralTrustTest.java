package org.privatemean.central;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.Promise;
import org.privatemean.mean.Settings;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.NoiseSource.SecureNoise;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.Step;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Blocks.Fold;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

@Promise("noise is charged before it is drawn; an overspend is refused before any pass")
final class CentralTrustTest {
  private static final Step STEP = new Step(7, "step");
  private static final PrivacyUnit UNIT = PrivacyUnit.row(Neighbours.REPLACE);

  /** Releases three numbers of its own, whatever the rows. */
  private record Sum(long norm) implements ClippedSum<ValuesStatistic.Values> {
    @Override
    public BigInteger squaredSensitivity(PrivacyUnit unit) {
      return unit.squaredSensitivityOfSum(norm);
    }

    @Override
    public int size() {
      return 3;
    }

    @Override
    public void add(ValuesStatistic.Values block, long[] totals) {
      totals[0] += Long.MAX_VALUE;
      totals[1] -= 5;
      totals[2] += 11;
    }
  }

  /** A value that tells the address it was drawn for. */
  private static final class Address implements NoiseSource {
    @Override
    public BigInteger discreteGaussian(
        Variance variance, int step, int level, int coordinate, int group) {
      return BigInteger.valueOf(1_000_000L * step + 1000L * level + coordinate);
    }
  }

  private static ValuesStatistic.Held rows(long... values) {
    return new ValuesStatistic.Held(List.of(values, values));
  }

  private static CentralTrust curator(double budget, NoiseSource noise) {
    return Settings.opened(budget, noise);
  }

  private static CentralTrust seeded() {
    return Settings.opened(1, new SecureNoise(NoiseKey.fromSeed(1)));
  }

  @Test
  void clippedSum_exactValues_getTheNoiseOfTheirAddress() {
    BigInteger[] noisy = curator(1, new Address()).clippedSum(rows(1), new Sum(9), 0.5, STEP);
    assertEquals(
        List.of(
            BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.valueOf(7_000_000)),
            BigInteger.valueOf(6_999_996),
            BigInteger.valueOf(7_000_013)),
        List.of(noisy));
  }

  @Test
  void countsUpTo_exactCounts_getTheNoiseOfTheirAddress() {
    CentralTrust trust = curator(1, new Address());
    ValuesStatistic statistic = new ValuesStatistic(2, new Universe(0, 3));
    RangeCounter counter = trust.rangeCounter(rows(0, 1, 1, 3), statistic, 0.5, STEP);
    long[] first = counter.countsUpTo(0, new long[] {1, 1});
    assertEquals(7_000_003, first[0]);
    assertEquals(7_000_004, first[1]);
    long[] second = counter.countsUpTo(1, new long[] {0, 2});
    assertEquals(7_001_001, second[0]);
    assertEquals(7_001_004, second[1]);
  }

  @Test
  void clippedSum_charge_isDebitedUnderItsStep() {
    CentralTrust trust = Settings.seeded(1, 1);
    ZcdpGrant grant = trust.open("release", 0.875, UNIT);
    trust.clippedSum(rows(1), new Sum(9), 0.375, STEP);
    assertEquals(List.of(new Charge("step", 0.375)), trust.charges());
    assertEquals(0.5, grant.remaining());
  }

  @Test
  void clippedSum_noReleaseOpen_isRefused() {
    CentralTrust trust = Settings.seeded(1, 1);
    assertEquals(List.of(), trust.charges());
    assertThrows(
        IllegalStateException.class, () -> trust.clippedSum(rows(1), new Sum(9), 0.25, STEP));
    trust.open("release", 0.5, UNIT).close();
    assertThrows(
        IllegalStateException.class, () -> trust.clippedSum(rows(1), new Sum(9), 0.25, STEP));
  }

  /** What the release protects sets the noise of counts, of the number of rows and of sums. */
  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void noise_ofEveryQuestion_isMadeForTheUnitOfTheRelease(Neighbours neighbours) {
    List<Double> requested = new ArrayList<>();
    NoiseSource asking =
        new NoiseSource() {
          @Override
          public BigInteger discreteGaussian(
              Variance variance, int step, int level, int j, int group) {
            requested.add(variance.doubleValue());
            return BigInteger.ZERO;
          }
        };
    PrivacyUnit unit = PrivacyUnit.row(neighbours);
    CentralTrust trust = Settings.opened(3, asking, unit);
    trust.addCountNoise(new long[5], 0.5, STEP, 0);
    trust.noisyCount(InMemoryRows.of(new double[4][1], 1, InvalidRows.ERROR), 0.5, Step.COUNT);
    trust.clippedSum(rows(1), new Sum(9), 0.5, Step.AVERAGE);
    double sum = unit.squaredSensitivityOfSum(9).doubleValue();
    assertEquals(List.of(5.0, 5.0, 5.0, 5.0, 5.0, 1.0, sum, sum, sum), requested);
    assertEquals(Math.sqrt(sum), trust.clippedSumDeviation(new Sum(9), 0.5));
  }

  @Test
  void open_withoutAUnit_isRefused() {
    CentralTrust trust = Settings.seeded(1, 1);
    assertThrows(NullPointerException.class, () -> trust.open("release", 0.5, null));
    assertThrows(IllegalStateException.class, () -> trust.clippedSumDeviation(new Sum(9), 0.25));
  }

  /** Under a durable ledger what is not charged is not drawn, so the fit can be run again free. */
  @Test
  void clippedSum_passThatFails_isNotCharged() {
    CentralTrust trust = curator(0.25, new ZeroNoise());
    Blocks<ValuesStatistic.Values> failing =
        new Blocks<>() {
          @Override
          public long[] fold(Fold<ValuesStatistic.Values> fold, String description) {
            throw new IllegalStateException("an invalid row");
          }

          @Override
          public void close() {}
        };
    assertThrows(
        IllegalStateException.class, () -> trust.clippedSum(failing, new Sum(9), 0.125, STEP));
    assertEquals(List.of(), trust.charges());
  }

  @Test
  void clippedSum_overspend_isRefusedBeforeAnyDraw() {
    NoiseSource never =
        new NoiseSource() {
          @Override
          public BigInteger discreteGaussian(
              Variance variance, int step, int level, int j, int group) {
            throw new AssertionError("noise was drawn");
          }
        };
    CentralTrust trust = curator(0.25, never);
    ValuesStatistic.Held rows = rows(1);
    BudgetExceededException refusal =
        assertThrows(
            BudgetExceededException.class, () -> trust.clippedSum(rows, new Sum(9), 0.5, STEP));
    assertEquals("step", refusal.step());
    assertEquals(List.of(), trust.charges());
    RangeCounter counter =
        trust.rangeCounter(rows, new ValuesStatistic(2, new Universe(0, 1)), 0.5, STEP);
    assertThrows(BudgetExceededException.class, () -> counter.countsUpTo(0, new long[] {0, 0}));
  }

  @Test
  void noise_ofOneLevel_isDrawnOnce() {
    CentralTrust trust = Settings.seeded(1, 1);
    ZcdpGrant grant = trust.open("release", 1, UNIT);
    trust.clippedSum(rows(1), new Sum(9), 0.25, STEP);
    IllegalStateException refusal =
        assertThrows(
            IllegalStateException.class, () -> trust.clippedSum(rows(2), new Sum(9), 0.25, STEP));
    assertTrue(refusal.getMessage().contains("'step', level 0"), refusal::getMessage);
    assertEquals(0.75, grant.remaining());
    trust.clippedSum(rows(2), new Sum(9), 0.25, new Step(8, "another"));
    assertEquals(0.5, grant.remaining());
  }

  @Test
  void clippedSumDeviation_isTheStandardDeviationOfItsNoise() {
    CentralTrust trust = seeded();
    assertEquals(2000 / Math.sqrt(2 * 0.3), trust.clippedSumDeviation(new Sum(1000), 0.3), 0.01);
    // Of the noise itself, from the variance that the source is asked for.
    double[] requested = new double[1];
    NoiseSource key = new SecureNoise(NoiseKey.fromSeed(1));
    NoiseSource asking =
        new NoiseSource() {
          @Override
          public BigInteger discreteGaussian(
              Variance variance, int step, int level, int j, int group) {
            requested[0] = variance.standardDeviation();
            return key.discreteGaussian(variance, step, level, j);
          }
        };
    CentralTrust other = curator(1, asking);
    other.clippedSum(rows(1), new Sum(1000), 0.3, STEP);
    assertEquals(requested[0], other.clippedSumDeviation(new Sum(1000), 0.3));
  }

  @Test
  void of_oneKey_givesTheSameRotationAndNoise() {
    for (int k = 0; k < 100; k++) {
      assertEquals(
          Settings.seeded(1, k).publicBits().nextBits(60),
          Settings.seeded(1, k).publicBits().nextBits(60));
    }
    assertEquals(
        List.of(seeded().clippedSum(rows(1), new Sum(9), 0.25, STEP)),
        List.of(seeded().clippedSum(rows(1), new Sum(9), 0.25, STEP)));
  }
}
