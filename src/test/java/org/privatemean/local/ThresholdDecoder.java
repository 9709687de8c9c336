package org.privatemean.local;

import org.privatemean.local.ChoiceQuestion.Digit;

/**
 * EstMean1 of Joseph et al., an oracle: from the shares of the digits to a first mean, level by
 * level, against thresholds above the noise.
 */
final class ThresholdDecoder {
  /** A share above this plus its noise means that one cell holds the mean. */
  private static final double CONCENTRATED = 0.52;

  private static final int CELLS = Digit.CELLS;

  private final int low;

  private final double[][] shares;

  private final double[] psi;

  /**
   * Decodes from the shares of a level's cells.
   *
   * @param low the finest level, with which the arrays begin
   * @param psi bounds on the errors of the shares
   */
  ThresholdDecoder(int low, double[][] shares, double[] psi) {
    this.low = low;
    this.shares = shares;
    this.psi = psi;
  }

  static ThresholdDecoder decode(GaussianSpec spec, long[][] cells) {
    RandomizedResponse response = RandomizedResponse.withAnswers(CELLS, spec.epsilon());
    double[][] shares = new double[cells.length][];
    double[] psi = new double[cells.length];
    for (int i = 0; i < cells.length; i++) {
      double users = (double) ChoiceQuestion.total(cells[i]);
      shares[i] = ChoiceQuestion.shares(response, cells[i]);
      psi[i] = psi(spec.epsilon(), users, cells.length, spec.beta());
    }
    return new ThresholdDecoder(spec.lowLevel(), shares, psi);
  }

  /** All 4 L errors are below it with probability 1 - beta, by Hoeffding. */
  static double psi(double epsilon, double users, int levels, double beta) {
    return (epsilon + 4)
        / (epsilon * Math.sqrt(2))
        * Math.sqrt(StrictMath.log(8 * levels / beta) / users);
  }

  /**
   * Narrows an interval while one cell holds most users, then takes the upper end of what the two
   * fullest cells leave.
   */
  double mean() {
    int level = shares.length - 1;
    // In cells of the current level, both ends included; values below 0 as above.
    long first = -1;
    long last = 1;
    while (level >= 0 && shares[level][fullest(level, -1)] >= CONCENTRATED + psi[level]) {
      long cell = lastCell(first, last, fullest(level, -1), -1);
      if (cell == Long.MIN_VALUE) {
        break;
      }
      // The ends of the cell, in cells of the next level.
      first = 2 * cell;
      last = 2 * (cell + 1);
      level--;
    }
    if (level < 0) {
      first >>= 1;
      last >>= 1;
      level = 0;
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
