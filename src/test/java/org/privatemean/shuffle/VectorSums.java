package org.privatemean.shuffle;

import org.privatemean.shuffle.VectorSum.GridRounding;

/** Sums of all users in one batch, and derived numbers, for tests. */
final class VectorSums {
  private VectorSums() {}

  /** The sum on a given grid. */
  static VectorSum onGrid(
      long users,
      int dimension,
      long norm,
      long gridStep,
      double variance,
      double distance,
      double honestFraction) {
    GridRounding rounding = GridRounding.create(dimension, norm, gridStep);
    return VectorSum.create(
        Batches.create(users, honestFraction, 1, 0.5), dimension, rounding, variance, distance);
  }

  static VectorSum forRatio(
      long users,
      int dimension,
      long norm,
      double noiseRatio,
      double distance,
      double honestFraction) {
    return VectorSum.forBatches(
        Batches.create(users, honestFraction, 1, 0.5), dimension, norm, noiseRatio, distance);
  }

  static MessageRandomizer<long[]> randomizer(VectorSum sum, int firstLabel) {
    return (value, secret, messages) -> sum.randomize(value, firstLabel, secret, messages);
  }

  /** The noisy sums of the coordinates, in lattice steps. */
  static double[] estimate(VectorSum sum, SumAnalyzer analyzer) {
    long[] sums = analyzer.sums();
    double[] estimate = new double[sums.length];
    for (int j = 0; j < sums.length; j++) {
      estimate[j] = (double) sums[j] * sum.rounding().gridStep();
    }
    return estimate;
  }

  /** The exact square of the l2 sensitivity to replacing one user, in squared grid steps. */
  static long squaredSensitivity(VectorSum sum) {
    return 4 * sum.rounding().squaredBound();
  }

  /** The bytes of the bodies of a user's messages, packed, without labels. */
  static long bodyBytes(VectorSum sum) {
    return (sum.messages() * sum.splitting().modulusBits() + 7) / 8;
  }
}
