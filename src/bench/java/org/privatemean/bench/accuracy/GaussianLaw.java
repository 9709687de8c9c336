package org.privatemean.bench.accuracy;

import java.util.Locale;
import java.util.SplittableRandom;
import org.privatemean.bench.report.Numbers;

/**
 * Figures 1 to 6: N(mu 1, Sigma(kappa)). Sigma(1) is the identity; Sigma(kappa) is A Lambda A^T for
 * a random rotation A and a diagonal Lambda uniform in [1, kappa], both drawn anew for each sample.
 */
final class GaussianLaw implements Law {
  private final int rows;
  private final int dimension;
  private final double mu;
  private final double kappa;
  private final boolean mahalanobis;

  GaussianLaw(int rows, int dimension, double mu, double kappa) {
    this(rows, dimension, mu, kappa, false);
  }

  private GaussianLaw(int rows, int dimension, double mu, double kappa, boolean mahalanobis) {
    this.rows = rows;
    this.dimension = dimension;
    this.mu = mu;
    this.kappa = kappa;
    this.mahalanobis = mahalanobis;
  }

  /** The same law with errors measured in the Mahalanobis norm of Sigma. */
  GaussianLaw inMahalanobisNorm() {
    return new GaussianLaw(rows, dimension, mu, kappa, true);
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public String mean() {
    return Numbers.plain(mu) + "*ones";
  }

  @Override
  public String covariance() {
    return kappa == 1 ? "I" : String.format(Locale.ROOT, "A diag(U[1,%.0f]) A^T", kappa);
  }

  @Override
  public double deviation() {
    return Math.sqrt(kappa);
  }

  @Override
  public Sample draw(SplittableRandom random) {
    return kappa == 1 ? spherical(random) : rotated(random);
  }

  private Sample spherical(SplittableRandom random) {
    double[][] data = new double[rows][];
    for (int i = 0; i < rows; i++) {
      data[i] = Vectors.gaussian(dimension, random);
      shift(data[i]);
    }
    return Sample.of(data, Vectors.filled(dimension, mu));
  }

  private Sample rotated(SplittableRandom random) {
    double[][] axes = orthonormal(random);
    double[] variances = random.doubles(dimension, 1, kappa).toArray();
    double[][] data = new double[rows][];
    for (int i = 0; i < rows; i++) {
      double[] z = Vectors.gaussian(dimension, random);
      for (int k = 0; k < dimension; k++) {
        z[k] *= Math.sqrt(variances[k]);
      }
      data[i] = Vectors.combination(z, axes);
      shift(data[i]);
    }
    double[] truth = Vectors.filled(dimension, mu);
    return mahalanobis
        ? Sample.of(data, truth, error -> mahalanobisNorm(error, axes, variances))
        : Sample.of(data, truth);
  }

  private void shift(double[] row) {
    for (int j = 0; j < dimension; j++) {
      row[j] += mu;
    }
  }

  private static double mahalanobisNorm(double[] error, double[][] axes, double[] variances) {
    double square = 0;
    for (int k = 0; k < axes.length; k++) {
      double along = Vectors.dot(error, axes[k]);
      square += along * along / variances[k];
    }
    return Math.sqrt(square);
  }

  /** The columns of a uniformly random rotation, by Gram and Schmidt's method, twice over. */
  private double[][] orthonormal(SplittableRandom random) {
    double[][] axes = new double[dimension][];
    for (int k = 0; k < dimension; k++) {
      double[] axis = Vectors.gaussian(dimension, random);
      for (int pass = 0; pass < 2; pass++) {
        for (int earlier = 0; earlier < k; earlier++) {
          Vectors.addScaled(axis, -Vectors.dot(axis, axes[earlier]), axes[earlier]);
        }
      }
      double length = Vectors.norm(axis);
      for (int j = 0; j < dimension; j++) {
        axis[j] /= length;
      }
      axes[k] = axis;
    }
    return axes;
  }
}
