package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.shuffle.DummyCounts.Split;

@Promise("counts among dummies lose no more than is charged")
class DummyCountsTest {

  private static final ApproxDp TARGET = new ApproxDp(1, 1e-9);

  private static double deltaUp(DummyCounts counts, double epsilon) {
    return ShuffleGrant.deltaUp(List.of(counts), List.of(), epsilon);
  }

  /** The delta of one count, summed term by term, the worse of both directions. */
  static double exactOfOne(double dummies, double epsilon) {
    double removal = 0;
    double addition = Math.exp(-dummies);
    double mass = Math.exp(-dummies);
    for (int k = 0; k < 8 * dummies + 100; k++) {
      removal += mass * Math.max(0, 1 - Math.exp(epsilon) * dummies / (k + 1));
      if (k > 0) {
        addition += mass * Math.max(0, 1 - Math.exp(epsilon) * k / dummies);
      }
      mass *= dummies / (k + 1);
    }
    return Math.max(removal, addition);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 57.0",
    "2, 84.3",
    "4, 143.1",
    "8, 263.1",
    "10, 323.4",
    "16, 504.4",
    "20, 625.2",
    "32, 987.6",
    "40, 1229.3",
    "64, 1954.4",
    "128, 3887.9"
  })
  void deltaUp_ofThresholds_crossesTheTargetAtTheKnownDummies(int counts, double dummies) {
    assertCrosses(d -> DummyCounts.forThresholds(1, counts, d), dummies);
  }

  @ParameterizedTest
  @CsvSource({"1, 72.1", "2, 126.9", "4, 245.0", "10, 606.3", "20, 1210.9"})
  void deltaUp_ofCells_crossesTheTargetAtTheKnownDummies(int queries, double dummies) {
    assertCrosses(d -> DummyCounts.forCells(queries, d), dummies);
  }

  private static void assertCrosses(DoubleFunction<DummyCounts> counts, double dummies) {
    assertTrue(deltaUp(counts.apply(0.998 * dummies), TARGET.epsilon()) > TARGET.delta());
    assertTrue(deltaUp(counts.apply(1.002 * dummies), TARGET.epsilon()) <= TARGET.delta());
  }

  @ParameterizedTest
  @CsvSource({"57, 1", "57, 0", "57, 0.3", "20, 1", "400, 0.2", "3, 2"})
  void deltaUp_oneCount_isTheSumOfItsTerms(double dummies, double epsilon) {
    double exact = exactOfOne(dummies, epsilon);
    double delta = deltaUp(DummyCounts.forThresholds(1, 1, dummies), epsilon);
    assertTrue(delta >= exact * (1 - 1e-12));
    assertEquals(exact, delta, 0.01 * exact);
  }

  @ParameterizedTest
  @CsvSource({
    "4, 143.1, 0, 1.5e-12",
    "4, 143.1, 1, 2.4e-11",
    "4, 143.1, 2, 1.22e-10",
    "4, 143.1, 3, 3.97e-10",
    "4, 143.1, 4, 9.96e-10",
    "20, 625.2, 0, 3.2e-10",
    "20, 625.2, 5, 4.4e-10",
    "20, 625.2, 10, 5.9e-10",
    "20, 625.2, 15, 7.8e-10",
    "20, 625.2, 20, 10.0e-10"
  })
  void deltaUp_knownSplit_matches(int counts, double dummies, int additions, double delta) {
    Split split = new Split(counts - additions, additions);
    double actual = deltaUp(new DummyCounts(dummies, List.of(split)), 1);
    assertEquals(delta, actual, 0.03 * delta);
  }

  /** Why the maximum over splits costs nothing: all counts gaining a message is the worst. */
  @Test
  void deltaUp_everyNumberOfCountsUpTo64_isThatOfAllAdditions() {
    for (int counts = 1; counts <= 64; counts++) {
      double dummies = 30.2 * counts + 24;
      double mixed = deltaUp(DummyCounts.forThresholds(counts, 1, dummies), 1);
      double additions = deltaUp(new DummyCounts(dummies, List.of(new Split(0, counts))), 1);
      assertEquals(additions, mixed, 1e-9 * additions, "counts = " + counts);
      double removals = deltaUp(new DummyCounts(dummies, List.of(new Split(counts, 0))), 1);
      assertTrue(removals < 0.8 * mixed, "counts = " + counts);
    }
  }

  @Test
  void deltaUp_everySplitOf64_isOrderedByTheAdditions() {
    double last = 0;
    for (int additions = 0; additions <= 64; additions++) {
      Split split = new Split(64 - additions, additions);
      double delta = deltaUp(new DummyCounts(1954.4, List.of(split)), 1);
      assertTrue(delta > last, "additions = " + additions);
      last = delta;
    }
    assertEquals(last, deltaUp(DummyCounts.forThresholds(64, 1, 1954.4), 1), 1e-9 * last);
  }

  @ParameterizedTest
  @ValueSource(ints = {2600, 40_960})
  void deltaUp_manyCounts_approachesTheGaussian(int counts) {
    double dummies = 30.2 * counts;
    double gaussian = Conversions.gaussianDeltaUp(Math.sqrt(dummies / counts), 1);
    double delta = deltaUp(DummyCounts.forThresholds(counts / 20, 20, dummies), 1);
    assertTrue(delta > gaussian);
    assertEquals(gaussian, delta, gaussian * (0.01 + 20.0 * 22 / dummies));
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 10", "1, 0, 10", "1, 1, 0.5", "1, 1, 1e10", "1, 1, NaN", "40000, 40000, 10"})
  void ofThresholds_badArgument_isRefused(int coordinates, int levels, double dummies) {
    assertThrows(
        IllegalArgumentException.class,
        () -> DummyCounts.forThresholds(coordinates, levels, dummies));
  }

  @Test
  void ofCells_badArgument_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> DummyCounts.forCells(0, 10));
    assertThrows(IllegalArgumentException.class, () -> DummyCounts.forCells(1 << 30, 10));
    assertThrows(IllegalArgumentException.class, () -> DummyCounts.forCells(1, 0));
    DummyCounts counts = DummyCounts.forCells(3, 10);
    assertEquals(6, counts.changes());
    assertEquals(10, counts.dummies());
  }
}
