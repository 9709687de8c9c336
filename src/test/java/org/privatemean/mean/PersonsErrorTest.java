package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.privacy.Neighbours;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.Scaling;

/** How far the release of persons' own means is from their mean. */
final class PersonsErrorTest {
  private static final int PERSONS = 2000;
  private static final int DIMENSION = 16;
  private static final int MOST_ROWS = 1000;

  /** l2 error on the prototype's persons, median of 20 seeds; a group's mechanism in numpy. */
  private static final double KNOWN = 0.0105;

  /** Own means of persons of spread 1, with rows of spread 1 about each, of heavy-tailed number. */
  private static double[][] ownMeans(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] means = new double[PERSONS][DIMENSION];
    for (double[] mean : means) {
      int rows = (int) Math.min(MOST_ROWS, Math.ceil(1 / (1 - random.nextDouble()) - 1 + 1e-9));
      double[] centre = new double[DIMENSION];
      Arrays.setAll(centre, j -> 10 + random.nextGaussian());
      for (int i = 0; i < rows; i++) {
        Arrays.setAll(mean, j -> mean[j] + (centre[j] + random.nextGaussian()));
      }
      Arrays.setAll(mean, j -> mean[j] / rows);
    }
    return means;
  }

  @Test
  void release_ofMeansOfPersons_isAsNearAsThePrototype() {
    double[] errors = new double[20];
    for (int seed = 0; seed < errors.length; seed++) {
      double[][] means = ownMeans(seed);
      double[] released =
          Fits.fit(
                  Fits.spec(
                      1, Scaling.NONE, ErrorBarCoverage.CoverageKind.NONE, Neighbours.ADD_REMOVE),
                  means,
                  seed)
              .mean();
      errors[seed] = Fits.distance(released, Fits.mean(means));
    }
    Arrays.sort(errors);
    double median = (errors[9] + errors[10]) / 2;
    assertTrue(median <= 1.1 * KNOWN, "median error " + median);
  }
}
