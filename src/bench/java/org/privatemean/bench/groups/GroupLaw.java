package org.privatemean.bench.groups;

import java.util.Arrays;
import java.util.Random;

/** The rows of the groups of a table. */
enum GroupLaw {
  /** Normal rows of deviation 1 around means of deviation 4. */
  GAUSS,
  /** The same with 1e6 added to every coordinate. */
  FAR,
  /** The same with means of deviation 1000. */
  WIDE,
  /** Rows and means times e^(1.5 N(0,1)), one factor a group. */
  SCALES,
  /** Exponential coordinates around the means. */
  EXPO,
  /** Coordinates of Student's t with three degrees of freedom. */
  T3,
  /** Coordinates that are exponentials of normal ones. */
  LOGNORMAL,
  /** A tenth of the rows of every group lies at +4 in every coordinate. */
  CLUSTER,
  /** In every tenth group a fifth of the rows lies at +25 in every coordinate. */
  MIXED,
  /** In every second group six rows of ten are equal. */
  ZEROS,
  /** Normal rows in groups of 20 to 20,000 rows, most of them small. */
  SIZES;

  private static final double SPREAD_OF_MEANS = 4;
  private static final double WIDE_SPREAD = 1000;
  private static final double OFFSET = 1e6;
  private static final int MOST_ROWS = 20_000;

  /** Name in options and tables. */
  String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /**
   * Draws rows.
   *
   * @param rows of a group
   * @param dimension number of coordinates
   * @param groups number of groups
   */
  Drawn draw(int rows, int dimension, int groups, long seed) {
    Random random = new Random(seed);
    int[] sizes = new int[groups];
    for (int g = 0; g < groups; g++) {
      sizes[g] = this == SIZES ? size(random) : rows;
    }
    double[][] data = new double[Arrays.stream(sizes).sum()][dimension];
    int[] groupOf = new int[data.length];
    int first = 0;
    for (int g = 0; g < groups; g++) {
      Arrays.fill(groupOf, first, first + sizes[g], g);
      fill(Arrays.copyOfRange(data, first, first + sizes[g]), g, random);
      first += sizes[g];
    }
    return new Drawn(data, groupOf, dimension, groups);
  }

  private static int size(Random random) {
    double tail = Math.pow(1 - random.nextDouble(), -1 / 1.1) - 1;
    return (int) Math.min(MOST_ROWS, Math.ceil(20 * tail + 20));
  }

  private void fill(double[][] rows, int group, Random random) {
    double scale = this == SCALES ? Math.exp(1.5 * random.nextGaussian()) : 1;
    double[] mean = new double[rows[0].length];
    for (int j = 0; j < mean.length; j++) {
      double spread = this == WIDE ? WIDE_SPREAD : SPREAD_OF_MEANS;
      mean[j] = spread * random.nextGaussian() * scale + (this == FAR ? OFFSET : 0);
    }
    for (double[] row : rows) {
      double which = random.nextDouble();
      for (int j = 0; j < row.length; j++) {
        row[j] = mean[j] + scale * apart(coordinate(random), which, group);
      }
    }
  }

  private double coordinate(Random random) {
    return switch (this) {
      case EXPO -> -Math.log1p(-random.nextDouble());
      case LOGNORMAL -> Math.exp(random.nextGaussian());
      case T3 -> student(random);
      default -> random.nextGaussian();
    };
  }

  private static double student(Random random) {
    double squares = 0;
    for (int k = 0; k < 3; k++) {
      double normal = random.nextGaussian();
      squares += normal * normal;
    }
    return random.nextGaussian() / Math.sqrt(squares / 3);
  }

  /** Where the rows of a group are not all of one kind. */
  private double apart(double value, double which, int group) {
    return switch (this) {
      case CLUSTER -> which < 0.1 ? value + 4 : value;
      case MIXED -> group % 10 == 0 && which < 0.2 ? value + 25 : value;
      case ZEROS -> group % 2 == 0 && which < 0.6 ? 0 : value;
      default -> value;
    };
  }
}
