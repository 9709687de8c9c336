package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.release.Noise;

final class CoordinateWeightsTest {
  private static double[] weights(double[] deviations) {
    double[] ones = new double[deviations.length];
    Arrays.fill(ones, 1);
    return Arrays.stream(CoordinateWeights.of(deviations).undo(ones)).map(x -> 1 / x).toArray();
  }

  private static double[] column(CentredTransform view, int j, double... row) {
    double[] values = new double[1];
    view.coordinate(EncodedBlocks.of(row), j, 0, EncodedBlocks.of(row).rows(), values);
    return values;
  }

  @Test
  void of_deviations_areTheirInverseRootsOfMeanSquareOne() {
    double[] weights = weights(new double[] {1, 4, 16});
    assertEquals(2, weights[0] / weights[1], 1e-15);
    assertEquals(4, weights[0] / weights[2], 1e-15);
    assertEquals(3, Arrays.stream(weights).map(w -> w * w).sum(), 1e-15);
    assertArrayEquals(weights, weights(new double[] {1e-9, 4e-9, 16e-9}), 1e-14);
  }

  /** What the weights are for: no others make the noise smaller. */
  @Test
  void of_deviations_makeTheNoiseSmallest() {
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 1000; k++) {
      double[] deviations = random.doubles(6, 0.01, 3).toArray();
      double[] best = weights(deviations);
      double[] other = best.clone();
      other[k % 6] *= random.nextDouble(0.5, 2);
      assertTrue(noise(best, deviations) <= noise(other, deviations) * (1 + 1e-12));
      double sum = Arrays.stream(deviations).sum();
      assertEquals(sum * sum, noise(best, deviations), 1e-10 * sum * sum);
    }
  }

  private static double noise(double[] weights, double[] deviations) {
    double length = 0;
    double undone = 0;
    for (int j = 0; j < weights.length; j++) {
      length += weights[j] * weights[j] * deviations[j] * deviations[j];
      undone += 1 / (weights[j] * weights[j]);
    }
    return length * undone;
  }

  @Test
  void view_thenUndo_givesTheDifferencesBack() {
    double[] centre = {1, 2, 3};
    CoordinateWeights weights = CoordinateWeights.of(new double[] {0.1, 1, 10});
    double[] seen = new double[3];
    for (int j = 0; j < 3; j++) {
      seen[j] = column(weights.view(centre), j, 1.5, 0, 3)[0];
    }
    assertTrue(seen[0] > 0.5, "the quiet coordinate is not lifted");
    assertArrayEquals(new double[] {0.5, -2, 0}, weights.undo(seen), 1e-15);
  }

  @Test
  void stretch_isTheRatioOfRootMeanSquares() {
    double[] variances = {1, 4, 16};
    double[] deviations = {1, 2, 4};
    double[] weights = weights(deviations);
    double after = 0;
    for (int j = 0; j < 3; j++) {
      after += weights[j] * weights[j] * variances[j];
    }
    assertEquals(Math.sqrt(after / 21), CoordinateWeights.of(deviations).stretch(variances), 1e-15);
    assertEquals(1, CoordinateWeights.of(new double[] {5, 5, 5}).stretch(variances), 1e-15);
  }

  private static Noise report(CoordinateWeights weights) {
    return new Frame(new double[2], weights, 1).report(0.5, 7);
  }

  @Test
  void report_ofWeights_undoesThemForEachCoordinate() {
    double[] deviations = {1, 4};
    double[] weights = weights(deviations);
    Noise report = report(CoordinateWeights.of(deviations));
    assertEquals(0.5 / weights[0], report.deviations()[0], 1e-15);
    assertEquals(0.5 / weights[1], report.deviations()[1], 1e-15);
    assertEquals(Math.hypot(0.5 / weights[0], 0.5 / weights[1]), report.expectedL2Error(), 1e-15);
    assertEquals(7, report.clippingBiasBound());
  }

  @Test
  void none_changesNothing() {
    CoordinateWeights none = CoordinateWeights.none(2);
    assertEquals(1, none.stretch(new double[] {1, 2}));
    assertArrayEquals(new double[] {3, -4}, none.undo(new double[] {3, -4}));
    assertEquals(Noise.of(2, 0.5, 7), report(none));
    assertEquals(-3, column(none.view(new double[] {0, 5}), 1, 1, 2)[0]);
  }
}
