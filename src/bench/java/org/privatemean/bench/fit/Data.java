package org.privatemean.bench.fit;

import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;

/** The laws of the rows. A row is a function of the seed, its number and its dimension alone. */
enum Data {
  /** Coordinate j is normal with mean 3 + j mod 8 and standard deviation 1. */
  GAUSSIAN(64),
  /** Every coordinate is the exponential of a standard normal. */
  LOGNORMAL(1024),
  /** A sparse vector: one coordinate in a hundred, at least one, is as if Gaussian, the rest 0. */
  SPARSE(64);

  private static final int ONE_IN = 100;

  private final double coordinateBound;

  Data(double coordinateBound) {
    this.coordinateBound = coordinateBound;
  }

  /** What a user might know of the coordinates: a public bound that next to none passes. */
  double coordinateBound() {
    return coordinateBound;
  }

  /** Row {@code index} of the data set of a seed. */
  Vector row(long seed, long index, int dimension) {
    SplittableRandom random = new SplittableRandom((seed << 40) + index);
    return switch (this) {
      case GAUSSIAN -> gaussian(random, dimension);
      case LOGNORMAL -> lognormal(random, dimension);
      case SPARSE -> sparse(random, dimension);
    };
  }

  private static Vector gaussian(SplittableRandom random, int dimension) {
    double[] values = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      values[j] = coordinate(random, j);
    }
    return Vectors.dense(values);
  }

  private static double coordinate(SplittableRandom random, int j) {
    return random.nextGaussian(3 + j % 8, 1);
  }

  private static Vector lognormal(SplittableRandom random, int dimension) {
    double[] values = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      values[j] = StrictMath.exp(random.nextGaussian());
    }
    return Vectors.dense(values);
  }

  /** One coordinate that is not zero in each of as many stretches of equal length. */
  private static Vector sparse(SplittableRandom random, int dimension) {
    int entries = Math.max(1, dimension / ONE_IN);
    int[] indices = new int[entries];
    double[] values = new double[entries];
    for (int k = 0; k < entries; k++) {
      int from = (int) ((long) k * dimension / entries);
      int to = (int) ((k + 1L) * dimension / entries);
      indices[k] = random.nextInt(from, to);
      values[k] = coordinate(random, indices[k]);
    }
    return Vectors.sparse(dimension, indices, values);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
