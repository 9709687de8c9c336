package org.privatemean.bench.accuracy;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * The 0/1 rows of Aumueller et al. (2023): independent coordinates, the first of which are 1 with
 * probability 0.5 and the others with probability 0.01.
 *
 * @param rows number of rows
 * @param dimension number of coordinates d
 * @param even share of the coordinates with probability 0.5, rounded down
 * @param inL1 whether errors are half of their l1 norm, as in that paper, in place of l2
 */
record BinaryLaw(int rows, int dimension, double even, boolean inL1) implements Law {
  private static final double OFTEN = 0.5;
  private static final double RARELY = 0.01;

  /** Probability of a 1 in each coordinate. */
  double[] probabilities() {
    double[] probabilities = Vectors.filled(dimension, RARELY);
    Arrays.fill(probabilities, 0, (int) (even * dimension), OFTEN);
    return probabilities;
  }

  @Override
  public String mean() {
    return even == 0 ? "0.01*ones" : even == 1 ? "0.5*ones" : "0.5 and 0.01";
  }

  @Override
  public String covariance() {
    return String.format(Locale.ROOT, "0/1, %.0f %% with p = 0.5", 100 * even);
  }

  @Override
  public double deviation() {
    double p = even * dimension >= 1 ? OFTEN : RARELY;
    return Math.sqrt(p * (1 - p));
  }

  @Override
  public Sample draw(SplittableRandom random) {
    double[] probabilities = probabilities();
    double[][] data = new double[rows][dimension];
    for (double[] row : data) {
      for (int j = 0; j < dimension; j++) {
        row[j] = random.nextDouble() < probabilities[j] ? 1 : 0;
      }
    }
    ToDoubleFunction<double[]> norm = inL1 ? BinaryLaw::halfL1 : Vectors::norm;
    return Sample.of(data, probabilities, norm);
  }

  private static double halfL1(double[] error) {
    return Arrays.stream(error).map(Math::abs).sum() / 2;
  }
}
