package org.privatemean.bench.accuracy;

import java.util.SplittableRandom;
import org.privatemean.bench.report.Numbers;

/**
 * Gaussian A, B and C of Aumueller et al. (2023): independent coordinates of one mean, the variance
 * of coordinate x = 1..d being {@code (d / x)^alpha}.
 *
 * @param rows number of rows
 * @param dimension number of coordinates d
 * @param alpha 0 for A, 1 for B, 2 for C
 * @param mu the mean of every coordinate
 */
record SkewedGaussian(int rows, int dimension, int alpha, double mu) implements Law {
  @Override
  public String mean() {
    return Numbers.plain(mu) + "*ones";
  }

  @Override
  public String covariance() {
    return alpha == 0 ? "I" : "diag((d/x)^" + alpha + ")";
  }

  @Override
  public double deviation() {
    return deviationOf(0);
  }

  private double deviationOf(int coordinate) {
    return Math.pow((double) dimension / (coordinate + 1), alpha / 2.0);
  }

  @Override
  public Sample draw(SplittableRandom random) {
    double[] deviations = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      deviations[j] = deviationOf(j);
    }
    double[][] data = new double[rows][dimension];
    for (double[] row : data) {
      for (int j = 0; j < dimension; j++) {
        row[j] = mu + deviations[j] * random.nextGaussian();
      }
    }
    return Sample.of(data, Vectors.filled(dimension, mu));
  }
}
