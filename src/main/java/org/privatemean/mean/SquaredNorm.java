package org.privatemean.mean;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.privatemean.numeric.FourierTransform;

/** The distribution of the squared norm of rows of independent columns, on a grid. */
final class SquaredNorm {
  private static final int SIZE = 1 << 14;

  /** Upper end of the grid above the mean, in standard deviations, and in largest squares. */
  private static final double DEVIATIONS = 20;

  private static final double LARGEST = 5;

  private final double step;
  private final double[] shares;

  /** Columns of one distribution; {@code square} maps a distance to the square of a value. */
  record EqualColumns(ColumnLaw law, DoubleUnaryOperator square, int columns) {}

  SquaredNorm(List<EqualColumns> parts) {
    step = highest(parts) / SIZE;
    FourierTransform transform = new FourierTransform(SIZE);
    double[] re = new double[SIZE];
    double[] im = new double[SIZE];
    Arrays.fill(re, 1);
    for (EqualColumns part : parts) {
      double[] partRe = onGrid(part);
      double[] partIm = new double[SIZE];
      transform.forward(partRe, partIm);
      for (int n = part.columns(); n > 0; n >>= 1) {
        if ((n & 1) == 1) {
          multiply(re, im, partRe, partIm);
        }
        multiply(partRe, partIm, partRe.clone(), partIm.clone());
      }
    }
    transform.inverse(re, im);
    shares = re;
  }

  private static void multiply(double[] re, double[] im, double[] byRe, double[] byIm) {
    for (int k = 0; k < re.length; k++) {
      double product = re[k] * byRe[k] - im[k] * byIm[k];
      im[k] = re[k] * byIm[k] + im[k] * byRe[k];
      re[k] = product;
    }
  }

  private static double highest(List<EqualColumns> parts) {
    double mean = 0;
    double variance = 0;
    double largest = 0;
    double all = 0;
    for (EqualColumns part : parts) {
      double first = part.law().mean(part.square());
      double second = part.law().mean(x -> Math.pow(part.square().applyAsDouble(x), 2));
      double most = 0;
      for (int k = 0; k < part.law().distances().length; k++) {
        double square = part.square().applyAsDouble(part.law().distances()[k]);
        most = part.law().shares()[k] > 0 ? Math.max(most, square) : most;
      }
      mean += part.columns() * first;
      variance += part.columns() * Math.max(0, second - first * first);
      largest = Math.max(largest, most);
      all += part.columns() * most;
    }
    return Math.min(1.01 * all, mean + DEVIATIONS * Math.sqrt(variance) + LARGEST * largest);
  }

  /** The shares of the squares of one column, each split over the two adjacent cells. */
  private double[] onGrid(EqualColumns part) {
    double[] grid = new double[SIZE];
    double rest = 1;
    for (int k = 0; k < part.law().distances().length; k++) {
      double share = part.law().shares()[k];
      double at = part.square().applyAsDouble(part.law().distances()[k]) / step;
      int cell = (int) Math.min(SIZE - 2.0, at);
      double over = Math.min(1, at - cell);
      grid[cell] += share * (1 - over);
      grid[cell + 1] += share * over;
      rest -= share;
    }
    grid[0] += rest;
    return grid;
  }

  double quantile(double share) {
    double above = 0;
    int cell = SIZE;
    while (cell > 0 && above < share) {
      above += shares[--cell];
    }
    return Math.sqrt(cell * step);
  }
}
