package org.privatemean.local;

/**
 * EstMean and EstVar of Joseph et al.: from the shares of the digits to a first mean and a power of
 * two near sigma, level by level, against thresholds above the noise.
 *
 * @param low the finest level, with which the arrays begin
 * @param psi bounds on the errors of the shares
 * @param tau bounds on the errors of sums of two shares
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record ThresholdDecoder(int low, double[][] shares, double[] psi, double[] tau) {
  /** A share above this plus its noise means that one cell holds the mean. */
  static final double CONCENTRATED = 0.52;

  /** Two neighbouring cells with less than this plus its noise are both far from the mean. */
  static final double EMPTY = 0.03;

  private static final int CELLS = Digit.CELLS;

  static ThresholdDecoder decode(
      int low, RandomizedResponse response, double beta, long[][] cells) {
    int levels = cells.length;
    double[][] shares = new double[levels][];
    double[] psi = new double[levels];
    double[] tau = new double[levels];
    for (int i = 0; i < levels; i++) {
      double users = (double) ChoiceQuestion.total(cells[i]);
      shares[i] = ChoiceQuestion.shares(response, cells[i]);
      psi[i] = psi(response.epsilon(), users, levels, beta);
      tau[i] = tau(response.epsilon(), users, levels, beta);
    }
    return new ThresholdDecoder(low, shares, psi, tau);
  }

  /** Returns the bound on all 4 L errors (locally-private-gaussian.md, "The first part"). */
  static double psi(double epsilon, double users, int levels, double beta) {
    return (epsilon + 4)
        / (epsilon * Math.sqrt(2))
        * Math.sqrt(StrictMath.log(8 * levels / beta) / users);
  }

  /** Returns twice psi, for two shares, plus a margin for the sampling of the values. */
  static double tau(double epsilon, double users, int levels, double beta) {
    return Math.sqrt(2 * StrictMath.log(2 * levels / beta) / users)
        + 2 * psi(epsilon, users, levels, beta);
  }

  /** Returns sigma's level: the least above which all have two neighbouring cells nearly empty. */
  int sigmaLevel() {
    int level = shares.length - 1;
    while (level > 0 && isNarrow(level)) {
      level--;
    }
    return level;
  }

  private boolean isNarrow(int level) {
    double least = Double.POSITIVE_INFINITY;
    for (int a = 0; a < CELLS; a++) {
      least = Math.min(least, shares[level][a] + shares[level][(a + 1) % CELLS]);
    }
    return least <= EMPTY + tau[level];
  }

  /**
   * Returns EstMean1 down to a level: narrows an interval while one cell holds most users, then
   * takes the upper end of what the two fullest cells leave.
   */
  double mean(int lowest) {
    int level = shares.length - 1;
    // In cells of the current level, both ends included; values below 0 as above.
    long first = -1;
    long last = 1;
    while (level >= lowest && shares[level][fullest(level, -1)] >= CONCENTRATED + psi[level]) {
      long cell = lastCell(first, last, fullest(level, -1), -1);
      if (cell == Long.MIN_VALUE) {
        break;
      }
      // The ends of the cell, in cells of the next level.
      first = 2 * cell;
      last = 2 * (cell + 1);
      level--;
    }
    if (level < lowest) {
      first >>= 1;
      last >>= 1;
      level = lowest;
    }
    int most = fullest(level, -1);
    long cell = lastCell(first, last, most, fullest(level, most));
    double width = Math.scalb(1.0, low + level);
    return cell == Long.MIN_VALUE ? (first + last) / 2.0 * width : cell * width;
  }

  private int fullest(int level, int without) {
    int best = -1;
    for (int a = 0; a < CELLS; a++) {
      if (a != without && (best < 0 || shares[level][a] > shares[level][best])) {
        best = a;
      }
    }
    return best;
  }

  /** Returns the last cell of the interval with one of two digits, or the least long. */
  private static long lastCell(long first, long last, int digit, int otherDigit) {
    for (long cell = last; cell >= first; cell--) {
      long found = Math.floorMod(cell, (long) CELLS);
      if (found == digit || found == otherDigit) {
        return cell;
      }
    }
    return Long.MIN_VALUE;
  }
}
