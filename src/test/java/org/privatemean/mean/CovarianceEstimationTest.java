package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Covariance;
import org.privatemean.release.Deviations;
import org.privatemean.release.Release;
import org.privatemean.release.Warning;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/** Private covariance matrices against those of the rows. */
final class CovarianceEstimationTest {
  private static final double RHO = 0.5;

  private static RecentredSpec spec(Neighbours neighbours) {
    return Fits.spec(RHO, Scaling.STANDARD, ErrorBarCoverage.CoverageKind.SAMPLE, neighbours)
        .with(RecentredSpec.Moments.COVARIANCE);
  }

  private static Covariance fit(double[][] rows, long seed) {
    return Fits.fit(spec(Neighbours.REPLACE), rows, seed).covariance().orElseThrow();
  }

  /** Three common factors explain 80 percent of the variance; columns have units of their own. */
  static double[][] factors(long seed, int count, double[] units) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] loadings = new double[units.length][3];
    for (double[] loading : loadings) {
      Arrays.setAll(loading, k -> random.nextGaussian());
      double length = Math.sqrt(Arrays.stream(loading).map(x -> x * x).sum());
      Arrays.setAll(loading, k -> loading[k] / length);
    }
    double[][] rows = new double[count][units.length];
    for (double[] row : rows) {
      double[] factor = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
      for (int j = 0; j < row.length; j++) {
        double common = 0;
        for (int k = 0; k < 3; k++) {
          common += loadings[j][k] * factor[k];
        }
        row[j] = units[j] * (5 + Math.sqrt(0.8) * common + Math.sqrt(0.2) * random.nextGaussian());
      }
    }
    return rows;
  }

  private static double[] covariance(double[][] rows) {
    int d = rows[0].length;
    double[] mean = Fits.mean(rows);
    double[] covariance = new double[d * d];
    for (double[] row : rows) {
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          covariance[i * d + j] += (row[i] - mean[i]) * (row[j] - mean[j]) / (rows.length - 1);
        }
      }
    }
    return covariance;
  }

  private static double[] units(int size) {
    double[] units = new double[size];
    Arrays.setAll(units, j -> Math.pow(10, j % 7 - 3));
    return units;
  }

  /**
   * Scores of the entries, separately on the diagonal and off it: noise of the stated size has mean
   * squares of 1. At 6 standard deviations each way; noise a fifth too small or too large fails.
   */
  @Test
  void noisyCovariance_ofRowsThatAreNotClipped_hasTheStatedNoise() {
    double[] squares = new double[2];
    int[] count = new int[2];
    for (int seed = 0; seed < 12; seed++) {
      // Rows of equal length around zero: no row is clipped by much more than rounding.
      SplittableRandom random = new SplittableRandom(seed);
      double[][] rows = new double[4000][24];
      for (double[] row : rows) {
        Arrays.setAll(row, j -> random.nextBoolean() ? 1 : -1);
      }
      double[] exact = covariance(rows);
      Covariance found = fit(rows, seed);
      double[] noisy = found.noisy();
      double[] noise = found.noise();
      int d = found.size();
      for (int i = 0; i < d; i++) {
        for (int j = i; j < d; j++) {
          int kind = i == j ? 0 : 1;
          double score = (noisy[i * d + j] - exact[i * d + j]) / noise[i * d + j];
          squares[kind] += score * score;
          count[kind]++;
        }
      }
    }
    for (int kind = 0; kind < 2; kind++) {
      double mean = squares[kind] / count[kind];
      double doubt = Math.sqrt(2.0 / count[kind]);
      assertEquals(1, mean, 6 * doubt + 0.05, kind == 0 ? "diagonal" : "off the diagonal");
    }
  }

  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void correlation_ofColumnsOfUnlikeUnits_isNearThatOfTheRows(Neighbours neighbours) {
    double[][] rows = factors(1, 20_000, units(12));
    double[] exact = covariance(rows);
    for (int seed = 0; seed < 3; seed++) {
      Release release = Fits.fit(spec(neighbours), rows, seed);
      Covariance found = release.covariance().orElseThrow();
      double[] correlation = found.correlation(release.deviations().orElseThrow());
      double[] deviations = release.deviations().orElseThrow().values();
      for (int i = 0; i < 12; i++) {
        assertEquals(1, deviations[i] / Math.sqrt(exact[i * 12 + i]), 0.03);
        for (int j = 0; j < 12; j++) {
          double expected = exact[i * 12 + j] / Math.sqrt(exact[i * 12 + i] * exact[j * 12 + j]);
          assertEquals(expected, correlation[i * 12 + j], 0.03, i + ", " + j);
        }
      }
      assertEquals(RHO, release.charges().stream().mapToDouble(Charge::rho).sum(), 1e-12);
    }
  }

  /** The matrix is asked last: the mean has the bits of a release for its part of the budget. */
  @Test
  void mean_besideTheMatrix_isThatOfItsShareOfTheBudget() {
    double[][] rows = factors(2, 3000, units(5));
    RecentredSpec alone =
        Fits.spec(
            0.3 * RHO, Scaling.STANDARD, ErrorBarCoverage.CoverageKind.SAMPLE, Neighbours.REPLACE);
    assertArrayEquals(
        Fits.fit(alone, rows, 7).mean(), Fits.fit(spec(Neighbours.REPLACE), rows, 7).mean());
  }

  @Test
  void covariance_ofConstantColumn_isUnresolvedAndHasNoCorrelation() {
    double[][] rows = factors(3, 5000, units(4));
    for (double[] row : rows) {
      row[2] = 7;
    }
    Release release = Fits.fit(spec(Neighbours.REPLACE), rows, 1);
    Covariance found = release.covariance().orElseThrow();
    assertTrue(release.deviations().orElseThrow().isUnresolved(2));
    double[] correlation = found.correlation(release.deviations().orElseThrow());
    assertTrue(Double.isNaN(correlation[2]));
    assertTrue(Double.isNaN(correlation[2 * 4 + 2]));
    assertEquals(1, correlation[0]);
  }

  @Test
  void values_ofFewRows_haveNoNegativeEigenvalues() {
    double[] alike = new double[20];
    Arrays.fill(alike, 1);
    Covariance found = fit(factors(4, 600, alike), 1);
    double[] eigenvalues = found.eigenvalues();
    assertTrue(eigenvalues[19] > -1e-9 * eigenvalues[0], "least: " + eigenvalues[19]);
    assertTrue(Math.abs(found.values()[0] - found.noisy()[0]) > 1e-3, "none was removed");
  }

  /** Rare values that no question detects: bounds that hold, and no correlations. */
  @Test
  void deviations_ofRareFlags_areBoundsThatHold() {
    for (int dimension : new int[] {3, 8}) {
      double[][] rows = Fits.rows(9, 4000, dimension, r -> r.nextDouble() < 0.002 ? 1 : 0);
      double[] exact = Fits.deviations(rows);
      for (int seed = 0; seed < 4; seed++) {
        Release release = Fits.fit(spec(Neighbours.REPLACE), rows, seed);
        Deviations found = release.deviations().orElseThrow();
        assertEquals(dimension, found.unresolved());
        for (int j = 0; j < dimension; j++) {
          assertTrue(found.values()[j] >= exact[j], () -> "a bound below " + exact[0]);
        }
        for (double each : release.covariance().orElseThrow().correlation(found)) {
          assertTrue(Double.isNaN(each));
        }
      }
    }
  }

  private static boolean warns(double[][] rows) {
    return Fits.fit(spec(Neighbours.REPLACE), rows, 1).warnings().stream()
        .anyMatch(warning -> warning.code() == Warning.Code.CLIPPED_VARIANCE);
  }

  @Test
  void warnings_ofLongTails_nameTheClippedVariance() {
    assertTrue(warns(Fits.rows(1, 4000, 8, random -> Math.pow(1 - random.nextDouble(), -0.45))));
    assertFalse(warns(factors(5, 4000, units(8))));
  }

  @Test
  void release_ofTooManyColumns_isRefusedBeforeAnyRowIsRead() {
    InMemoryRows rows = InMemoryRows.of(new double[10][], 2001, InvalidRows.ERROR);
    ParamException refused =
        assertThrows(
            ParamException.class,
            () -> Mechanisms.release(spec(Neighbours.REPLACE), rows, Settings.seeded(RHO, 1)));
    assertTrue(refused.getMessage().contains("at most 2000"), refused.getMessage());
  }

  @Test
  void covariance_notAsked_isAbsent() {
    assertTrue(Fits.fit(factors(6, 1000, units(2)), 1).covariance().isEmpty());
  }
}
