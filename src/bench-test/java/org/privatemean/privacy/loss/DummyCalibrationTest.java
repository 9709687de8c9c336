package org.privatemean.privacy.loss;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.privatemean.privacy.ApproxDp;

/** The least number of dummies for a guarantee. */
class DummyCalibrationTest {
  private static final ApproxDp TARGET = new ApproxDp(1, 1e-9);

  @Test
  void thresholdDummiesUp_whatItReturns_isSafeAndTight() {
    for (ApproxDp target :
        List.of(TARGET, new ApproxDp(0.1, 1e-6), new ApproxDp(4, 1e-12), new ApproxDp(0.5, 0.01))) {
      double dummies = DummyCalibration.thresholdDummiesUp(3, 5, target);
      double delta =
          ShuffleGrant.deltaUp(DummyCounts.forThresholds(3, 5, dummies), target.epsilon());
      assertTrue(delta <= target.delta());
      double less =
          ShuffleGrant.deltaUp(DummyCounts.forThresholds(3, 5, dummies * 0.995), target.epsilon());
      assertTrue(less > target.delta(), target.toString());
    }
  }

  @Test
  void thresholdDummiesUp_moreCounts_needsMore() {
    double last = 0;
    for (int counts = 1; counts <= 64; counts++) {
      double dummies = DummyCalibration.thresholdDummiesUp(1, counts, TARGET);
      assertTrue(dummies > last + 20, "counts = " + counts);
      last = dummies;
    }
  }
}
