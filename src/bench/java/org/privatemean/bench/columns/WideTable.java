package org.privatemean.bench.columns;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Forty-one columns as tables have them: units, flags, times, amounts, constants, near copies. */
final class WideTable {
  private static final double[] ONES = {0.5, 0.1, 0.01, 0.00127, 0.0001};
  private static final int NORMALS = 10;
  private static final int AMOUNTS = 8;

  private WideTable() {}

  static double[][] columns(int rows, SplittableRandom random) {
    List<double[]> columns = new ArrayList<>();
    Tables.normals(NORMALS).forEach(law -> columns.add(law.draw(rows, random)));
    laws().forEach(law -> columns.add(law.draw(rows, random)));
    for (int j = 0; j < NORMALS - 2; j += 2) {
      double[] near = columns.get(j).clone();
      for (int i = 0; i < rows; i++) {
        near[i] *= 1 + 1e-3 * random.nextGaussian();
      }
      columns.add(near);
    }
    return columns.toArray(double[][]::new);
  }

  /** The columns that do not depend on others. */
  private static List<ColumnLaw> laws() {
    List<ColumnLaw> laws = new ArrayList<>();
    for (double share : ONES) {
      laws.add(ColumnLaw.share(share));
    }
    for (int j = 0; j < 3; j++) {
      laws.add(ColumnLaw.of(random -> 1.7e9 + 3.15e7 * random.nextDouble()));
    }
    for (int j = 0; j < AMOUNTS; j++) {
      laws.add(ColumnLaw.lognormal(Math.exp(3), 0.3 + j * 2.2 / (AMOUNTS - 1)));
    }
    for (double value : new double[] {0, 1, 12345.678}) {
      laws.add(ColumnLaw.constant(value));
    }
    laws.add(ColumnLaw.of(Skewed::cauchy));
    laws.add(ColumnLaw.normal(48, 0.2));
    laws.add(ColumnLaw.normal(11, 0.3));
    laws.add(Tables.age(44, 14));
    laws.add(ColumnLaw.of(random -> Skewed.poisson(1.2, random)));
    laws.add(ColumnLaw.of(random -> Skewed.beta(0.5, 5, random)));
    laws.add(
        ColumnLaw.of(random -> random.nextDouble() < 0.8 ? 0 : 90 * Skewed.gamma(0.7, random)));
    laws.add(ColumnLaw.of(random -> 1e-12 * Skewed.gamma(3, random)));
    return laws;
  }
}
