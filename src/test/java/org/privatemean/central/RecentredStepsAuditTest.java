package org.privatemean.central;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.privatemean.central.AuditedRelease.secure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.Promise;
import org.privatemean.mean.Settings;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.RecentredSpec.CovarianceType;
import org.privatemean.request.Sampling;
import org.privatemean.request.Scaling;

/**
 * Every question of the recentred mean is audited: a curator that charges it in full and draws a
 * fifth too little noise for it alone is found, and it is these draws that are found.
 */
@Promise("that audit finds too little noise of any one question of the recentred mean")
final class RecentredStepsAuditTest {
  /** Fits that between them ask every question. */
  enum Fit {
    /** Columns of unlike units; the spread of two is far smaller than what they are off zero. */
    UNITS("standard", ErrorBarCoverage.CoverageKind.SAMPLE, true) {
      @Override
      double[][] rows() {
        double[] middles = {1.7e9, 0, 1e-3};
        double[] deviations = {1e3, 1, 1e-9};
        double[][] rows = normal(3);
        for (double[] row : rows) {
          Arrays.setAll(row, j -> middles[j] + deviations[j] * row[j]);
        }
        return rows;
      }
    },
    /** The same columns with their covariance. */
    COVARIANCE("standard", ErrorBarCoverage.CoverageKind.SAMPLE, false) {
      @Override
      double[][] rows() {
        return UNITS.rows();
      }

      @Override
      RecentredSpec spec(Neighbours neighbours) {
        return super.spec(neighbours).with(RecentredSpec.Moments.COVARIANCE);
      }
    },
    /** Beside such columns one whose few ones no look at all columns shows. */
    RARE("standard", ErrorBarCoverage.CoverageKind.SAMPLE, false) {
      @Override
      double[][] rows() {
        double[][] rows = UNITS.rows();
        for (int i = 0; i < ROWS; i++) {
          rows[i] = new double[] {rows[i][0], rows[i][1], rows[i][2], i % 200 == 0 ? 1 : 0};
        }
        return rows;
      }
    },
    /** The same on a sample and one pass over all rows. */
    SAMPLED("standard", ErrorBarCoverage.CoverageKind.SAMPLE, false) {
      @Override
      double[][] rows() {
        return RARE.rows();
      }

      @Override
      RecentredSpec spec(Neighbours neighbours) {
        return super.spec(neighbours).withSampling(Sampling.ALWAYS);
      }
    },
    /** A few dimensions with a tail to one side. */
    SKEWED("standard", ErrorBarCoverage.CoverageKind.SAMPLE, false) {
      @Override
      double[][] rows() {
        double[][] rows = normal(2);
        for (double[] row : rows) {
          Arrays.setAll(row, j -> Math.exp(row[j]));
        }
        return rows;
      }
    },
    /** A column of equal values, except for a few far out. */
    FAR("standard", ErrorBarCoverage.CoverageKind.SAMPLE, false) {
      @Override
      double[][] rows() {
        double[][] rows = new double[ROWS][1];
        for (int i = 0; i < 30; i++) {
          rows[i][0] = 1e6;
        }
        return rows;
      }
    },
    /** Many dimensions, whose error bars take a look at what clipping takes off. */
    MANY("auto", ErrorBarCoverage.CoverageKind.SAMPLE, false) {
      @Override
      double[][] rows() {
        return Settings.unevenRows(new SplittableRandom(1), ROWS, 64);
      }
    },
    /** Columns that share a factor, with correlated noise. */
    SHAPED("standard", ErrorBarCoverage.CoverageKind.SAMPLE, false) {
      @Override
      double[][] rows() {
        double[][] rows = normal(10);
        for (double[] row : rows) {
          double factor = row[9];
          Arrays.setAll(row, j -> 3 * factor + row[j]);
        }
        return rows;
      }

      @Override
      RecentredSpec spec(Neighbours neighbours) {
        return super.spec(neighbours).with(CovarianceType.AUTO);
      }
    },
    /** The same with rows that are far in all directions: a clipping norm without the basis too. */
    SHAPED_FAR("standard", ErrorBarCoverage.CoverageKind.SAMPLE, false) {
      @Override
      double[][] rows() {
        double[][] rows = SHAPED.rows();
        double[][] far = normal(10);
        for (int i = 0; i < 60; i++) {
          rows[i] = Arrays.stream(far[i]).map(x -> 40 * x).toArray();
        }
        return rows;
      }

      @Override
      RecentredSpec spec(Neighbours neighbours) {
        return SHAPED.spec(neighbours);
      }
    },
    /** Columns that are alike, but for a few values of one that decide the clipping norm. */
    FAR_VALUES("standard", ErrorBarCoverage.CoverageKind.SAMPLE, false) {
      @Override
      double[][] rows() {
        double[][] rows = normal(16);
        for (int i = 0; i < 80; i++) {
          rows[i][0] = -999;
        }
        return rows;
      }
    },
    /** A few dimensions with error bars that are proved. */
    PROVED("none", ErrorBarCoverage.CoverageKind.PROVED, false) {
      @Override
      double[][] rows() {
        return normal(2);
      }
    };

    private static final int ROWS = 2000;

    private final String scaling;
    private final ErrorBarCoverage.CoverageKind regions;
    private final boolean deviations;

    Fit(String scaling, ErrorBarCoverage.CoverageKind regions, boolean deviations) {
      this.scaling = scaling;
      this.regions = regions;
      this.deviations = deviations;
    }

    abstract double[][] rows();

    static double[][] normal(int dimension) {
      SplittableRandom random = new SplittableRandom(1);
      double[][] rows = new double[ROWS][dimension];
      for (double[] row : rows) {
        Arrays.setAll(row, j -> random.nextGaussian());
      }
      return rows;
    }

    RecentredSpec spec(Neighbours neighbours) {
      return new RecentredSpec(
          0.7,
          OptionalDouble.empty(),
          Optional.empty(),
          Scaling.of(scaling),
          ErrorBarCoverage.of(regions),
          deviations ? RecentredSpec.Moments.DEVIATIONS : RecentredSpec.Moments.MEAN,
          PrivacyUnit.row(neighbours));
    }

    /** The names of the questions that were asked of a sound curator, in which nothing is wrong. */
    Set<String> questions(Neighbours neighbours) {
      List<WatchedTrust> trusts = new ArrayList<>();
      List<String> found =
          AuditedRelease.violations(
              spec(neighbours),
              rows(),
              secure(11),
              (ledger, noise) -> {
                trusts.add(AuditedRelease.sound(ledger, noise));
                return trusts.get(0);
              });
      assertEquals(List.of(), found);
      return trusts.get(0).charges().stream().map(Charge::step).collect(Collectors.toSet());
    }
  }

  private static void assertFound(Fit fit, Neighbours neighbours, String question) {
    List<CheapTrust> trusts = new ArrayList<>();
    List<String> found =
        AuditedRelease.violations(
            fit.spec(neighbours),
            fit.rows(),
            secure(11),
            (ledger, noise) -> {
              trusts.add(new CheapTrust(ledger, noise, question));
              return trusts.get(0);
            });
    Set<String> drawn = trusts.get(0).drawn();
    assertFalse(drawn.isEmpty(), question);
    Set<String> expected = new TreeSet<>();
    drawn.forEach(address -> expected.add("too little noise asked for: " + address));
    assertEquals(expected, new TreeSet<>(found), () -> fit + ", " + neighbours + ": " + question);
  }

  @ParameterizedTest
  @EnumSource(Fit.class)
  void audit_questionWithAFifthTooLittleNoise_isFound(Fit fit) {
    for (Neighbours neighbours : Neighbours.values()) {
      fit.questions(neighbours).forEach(question -> assertFound(fit, neighbours, question));
    }
  }

  @Test
  void fits_together_takeEveryQuery() {
    for (Neighbours neighbours : Neighbours.values()) {
      Set<String> requested = new HashSet<>();
      for (Fit fit : Fit.values()) {
        requested.addAll(fit.questions(neighbours));
      }
      // Of a public number of rows nothing is asked.
      requested.add("row count");
      assertEquals(
          Set.of(
              "row count",
              "magnitudes",
              "radius",
              "recentring",
              "spreads",
              "reaches",
              "guide norm",
              "nearly constant columns",
              "norm by weights",
              "norm of ordinary rows",
              "values far out",
              "variance norm",
              "variances",
              "clipping norm",
              "tail",
              "far rows",
              "tail direction",
              "excess",
              "tighter norm",
              "clipping bias",
              "clipped sum",
              "norm of directions",
              "moments of projections",
              "second moments",
              "covariance norm",
              "covariance excess",
              "covariance"),
          requested);
    }
  }
}
