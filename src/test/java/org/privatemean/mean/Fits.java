package org.privatemean.mean;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.release.Release;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/** Fits of the recentred mean to rows in memory, with seeded noise, and laws to draw rows from. */
final class Fits {
  static final double RHO = 0.5;

  private Fits() {}

  /** One number of a law. */
  interface Draw {
    double next(SplittableRandom random);
  }

  static double lognormal(SplittableRandom random, double sigma) {
    return Math.exp(sigma * random.nextGaussian());
  }

  /** Of index 3, from 1 on. */
  static double pareto(SplittableRandom random) {
    return Math.pow(1 - random.nextDouble(), -1 / 3.0);
  }

  static double exponential(SplittableRandom random) {
    return -Math.log(1 - random.nextDouble());
  }

  /** Rows of independent coordinates of one law. */
  static double[][] rows(long seed, int count, int dimension, Draw law) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[count][dimension];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> law.next(random));
    }
    return rows;
  }

  /** Rows whose coordinates have laws of their own. */
  static double[][] columns(long seed, int count, Draw... laws) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[count][laws.length];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> laws[j].next(random));
    }
    return rows;
  }

  /** One-hot rows, category j as often as 1/j. */
  static double[][] zipf(long seed, int count, int dimension) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] cumulative = new double[dimension];
    double sum = 0;
    for (int j = 0; j < dimension; j++) {
      sum += 1.0 / (1 + j);
      cumulative[j] = sum;
    }
    double[][] rows = new double[count][dimension];
    for (double[] row : rows) {
      double u = sum * random.nextDouble();
      int j = 0;
      while (cumulative[j] < u) {
        j++;
      }
      row[j] = 1;
    }
    return rows;
  }

  /** Rows of which 5 percent of the values are exponential and all others 0. */
  static double[][] sparse(long seed, int count, int dimension) {
    return rows(seed, count, dimension, r -> r.nextDouble() < 0.05 ? exponential(r) : 0);
  }

  /** A 0/1 column with exactly so many ones. */
  static double[][] ones(int count, int ones) {
    double[][] rows = new double[count][1];
    for (int i = 0; i < ones; i++) {
      rows[i * (count / ones)][0] = 1;
    }
    return rows;
  }

  static RecentredSpec spec(
      double rho, Scaling scaling, ErrorBarCoverage.CoverageKind regions, Neighbours neighbours) {
    return new RecentredSpec(
        rho,
        OptionalDouble.empty(),
        Optional.empty(),
        scaling,
        ErrorBarCoverage.of(regions),
        RecentredSpec.Moments.MEAN,
        PrivacyUnit.row(neighbours));
  }

  static Release fit(RecentredSpec spec, double[][] rows, long seed) {
    InMemoryRows held = InMemoryRows.of(rows, rows[0].length, InvalidRows.ERROR);
    return Mechanisms.release(spec, held, Settings.seeded(spec.rho(), seed));
  }

  /** The usual request. */
  static Release fit(double[][] rows, long seed) {
    return fit(RecentredSpec.of(RHO), rows, seed);
  }

  static double[] mean(double[][] rows) {
    double[] mean = new double[rows[0].length];
    // About the first row, so that an offset does not drown the differences.
    for (double[] row : rows) {
      Arrays.setAll(mean, j -> mean[j] + (row[j] - rows[0][j]));
    }
    Arrays.setAll(mean, j -> rows[0][j] + mean[j] / rows.length);
    return mean;
  }

  static double[] deviations(double[][] rows) {
    double[] mean = mean(rows);
    double[] squares = new double[mean.length];
    for (double[] row : rows) {
      Arrays.setAll(squares, j -> squares[j] + (row[j] - mean[j]) * (row[j] - mean[j]));
    }
    return Arrays.stream(squares).map(s -> Math.sqrt(s / (rows.length - 1))).toArray();
  }

  static double distance(double[] a, double[] b) {
    double square = 0;
    for (int j = 0; j < a.length; j++) {
      square += (a[j] - b[j]) * (a[j] - b[j]);
    }
    return Math.sqrt(square);
  }

  /** The share of one's deviation that the release of each coordinate is off by. */
  static double[] errors(Release release, double[][] rows) {
    double[] mean = mean(rows);
    double[] deviations = deviations(rows);
    double[] errors = release.mean();
    Arrays.setAll(errors, j -> Math.abs(errors[j] - mean[j]) / deviations[j]);
    return errors;
  }
}
