package org.privatemean.bench.groups;

/**
 * Rows of groups in memory.
 *
 * @param rows one after the other
 * @param groupOf the group of each
 * @param dimension number of coordinates
 * @param groups number of groups
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Drawn(double[][] rows, int[] groupOf, int dimension, int groups) {
  /** Number of rows of each group. */
  int[] sizes() {
    int[] sizes = new int[groups];
    for (int group : groupOf) {
      sizes[group]++;
    }
    return sizes;
  }

  /** The exact mean of each group. */
  double[][] means() {
    int[] sizes = sizes();
    double[][] means = new double[groups][dimension];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < dimension; j++) {
        means[groupOf[i]][j] += rows[i][j] / sizes[groupOf[i]];
      }
    }
    return means;
  }

  /** The root mean square distance of the rows of each group to its mean. */
  double[] spreads(double[][] means) {
    double[] squares = new double[groups];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < dimension; j++) {
        double apart = rows[i][j] - means[groupOf[i]][j];
        squares[groupOf[i]] += apart * apart;
      }
    }
    int[] sizes = sizes();
    for (int g = 0; g < groups; g++) {
      squares[g] = Math.sqrt(squares[g] / sizes[g]);
    }
    return squares;
  }
}
