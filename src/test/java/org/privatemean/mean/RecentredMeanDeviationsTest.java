package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.privacy.Neighbours;
import org.privatemean.release.Deviations;
import org.privatemean.release.Release;
import org.privatemean.release.Warning;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;

/** Private standard deviations against those of the rows. */
final class RecentredMeanDeviationsTest {
  private static Release fit(double[][] rows, long seed) {
    return Fits.fit(RecentredSpec.of(Fits.RHO).with(RecentredSpec.Moments.DEVIATIONS), rows, seed);
  }

  private static boolean warnsOfBounds(Release release) {
    return release.warnings().stream()
        .anyMatch(warning -> warning.code() == Warning.Code.UNRESOLVED_DEVIATIONS);
  }

  @Test
  void deviations_gaussianRows_areWithinTheirNoise() {
    double squares = 0;
    double count = 0;
    for (int seed = 0; seed < 12; seed++) {
      double[][] rows = Fits.rows(seed, 4000, 16, r -> 3 + 2 * r.nextGaussian());
      Release release = fit(rows, seed);
      Deviations deviations = release.deviations().orElseThrow();
      double[] exact = Fits.deviations(rows);
      assertEquals(0, deviations.unresolved());
      assertFalse(warnsOfBounds(release));
      for (int j = 0; j < exact.length; j++) {
        double off = deviations.values()[j] / exact[j] - 1;
        squares += Math.pow((deviations.values()[j] - exact[j]) / deviations.noise()[j], 2);
        count++;
        // The prototype's median is 0.005.
        assertEquals(0, off, 0.05);
      }
    }
    double score = Math.sqrt(squares / count);
    // 192 normal scores and some clipping.
    assertEquals(1, score, 0.5);
  }

  @Test
  void deviations_columnsOfManyDecades_areNearTheRowsOwn() {
    double[] units = {3e4, 50, 1, 1e-3, 1e-6};
    for (int seed = 0; seed < 4; seed++) {
      double[][] rows = Fits.rows(seed, 8000, 5, SplittableRandom::nextGaussian);
      for (double[] row : rows) {
        Arrays.setAll(row, j -> units[j] * (5 + row[j]));
      }
      Deviations deviations = fit(rows, seed).deviations().orElseThrow();
      double[] exact = Fits.deviations(rows);
      assertEquals(0, deviations.unresolved());
      for (int j = 0; j < exact.length; j++) {
        assertEquals(1, deviations.values()[j] / exact[j], 0.05, "coordinate " + j);
      }
    }
  }

  @Test
  void deviations_oneColumn_isNearItsOwn() {
    for (int seed = 0; seed < 8; seed++) {
      double[][] rows = Fits.rows(seed, 3000, 1, r -> 1e6 + 30 * r.nextGaussian());
      Deviations deviations = fit(rows, seed).deviations().orElseThrow();
      assertEquals(0, deviations.unresolved());
      assertEquals(1, deviations.values()[0] / Fits.deviations(rows)[0], 0.05);
    }
  }

  /** Too few rows for so rare values: bounds, counted and warned of, and above what they bound. */
  @Test
  void deviations_sparseRows_areUpperBoundsWhereUnresolved() {
    int bounds = 0;
    int holding = 0;
    for (int seed = 0; seed < 6; seed++) {
      double[][] rows = Fits.sparse(seed, 1500, 64);
      Release release = fit(rows, seed);
      Deviations deviations = release.deviations().orElseThrow();
      double[] exact = Fits.deviations(rows);
      assertEquals(deviations.unresolvedCoordinates().size(), deviations.unresolved());
      assertEquals(deviations.unresolved() > 0, warnsOfBounds(release));
      for (int j : deviations.unresolvedCoordinates()) {
        bounds++;
        holding += deviations.values()[j] >= exact[j] ? 1 : 0;
      }
    }
    assertTrue(bounds > 60, "bounds: " + bounds);
    // At 95 percent, less what clipping takes.
    assertTrue(holding >= 0.85 * bounds, holding + " of " + bounds + " hold");
  }

  @Test
  void deviations_constantColumns_arePositiveBounds() {
    for (int dimension : new int[] {1, 3}) {
      Release release = fit(Fits.rows(1, 3000, dimension, r -> 1e6), 1);
      Deviations deviations = release.deviations().orElseThrow();
      for (double value : deviations.values()) {
        assertTrue(value > 0 && value < 1, "released " + value);
      }
    }
  }

  @Test
  void deviations_notAsked_areAbsentAndNeedScalingStandard() {
    double[][] rows = Fits.rows(1, 1000, 2, SplittableRandom::nextGaussian);
    assertEquals(Optional.empty(), Fits.fit(rows, 1).deviations());
    RecentredSpec none =
        Fits.spec(Fits.RHO, Scaling.NONE, ErrorBarCoverage.CoverageKind.NONE, Neighbours.REPLACE);
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> none.with(RecentredSpec.Moments.DEVIATIONS))
            .getMessage();
    assertTrue(message.contains("scaling"), message);
  }
}
