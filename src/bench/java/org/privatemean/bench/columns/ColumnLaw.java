package org.privatemean.bench.columns;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** Where the values of a column come from. */
@FunctionalInterface
interface ColumnLaw {
  /** The values of the column, one for each row. */
  double[] draw(int rows, SplittableRandom random);

  /** Independent values of one law. */
  static ColumnLaw of(ToDoubleFunction<SplittableRandom> value) {
    return (rows, random) -> {
      double[] column = new double[rows];
      Arrays.setAll(column, i -> value.applyAsDouble(random));
      return column;
    };
  }

  static ColumnLaw normal(double mean, double deviation) {
    return of(random -> mean + deviation * random.nextGaussian());
  }

  static ColumnLaw lognormal(double median, double sigma) {
    return of(random -> median * Math.exp(sigma * random.nextGaussian()));
  }

  static ColumnLaw constant(double value) {
    return of(random -> value);
  }

  /** Zeros, and that many ones in random rows. */
  static ColumnLaw ones(int ones) {
    return (rows, random) -> {
      double[] column = new double[rows];
      Arrays.fill(column, 0, Math.min(ones, rows), 1);
      return shuffled(column, random);
    };
  }

  /** Zeros, and a share of ones in random rows; their number is rounded. */
  static ColumnLaw share(double share) {
    return (rows, random) -> ones((int) Math.round(share * rows)).draw(rows, random);
  }

  /** The same values in random order: that of the given array changes. */
  static double[] shuffled(double[] column, SplittableRandom random) {
    for (int i = column.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      double value = column[i];
      column[i] = column[other];
      column[other] = value;
    }
    return column;
  }
}
