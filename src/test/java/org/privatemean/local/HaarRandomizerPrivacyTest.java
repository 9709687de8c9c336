package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.local.HaarFormat.HaarReport;
import org.privatemean.query.QuantileSearch.Universe;

/** The exact law of the report, by playing every index and both tosses of the coin. */
@Promise(
    "local range reports: no ratio of probabilities passes epsilon, over all inputs and outputs")
class HaarRandomizerPrivacyTest {

  /** The probability of every report, the coin's law being what its own test shows. */
  static Map<HaarReport, Double> law(
      RangeDomain domain, RandomizedResponse coin, int x, int level) {
    HaarRandomizer randomizer = new HaarRandomizer(domain, coin);
    Map<HaarReport, Double> law = new HashMap<>();
    for (boolean flip : new boolean[] {false, true}) {
      String bits = Script.toss(coin, flip);
      double toss = flip ? coin.other() : 1 - coin.other();
      for (int j = 0; j < 1 << level; j++) {
        Script script = new Script(Script.of(j, level) + bits);
        HaarReport report = randomizer.randomize(x, 0, level, script);
        assertTrue(script.isEnd());
        law.merge(report, toss / (1 << level), Double::sum);
      }
    }
    return law;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1, 2.5, 6})
  void randomize_allInputsAndOutputs_ratioReachesAndNeverPassesTheGuarantee(double epsilon) {
    RandomizedResponse coin = RandomizedResponse.of(epsilon);
    for (int levels = 1; levels <= 4; levels++) {
      RangeDomain domain = new RangeDomain(1, new Universe(0, (1 << levels) - 1));
      double worst = 0;
      for (int level = 0; level < levels; level++) {
        List<Map<HaarReport, Double>> laws = new ArrayList<>();
        for (int x = 0; x < 1 << levels; x++) {
          laws.add(law(domain, coin, x, level));
        }
        for (Map<HaarReport, Double> one : laws) {
          assertEquals(1, one.values().stream().mapToDouble(p -> p).sum(), 1e-12);
          for (Map<HaarReport, Double> other : laws) {
            for (Map.Entry<HaarReport, Double> entry : one.entrySet()) {
              worst = Math.max(worst, entry.getValue() / other.get(entry.getKey()));
            }
          }
        }
      }
      assertEquals(1, worst / Math.exp(coin.epsilon()), 1e-12);
    }
  }

  @Test
  void coefficients_inExpectation_equalTheTree() {
    int[] values = {0, 1, 3, 3, 6, 7};
    double[][] coefficients = {{2}, {0, -2}, {0, -2, 0, 0}};
    RandomizedResponse coin = RandomizedResponse.of(1);
    RangeDomain domain = new RangeDomain(1, new Universe(0, 7));
    double c = coin.scale();
    for (int level = 0; level < 3; level++) {
      for (int node = 0; node < 1 << level; node++) {
        double mean = 0;
        for (int x : values) {
          double square = 0;
          for (Map.Entry<HaarReport, Double> entry : law(domain, coin, x, level).entrySet()) {
            HaarTally tally = new HaarTally(domain);
            tally.add(entry.getKey());
            double estimate = tally.estimates(coin, 1).estimate(0, level, node);
            mean += entry.getValue() * estimate;
            square += entry.getValue() * estimate * estimate;
          }
          assertEquals(c * c, square, 1e-12);
        }
        assertEquals(coefficients[level][node], mean, 1e-12);
      }
    }
  }
}
