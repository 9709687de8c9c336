package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.privacy.ApproxDp;

/** KnownVar and UnkVar of Gaboardi, Rogers and Sheffet. */
class GaussianRoundBaselinesTest {

  private static final ApproxDp GUARANTEE = new ApproxDp(1, 5e-10);

  private static double rootMeanSquare(GaussianSpec spec, int runs, long seed) {
    double squares = 0;
    for (double error : SimulatedUsers.errors(spec, 1, 1, runs, seed)) {
      squares += error * error;
    }
    return Math.sqrt(squares / runs);
  }

  /** sqrt((1 + s^2) / n2), s^2 = 8 Delta^2 ln(2 / delta): 0.344; 40 runs leave 11 % of it open. */
  @Test
  void knownVar_tuned_worksWithTheErrorOfItsFormula() {
    GaussianSpec spec = Specs.knownVar(GUARANTEE, 100_000, 20, 1);
    assertEquals(List.of(), GaussianProtocol.create(spec).warnings());
    double halfWidth = 2 + Math.sqrt(2 * Math.log(8e5 / 0.05));
    double noise = Math.sqrt(8 * Math.log(2 / 5e-10)) * halfWidth;
    double expected = Math.hypot(1, noise) / Math.sqrt(90_000);
    assertEquals(0.344, expected, 0.01);
    assertEquals(expected, rootMeanSquare(spec, 40, 131), 0.4 * expected);
  }

  @Test
  void unkVar_tuned_worksAndWarnsIfUsersAreFew() {
    GaussianSpec spec = Specs.unkVar(GUARANTEE, 100_000, 20, 0.5, 2);
    double error = rootMeanSquare(spec, 20, 133);
    assertTrue(error > 0.25 && error < 1, "rms " + error);
    GaussianSpec few = Specs.unkVar(GUARANTEE, 10_000, 20, 0.5, 2);
    assertEquals(List.of(), GaussianProtocol.create(spec).warnings());
    assertEquals(1, GaussianProtocol.create(few).warnings().size());
  }

  /** Exact shares of values in place of noisy ones: BinQuant as for an infinite epsilon. */
  @Test
  void step_sortedData_findsTheQuantileToItsTolerance() {
    SplittableRandom random = new SplittableRandom(134);
    double[] sorted = random.doubles(10_001, -20, 20).map(x -> x * x * x / 400).sorted().toArray();
    for (double quantile : new double[] {0.1, 0.5, 0.8413}) {
      double[] state = {-20, 20, 0, 0, 0};
      for (int step = 0; step < 25; step++) {
        double middle = (state[0] + state[1]) / 2;
        double below = (double) Arrays.stream(sorted).filter(x -> x < middle).count();
        state = UnkVar.step(state, below / sorted.length, quantile, 0.098);
      }
      double found = (state[0] + state[1]) / 2;
      double below = (double) Arrays.stream(sorted).filter(x -> x < found).count();
      assertEquals(1, state[2], "the search has stopped");
      assertEquals(quantile, below / sorted.length, 0.098 / 2);
    }
  }

  @Test
  void read_noNoise_isTheMeanOfTheCutValues() {
    GaussianSpec spec = Specs.knownVar(GUARANTEE, 1000, 20, 1);
    NoisyPosition position = new NoisyPosition(3, 8, NoisyPosition.variance(spec.guarantee()));
    double[] values = {2.5, 3, 4.25, 100, -100};
    long[] cells = new long[2];
    for (double value : values) {
      cells[0]++;
      cells[1] += position.place(value);
    }
    // Cut to 11 and -5; every value is on the grid of steps of 1/4.
    assertEquals((2.5 + 3 + 4.25 + 11 - 5) / 5, position.average(cells, 1)[0], 1e-12);
  }
}
