package org.privatemean.bench.columns;

import java.util.List;
import java.util.SplittableRandom;

/**
 * A table to fit.
 *
 * @param name names it in options and output
 * @param rows number of rows n
 * @param draw makes its columns
 * @param far number of last columns that hold a few far values; they count as rare
 */
record ColumnTable(String name, int rows, Draw draw, int far) {
  /** Makes columns, which may depend on each other. */
  @FunctionalInterface
  interface Draw {
    /** The columns, each with one value for each row. */
    double[][] columns(int rows, SplittableRandom random);
  }

  /** A table of independent columns. */
  static ColumnTable of(String name, int rows, List<ColumnLaw> laws) {
    Draw draw =
        (n, random) -> laws.stream().map(law -> law.draw(n, random)).toArray(double[][]::new);
    return new ColumnTable(name, rows, draw, 0);
  }

  /** The same columns each time. */
  static ColumnTable fixed(String name, double[][] columns) {
    return new ColumnTable(name, columns[0].length, (n, random) -> columns, 0);
  }

  /** A table drawn anew: its columns. */
  double[][] columns(SplittableRandom random) {
    return draw.columns(rows, random);
  }
}
