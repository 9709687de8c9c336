package org.privatemean.bench.accuracy;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Plain floating-point vectors, for data and competitors; our own mechanisms count in integers. */
final class Vectors {
  /** Rows taken at a time, so that a matrix is read once for all of them. */
  private static final int BLOCK = 16;

  private Vectors() {}

  static double[] filled(int dimension, double value) {
    double[] vector = new double[dimension];
    Arrays.fill(vector, value);
    return vector;
  }

  static double[] gaussian(int dimension, SplittableRandom random) {
    double[] z = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      z[j] = random.nextGaussian();
    }
    return z;
  }

  static void addScaled(double[] sum, double factor, double[] vector) {
    for (int j = 0; j < sum.length; j++) {
      sum[j] += factor * vector[j];
    }
  }

  static double[] difference(double[] a, double[] b) {
    double[] difference = new double[a.length];
    for (int j = 0; j < a.length; j++) {
      difference[j] = a[j] - b[j];
    }
    return difference;
  }

  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }

  static double norm(double[] a) {
    return Math.sqrt(dot(a, a));
  }

  /** The sum of coefficients times vectors: the product of a row with a matrix. */
  static double[] combination(double[] coefficients, double[][] vectors) {
    double[] sum = new double[vectors[0].length];
    for (int k = 0; k < coefficients.length; k++) {
      addScaled(sum, coefficients[k], vectors[k]);
    }
    return sum;
  }

  /**
   * The images of rows under a linear map.
   *
   * @param map the images of the unit vectors
   */
  static double[][] images(double[][] rows, double[][] map) {
    double[][] images = new double[rows.length][map[0].length];
    for (int from = 0; from < rows.length; from += BLOCK) {
      int to = Math.min(from + BLOCK, rows.length);
      for (int k = 0; k < map.length; k++) {
        for (int i = from; i < to; i++) {
          addScaled(images[i], rows[i][k], map[k]);
        }
      }
    }
    return images;
  }

  /** The sum of the products of each row with itself, a symmetric matrix. */
  static double[][] secondMoment(double[][] rows) {
    int dimension = rows[0].length;
    double[][] sum = new double[dimension][dimension];
    for (int from = 0; from < rows.length; from += BLOCK) {
      int to = Math.min(from + BLOCK, rows.length);
      for (int j = 0; j < dimension; j++) {
        for (int i = from; i < to; i++) {
          addScaled(sum[j], rows[i][j], rows[i]);
        }
      }
    }
    return sum;
  }
}
