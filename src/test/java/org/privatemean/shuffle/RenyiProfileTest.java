package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.privatemean.Promise;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Zcdp;

@Promise("composed Skellam sums lose no more than is charged")
final class RenyiProfileTest {
  @Test
  void deltaUp_wideNoise_isCloseToThatOfZcdp() {
    for (double rho : new double[] {0.001, 0.015, 0.1}) {
      SkellamMechanism sum = SkellamMechanism.forVector(64, 1e5, 1e10 / (2 * rho));
      for (double deviations : new double[] {3, 6, 9}) {
        double epsilon = rho + deviations * Math.sqrt(2 * rho);
        double zcdp = Conversions.deltaUp(new Zcdp(rho), epsilon);
        double delta = RenyiProfile.of(List.of(sum)).deltaUp(epsilon);
        assertTrue(delta >= zcdp * (1 - 1e-6), rho + " " + epsilon);
        assertTrue(delta <= zcdp * 1.05, delta + " " + zcdp);
      }
    }
  }

  @Test
  void deltaUp_oneInteger_isAboveTheExactDelta() {
    double[] logs = SkellamMechanismTest.logProbabilities(50, 1000);
    for (double epsilon : new double[] {0, 0.2, 0.5, 1, 2}) {
      double exact = 0;
      for (int k = -900; k <= 900; k++) {
        double p = Math.exp(logs[Math.abs(k - 3)]);
        exact += Math.max(0, p - Math.exp(epsilon + logs[Math.abs(k)]));
      }
      double delta = RenyiProfile.of(List.of(new SkellamMechanism(3, 3, 50))).deltaUp(epsilon);
      assertTrue(delta >= exact, epsilon + ": " + delta + " below " + exact);
      double reversed = Math.exp(-epsilon) * exact + 1 - Math.exp(-epsilon);
      assertTrue(
          RenyiProfile.of(List.of(new SkellamMechanism(3, 3, 50))).deltaUp(-epsilon) >= reversed);
    }
  }

  @Test
  void deltaUp_twoSums_isThatOfTheirRenyiDivergencesAdded() {
    SkellamMechanism one = new SkellamMechanism(3000, 3000, 1e9);
    RenyiProfile both =
        RenyiProfile.of(List.of(new SkellamMechanism(3000 * Math.sqrt(2), 6000, 1e9)));
    RenyiProfile twice = RenyiProfile.of(List.of(one, one));
    for (double epsilon : new double[] {0.1, 0.5, 1}) {
      assertEquals(both.deltaUp(epsilon), twice.deltaUp(epsilon), 1e-4 * both.deltaUp(epsilon));
    }
  }

  @Test
  void deltaUp_growingEpsilon_fallsFromOneToZero() {
    RenyiProfile profile = RenyiProfile.of(List.of(SkellamMechanism.forVector(8, 10, 2000)));
    double last = 1;
    for (double epsilon = -40; epsilon < 40; epsilon += 0.25) {
      double delta = profile.deltaUp(epsilon);
      assertTrue(delta <= last + 1e-12 && delta >= 0, "epsilon = " + epsilon);
      last = delta;
    }
    assertTrue(last < 1e-200);
    assertEquals(1, profile.deltaUp(-40), 1e-9);
  }
}
