package org.privatemean.bench.accuracy;

/** An invertible linear map and its inverse, each given by the images of the unit vectors. */
final class Whitening {
  private final double[][] forward;
  private final double[][] inverse;

  private Whitening(double[][] forward, double[][] inverse) {
    this.forward = forward;
    this.inverse = inverse;
  }

  /** Multiplies by a number. */
  static Whitening scaling(int dimension, double factor) {
    double[][] forward = new double[dimension][dimension];
    double[][] inverse = new double[dimension][dimension];
    for (int j = 0; j < dimension; j++) {
      forward[j][j] = factor;
      inverse[j][j] = 1 / factor;
    }
    return new Whitening(forward, inverse);
  }

  /**
   * This map, then the one that divides each eigenvector's coordinate by a standard deviation.
   *
   * @param eigen of a covariance of the images under this map
   * @param variances one for each eigenvector, positive
   */
  Whitening then(Eigen eigen, double[] variances) {
    int d = variances.length;
    double[][] divide = new double[d][d];
    double[][] multiply = new double[d][];
    for (int k = 0; k < d; k++) {
      double deviation = Math.sqrt(variances[k]);
      multiply[k] = eigen.vectors()[k].clone();
      for (int j = 0; j < d; j++) {
        divide[j][k] = multiply[k][j] / deviation;
        multiply[k][j] *= deviation;
      }
    }
    return new Whitening(Vectors.images(forward, divide), Vectors.images(multiply, inverse));
  }

  double[][] apply(double[][] rows) {
    return Vectors.images(rows, forward);
  }

  double[] invert(double[] image) {
    return Vectors.combination(image, inverse);
  }

  /** The covariance before this map of what has the given one after it. */
  double[][] covarianceBefore(Eigen after) {
    int d = inverse.length;
    double[][] roots = new double[d][];
    for (int k = 0; k < d; k++) {
      double root = Math.sqrt(Math.max(after.values()[k], 0));
      roots[k] = Vectors.combination(after.vectors()[k], inverse);
      for (int j = 0; j < d; j++) {
        roots[k][j] *= root;
      }
    }
    return Vectors.secondMoment(roots);
  }

  /** A bound on how much the map lengthens a vector: the root of the largest row and column sum. */
  double normBound() {
    double rows = 0;
    double[] columns = new double[forward.length];
    for (double[] row : forward) {
      double sum = 0;
      for (int j = 0; j < row.length; j++) {
        sum += Math.abs(row[j]);
        columns[j] += Math.abs(row[j]);
      }
      rows = Math.max(rows, sum);
    }
    double largest = 0;
    for (double column : columns) {
      largest = Math.max(largest, column);
    }
    return Math.sqrt(rows * largest);
  }
}
