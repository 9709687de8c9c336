package org.privatemean.central;

import java.util.Arrays;
import java.util.Random;

/** Laws of rows of groups, for tests: those of the mechanism's page, and odd ones. */
public enum GroupLaw {
  /** Normal with spread 1, means N(0, 16 I). */
  GAUSS,
  /** The same, 1e6 away in every coordinate. */
  FAR,
  /** Means 1,000 spreads apart. */
  WIDE,
  /** Spreads e^(1.5 N(0, 1)). */
  SCALES,
  EXPONENTIAL,
  LOGNORMAL,
  STUDENT,
  /** A tenth of the rows 4 away in every coordinate. */
  CLUSTER,
  /** Every tenth group has a fifth of its rows 25 away. */
  MIXED,
  /** Every second group has most of its rows at zero. */
  ZEROS,
  /** Column j in units of 10^(j - 3). */
  UNITS,
  /** The first column is 1 in a row of two hundred. */
  RARE,
  /** Units as above in every other column; the others are 1 in a row of a hundred. */
  FLAGS,
  /** All rows of a group are its mean. */
  EQUAL,
  /** All rows are 0. */
  NOTHING,
  /** Rows of the largest norms. */
  HUGE,
  /** Rows of the smallest ones. */
  TINY,
  /** Half of the rows appear many times. */
  DUPLICATES;

  /**
   * Rows.
   *
   * @param rows all of them
   * @param groups of each, ascending
   * @param sizes of each group
   * @param dimension number of coordinates
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Sample(double[][] rows, int[] groups, int[] sizes, int dimension) {
    /** Each group's mean in doubles. */
    public double[][] means() {
      double[][] means = new double[sizes.length][dimension];
      for (int i = 0; i < rows.length; i++) {
        for (int j = 0; j < dimension; j++) {
          means[groups[i]][j] += rows[i][j] / sizes[groups[i]];
        }
      }
      return means;
    }

    /** Each group's variances. */
    public double[][] variances() {
      double[][] means = means();
      double[][] variances = new double[sizes.length][dimension];
      for (int i = 0; i < rows.length; i++) {
        for (int j = 0; j < dimension; j++) {
          double off = rows[i][j] - means[groups[i]][j];
          variances[groups[i]][j] += off * off / sizes[groups[i]];
        }
      }
      return variances;
    }
  }

  /** Groups of one size. */
  public Sample sample(int groups, int rows, int dimension, long seed) {
    int[] sizes = new int[groups];
    Arrays.fill(sizes, rows);
    return sample(sizes, dimension, seed);
  }

  /** Groups of given sizes. */
  public Sample sample(int[] sizes, int dimension, long seed) {
    Random random = new Random(seed);
    double[][] rows = new double[Arrays.stream(sizes).sum()][dimension];
    int[] groups = new int[rows.length];
    int i = 0;
    for (int g = 0; g < sizes.length; g++) {
      double spread = this == SCALES ? Math.exp(1.5 * random.nextGaussian()) : 1;
      double[] mean = new double[dimension];
      for (int j = 0; j < dimension; j++) {
        mean[j] = 4 * random.nextGaussian() * spread * (this == WIDE ? 250 : 1);
        mean[j] += this == FAR ? 1e6 : 0;
      }
      for (int k = 0; k < sizes[g]; k++, i++) {
        groups[i] = g;
        row(random, g, mean, spread, rows[i]);
        if (this == DUPLICATES && k > 0 && random.nextBoolean()) {
          rows[i] = rows[i - 1].clone();
        }
      }
    }
    return new Sample(rows, groups, sizes, dimension);
  }

  private void row(Random random, int group, double[] mean, double spread, double[] row) {
    double kind = random.nextDouble();
    for (int j = 0; j < row.length; j++) {
      double x = coordinate(random, j);
      row[j] =
          switch (this) {
            case CLUSTER -> mean[j] + x + (kind < 0.1 ? 4 : 0);
            case MIXED -> mean[j] + x + (group % 10 == 0 && kind < 0.2 ? 25 : 0);
            case ZEROS -> mean[j] + (group % 2 == 0 && kind < 0.6 ? 0 : x);
            case UNITS -> (mean[j] + x) * Math.pow(10, j - 3);
            case FLAGS -> j % 2 == 0 ? (mean[j] + x) * Math.pow(10, j - 3) : x;
            case NOTHING -> 0;
            case EQUAL -> mean[j];
            case HUGE -> (mean[j] + x) * 0x1p497;
            case TINY -> (mean[j] + x) * 0x1p-500;
            default -> mean[j] + spread * x;
          };
    }
  }

  private double coordinate(Random random, int j) {
    double normal = random.nextGaussian();
    return switch (this) {
      case EXPONENTIAL -> -Math.log(1 - random.nextDouble());
      case LOGNORMAL -> Math.exp(normal);
      case STUDENT -> {
        double chi = 0;
        for (int k = 0; k < 3; k++) {
          double each = random.nextGaussian();
          chi += each * each;
        }
        yield normal / Math.sqrt(chi / 3);
      }
      case RARE -> j > 0 ? normal : random.nextDouble() < 0.005 ? 1 : 0;
      case FLAGS -> j % 2 == 0 ? normal : random.nextDouble() < 0.01 ? 1 : 0;
      default -> normal;
    };
  }
}
