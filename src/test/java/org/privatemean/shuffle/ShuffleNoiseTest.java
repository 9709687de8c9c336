package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.shuffle.SearchGrids.RoundSplit;
import org.privatemean.shuffle.ShuffleNoise.Queries;

class ShuffleNoiseTest {

  private static final ApproxDp BUDGET = new ApproxDp(1, 1e-9);

  /** Queries of thresholds, one for each level. */
  static Queries queries(int dimension, int levels, int normLevels, double l2Sensitivity) {
    RoundSplit split =
        new RoundSplit(new SearchRounds(levels, levels), new SearchRounds(normLevels, normLevels));
    return new Queries(dimension, split, l2Sensitivity);
  }

  private static double spent(ApproxDp budget, Queries queries, ShuffleNoise noise) {
    ShuffleGrant grant = new ShuffleGrant(budget);
    grant.charge("medians", noise.medians(queries));
    grant.charge("norm", noise.norm(queries));
    grant.charge("sum", noise.sum(queries));
    return grant.spentDelta();
  }

  /** Noise no larger than that of a trusted curator whose Gaussian noise is accounted in zCDP. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({"1, 20, 20", "8, 16, 16", "128, 16, 20", "1024, 40, 40", "130, 20, 12"})
  void calibrate_aThousandGridSteps_needsNoMoreNoiseThanACurator(int d, int levels, int norm) {
    Queries queries = queries(d, levels, norm, 1000);
    ShuffleNoise noise = ShuffleNoise.calibrate(BUDGET, 0, queries);
    double curator = Conversions.rhoDown(BUDGET).rho();
    assertEquals(0.014973, curator, 1e-6);
    assertTrue(noise.rho() > curator, noise.toString());
    assertTrue(noise.rho() < 1 / (2 * Math.pow(Conversions.gaussianMultiplierUp(BUDGET), 2)));
    assertEquals(1e-9, spent(BUDGET, queries, noise), 5e-12);
  }

  @ParameterizedTest
  @CsvSource({"0.1, 1e-9", "0.5, 1e-6", "2, 1e-12", "8, 1e-6"})
  void calibrate_otherBudgets_isCloseToACurator(double epsilon, double delta) {
    ApproxDp budget = new ApproxDp(epsilon, delta);
    Queries queries = queries(8, 16, 16, 1000);
    ShuffleNoise noise = ShuffleNoise.calibrate(budget, 0, queries);
    assertTrue(spent(budget, queries, noise) <= delta);
    assertTrue(noise.rho() > 0.97 * Conversions.rhoDown(budget).rho(), noise.toString());
  }

  @Test
  void calibrate_shares_divideTheNoise() {
    Queries queries = queries(4, 10, 20, 100);
    ShuffleNoise noise = ShuffleNoise.calibrate(BUDGET, 0, queries);
    assertEquals(40 / (2 * noise.rho() / 4), noise.medianDummies(), 1e-6);
    assertEquals(20 / (2 * noise.rho() * 3 / 16), noise.normDummies(), 1e-6);
    assertEquals(1e4 / (2 * noise.rho() * 9 / 16), noise.sumVariance(), 1e-3);
  }

  @Test
  void calibrate_secrecyDelta_isSubtractedFromTheBudget() {
    Queries queries = queries(8, 16, 16, 1000);
    ShuffleNoise half = ShuffleNoise.calibrate(BUDGET, 5e-10, queries);
    ApproxDp smaller = new ApproxDp(1, 5e-10);
    ShuffleNoise whole = ShuffleNoise.calibrate(smaller, 0, queries);
    assertEquals(whole.rho(), half.rho(), 1e-3 * whole.rho());
    assertTrue(spent(BUDGET, queries, half) <= 5e-10);
  }

  @Test
  void calibrate_coarseGrid_needsMoreNoise() {
    ShuffleNoise fine = ShuffleNoise.calibrate(BUDGET, 0, queries(64, 16, 16, 1e4));
    ShuffleNoise coarse = ShuffleNoise.calibrate(BUDGET, 0, queries(64, 16, 16, 1));
    assertTrue(coarse.rho() < fine.rho() * 0.995);
    assertTrue(coarse.rho() > fine.rho() * 0.5);
  }

  @Test
  void calibrate_badArgument_isRefused() {
    Queries queries = queries(1, 1, 1, 1);
    assertThrows(
        IllegalArgumentException.class, () -> ShuffleNoise.calibrate(BUDGET, 1e-9, queries));
    assertThrows(
        IllegalArgumentException.class,
        () -> ShuffleNoise.calibrate(new ApproxDp(1, 0), 0, queries));
    Queries wide = queries(1 << 24, 20, 20, 64);
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> ShuffleNoise.calibrate(BUDGET, 5e-10, wide))
            .getMessage();
    assertTrue(message.startsWith("dimension must be at most about "), message);
    assertThrows(IllegalArgumentException.class, () -> queries(0, 1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> queries(1, -1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> queries(1, 1, 1, 0.5));
  }
}
