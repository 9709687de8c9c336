package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.numeric.SymmetricMatrix;
import org.privatemean.privacy.Neighbours;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Release;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.RecentredSpec.CovarianceType;
import org.privatemean.request.Sampling;
import org.privatemean.request.Scaling;

/** Means with correlated noise, against those with independent noise. */
final class NoiseShapingTest {
  private static final int ROWS = 4000;
  private static final int COLUMNS = 16;

  private static RecentredSpec spec(Neighbours neighbours, CovarianceType type) {
    return Fits.spec(0.5, Scaling.STANDARD, ErrorBarCoverage.CoverageKind.SAMPLE, neighbours)
        .with(type);
  }

  private static double[] units() {
    double[] units = new double[COLUMNS];
    Arrays.setAll(units, j -> Math.pow(10, j % 3));
    return units;
  }

  private static double[][] factors() {
    return CovarianceEstimationTest.factors(1, ROWS, units());
  }

  private static double[][] normal(int columns) {
    return Fits.rows(2, ROWS, columns, SplittableRandom::nextGaussian);
  }

  /** The error of a mean, in the units of the columns. */
  private static double error(Release release, double[] mean, double[] units) {
    double square = 0;
    for (int j = 0; j < mean.length; j++) {
      double error = (release.mean()[j] - mean[j]) / units[j];
      square += error * error;
    }
    return square;
  }

  private static double errorOfFits(RecentredSpec spec, double[][] rows, int fits) {
    double[] mean = Fits.mean(rows);
    return Math.sqrt(
        IntStream.range(0, fits)
            .mapToDouble(seed -> error(Fits.fit(spec, rows, seed), mean, units()))
            .average()
            .orElseThrow());
  }

  /** Root mean squares of 480 coordinates: the ratio has a deviation of 4.6 percent, and is .7. */
  @Tag("long")
  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void auto_columnsThatShareFactors_reducesTheError(Neighbours neighbours) {
    double[][] rows = factors();
    RecentredSpec auto = spec(neighbours, CovarianceType.AUTO);
    assertEquals(CovarianceType.FULL, Fits.fit(auto, rows, 0).usedCovarianceType());
    double without = errorOfFits(spec(neighbours, CovarianceType.DIAG), rows, 30);
    assertTrue(errorOfFits(auto, rows, 30) < 0.8 * without);
    RecentredSpec sampled = auto.withSampling(Sampling.ALWAYS);
    assertTrue(errorOfFits(sampled, rows, 30) < 0.8 * without);
  }

  @Tag("long")
  @Test
  void auto_independentColumns_keepsIndependentNoise() {
    for (int columns : new int[] {8, 16, 64}) {
      double[][] rows = normal(columns);
      RecentredSpec spec = spec(Neighbours.REPLACE, CovarianceType.AUTO);
      long used =
          IntStream.range(0, 20)
              .filter(
                  seed -> Fits.fit(spec, rows, seed).usedCovarianceType() == CovarianceType.FULL)
              .count();
      assertTrue(used <= 1, columns + " columns: " + used + " of 20");
    }
  }

  /** The choice hides some 150 far rows, the clipping norm shows 100: without it none of 10 is. */
  @Test
  void auto_rowsFartherInAllDirections_keepsIndependentNoise() {
    double[][] rows = factors();
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 100; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        rows[i][j] = 10 * units()[j] * random.nextGaussian();
      }
    }
    RecentredSpec auto = spec(Neighbours.REPLACE, CovarianceType.AUTO);
    assertTrue(independent(auto, rows) >= 8);
    assertTrue(independent(auto.withSampling(Sampling.ALWAYS), rows) >= 8);
  }

  /** Of ten fits; each asks for a matrix, and has its error bars. */
  private static long independent(RecentredSpec spec, double[][] rows) {
    double[] mean = Fits.mean(rows);
    return IntStream.range(0, 10)
        .filter(
            seed -> {
              Release release = Fits.fit(spec, rows, seed);
              assertTrue(asks(release, "second moments"));
              assertNear(mean, release);
              return release.usedCovarianceType() == CovarianceType.DIAG;
            })
        .count();
  }

  /** Rows that are far along a factor: a norm without the basis is asked, and the basis kept. */
  @Test
  void auto_rowsFartherAlongAFactor_hasCorrelatedNoise() {
    double[][] rows = new double[ROWS][COLUMNS];
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < ROWS; i++) {
      double factor = i < 100 ? 16 : random.nextGaussian();
      Arrays.setAll(rows[i], j -> units()[j] * (factor + 0.3 * random.nextGaussian()));
    }
    double[] mean = Fits.mean(rows);
    for (int seed = 0; seed < 10; seed++) {
      Release auto = Fits.fit(spec(Neighbours.REPLACE, CovarianceType.AUTO), rows, seed);
      assertEquals(CovarianceType.FULL, auto.usedCovarianceType());
      assertTrue(Math.sqrt(error(auto, mean, units()) / COLUMNS) < 0.05);
    }
  }

  private static void assertNear(double[] mean, Release release) {
    double[] widths = release.region().halfWidths(mean.length);
    for (int j = 0; j < mean.length; j++) {
      assertEquals(mean[j], release.mean()[j], 3 * widths[j], "column " + j);
    }
  }

  /**
   * Errors along the principal directions of the stated covariance, over its deviations there: 640
   * squares of mean 1, 6 deviations of which are .34, and some clipping.
   */
  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void noise_ofFits_hasTheStatedCovariance(Neighbours neighbours) {
    double[][] rows = factors();
    double[] mean = Fits.mean(rows);
    double[] squares = new double[COLUMNS];
    int fits = 40;
    int misses = 0;
    int outside = 0;
    for (int seed = 0; seed < fits; seed++) {
      Release release = Fits.fit(spec(neighbours, CovarianceType.FULL), rows, seed);
      SymmetricMatrix matrix =
          SymmetricMatrix.of(scaled(release.noise().covariance(COLUMNS)), COLUMNS);
      double[] variances = matrix.eigenvalues();
      double[] vectors = matrix.eigenvectors(COLUMNS);
      double[] widths = release.region().halfWidths(COLUMNS);
      for (int k = 0; k < COLUMNS; k++) {
        double along = 0;
        for (int j = 0; j < COLUMNS; j++) {
          along += vectors[k * COLUMNS + j] * (release.mean()[j] - mean[j]) / units()[j];
        }
        squares[k] += along * along / variances[k] / fits;
        misses += Math.abs(release.mean()[k] - mean[k]) > widths[k] ? 1 : 0;
      }
      double[] one = new double[COLUMNS];
      Arrays.fill(one, 1);
      outside += Math.sqrt(error(release, mean, one)) > release.region().radius() ? 1 : 0;
    }
    double average = Arrays.stream(squares).average().orElseThrow();
    assertEquals(1, average, 0.34);
    // No direction by itself: 40 squares, 6 deviations of which are 1.34.
    Arrays.stream(squares).forEach(square -> assertTrue(square < 2.4, () -> "" + square));
    // 640 intervals at 95 percent: 60 misses are 5 deviations above 32.
    assertTrue(misses < 60, misses + " misses");
    assertTrue(outside <= 10, outside + " outside");
  }

  /** The theorem is about the exact matrix; the guard is about every release. */
  @Test
  void full_columnThatStandsAlone_hasNoMoreNoiseThanWithout() {
    double[][] rows = factors();
    SplittableRandom random = new SplittableRandom(4);
    for (double[] row : rows) {
      row[0] = random.nextGaussian();
    }
    double[] without = new double[COLUMNS];
    double[] with = new double[COLUMNS];
    int fits = 10;
    for (int seed = 0; seed < fits; seed++) {
      double[] one =
          Fits.fit(spec(Neighbours.REPLACE, CovarianceType.DIAG), rows, seed)
              .noise()
              .deviations(COLUMNS);
      double[] other =
          Fits.fit(spec(Neighbours.REPLACE, CovarianceType.FULL), rows, seed)
              .noise()
              .deviations(COLUMNS);
      for (int j = 0; j < COLUMNS; j++) {
        without[j] += one[j] / fits;
        with[j] += other[j] / fits;
      }
    }
    for (int j = 0; j < COLUMNS; j++) {
      assertTrue(with[j] < 1.1 * without[j], "column " + j);
    }
  }

  @Test
  void full_fewerThanEightColumns_hasIndependentNoise() {
    double[][] rows = normal(7);
    Release release = Fits.fit(spec(Neighbours.REPLACE, CovarianceType.FULL), rows, 1);
    assertEquals(CovarianceType.DIAG, release.usedCovarianceType());
    Release diag = Fits.fit(spec(Neighbours.REPLACE, CovarianceType.DIAG), rows, 1);
    assertArrayEquals(diag.mean(), release.mean());
    double[] covariance = release.noise().covariance(7);
    for (int k = 0; k < covariance.length; k++) {
      double deviation = k % 8 == 0 ? release.noise().deviations(7)[k / 8] : 0;
      assertEquals(deviation * deviation, covariance[k]);
    }
  }

  @Test
  void full_withACovarianceMatrixOrTooManyColumns_isRefused() {
    RecentredSpec full = spec(Neighbours.REPLACE, CovarianceType.FULL);
    ParamException refused =
        assertThrows(ParamException.class, () -> full.with(RecentredSpec.Moments.COVARIANCE));
    assertTrue(refused.getMessage().contains("independent noise only"), refused.getMessage());
    ParamException many = assertThrows(ParamException.class, () -> RecentredPlan.check(full, 2001));
    assertTrue(many.getMessage().contains("at most 2000"), many.getMessage());
  }

  /** Of 12,800 squares each: the ratio has a deviation of .9 percent, and is about 1.005. */
  @Test
  @Tag("long")
  void auto_independentColumns_losesLittle() {
    double[][] rows = normal(64);
    double with = errorOfNormal(spec(Neighbours.REPLACE, CovarianceType.AUTO), rows);
    double without = errorOfNormal(spec(Neighbours.REPLACE, CovarianceType.DIAG), rows);
    assertTrue(with < 1.06 * without, with + " for " + without);
  }

  private static double errorOfNormal(RecentredSpec spec, double[][] rows) {
    double[] mean = Fits.mean(rows);
    double[] one = new double[mean.length];
    Arrays.fill(one, 1);
    return Math.sqrt(
        IntStream.range(0, 200)
            .mapToDouble(seed -> error(Fits.fit(spec, rows, seed), mean, one))
            .average()
            .orElseThrow());
  }

  /** A dozen nights: the shape needs no matrix and does not change from night to night. */
  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void full_fromAnEarlierRelease_reusesItsBasisWithoutAMatrix(Neighbours neighbours) {
    double[][] rows = factors();
    RecentredSpec full = spec(neighbours, CovarianceType.FULL);
    Release first = Fits.fit(full, rows, 1);
    assertTrue(asks(first, "second moments"));
    Release night = first;
    for (int seed = 2; seed < 14; seed++) {
      night = Fits.fit(full.withStart(night.start()), rows, seed);
      assertTrue(night.startUsed().orElseThrow());
      assertEquals(CovarianceType.FULL, night.usedCovarianceType());
      assertFalse(asks(night, "second moments"));
    }
    double[] before = scaled(first.noise().covariance(COLUMNS));
    double[] after = scaled(night.noise().covariance(COLUMNS));
    // Nights differ in their clipping norms, so by a common factor.
    double common = after[0] / before[0];
    for (int k = 0; k < after.length; k++) {
      assertEquals(before[k] * common, after[k], 0.1 * after[0], "entry " + k);
    }
  }

  /** Small noise where rows vary: the earlier basis does not pass the guard. */
  @Test
  void full_fromNoiseOfTheInverseShape_asksForAMatrix() {
    RecentredSpec full = spec(Neighbours.REPLACE, CovarianceType.FULL);
    Release other = Fits.fit(full, factors(), 1);
    double[] wrong = other.noise().covariance(COLUMNS);
    SymmetricMatrix matrix = SymmetricMatrix.of(scaled(wrong), COLUMNS);
    Release later =
        Fits.fit(full.withStart(other.start().withNoiseCovariance(inverse(matrix))), factors(), 2);
    assertTrue(asks(later, "second moments"));
    assertEquals(CovarianceType.FULL, later.usedCovarianceType());
  }

  private static double[] scaled(double[] covariance) {
    double[] units = units();
    double[] scaled = new double[covariance.length];
    Arrays.setAll(scaled, k -> covariance[k] / units[k / COLUMNS] / units[k % COLUMNS]);
    return scaled;
  }

  /** Returns the inverse of a matrix in the units of the columns, in data units. */
  private static double[] inverse(SymmetricMatrix matrix) {
    double[] values = matrix.eigenvalues();
    double[] vectors = matrix.eigenvectors(COLUMNS);
    double[] units = units();
    double[] inverse = new double[COLUMNS * COLUMNS];
    for (int k = 0; k < inverse.length; k++) {
      int i = k / COLUMNS;
      int j = k % COLUMNS;
      for (int e = 0; e < COLUMNS; e++) {
        inverse[k] += vectors[e * COLUMNS + i] * vectors[e * COLUMNS + j] / values[e];
      }
      inverse[k] *= units[i] * units[j];
    }
    return inverse;
  }

  private static boolean asks(Release release, String question) {
    return release.charges().stream().anyMatch(charge -> charge.step().equals(question));
  }
}
