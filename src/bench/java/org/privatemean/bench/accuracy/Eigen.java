package org.privatemean.bench.accuracy;

import dev.ludovic.netlib.lapack.JavaLAPACK;
import org.netlib.util.intW;

/** The eigenvalues and eigenvectors of a symmetric matrix. */
final class Eigen {
  private final double[] values;
  private final double[][] vectors;

  private Eigen(double[] values, double[][] vectors) {
    this.values = values;
    this.vectors = vectors;
  }

  static Eigen of(double[][] symmetric) {
    int d = symmetric.length;
    double[] columns = new double[d * d];
    for (int j = 0; j < d; j++) {
      System.arraycopy(symmetric[j], 0, columns, j * d, d);
    }
    double[] values = new double[d];
    double[] work = new double[1 + 6 * d + 2 * d * d];
    int[] integerWork = new int[3 + 5 * d];
    intW info = new intW(0);
    JavaLAPACK.getInstance()
        .dsyevd(
            "V",
            "U",
            d,
            columns,
            d,
            values,
            work,
            work.length,
            integerWork,
            integerWork.length,
            info);
    if (info.val != 0) {
      throw new ArithmeticException("no eigenvalues: dsyevd returned " + info.val);
    }
    double[][] vectors = new double[d][d];
    for (int k = 0; k < d; k++) {
      System.arraycopy(columns, k * d, vectors[k], 0, d);
    }
    return new Eigen(values, vectors);
  }

  double[] values() {
    return values;
  }

  /** Vector k belongs to value k. */
  double[][] vectors() {
    return vectors;
  }
}
