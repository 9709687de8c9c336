package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.Promise;
import org.privatemean.central.CentralTrust;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.release.Release;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/** Whatever is asked and whatever the rows are: the steps cost no more than the budget. */
@Promise("the steps of the recentred mean cost no more than the budget")
final class RecentredMeanChargesTest {
  private static double[][] rows(SplittableRandom random, int count, int dimension) {
    int kind = random.nextInt(6);
    long seed = random.nextLong();
    return switch (kind) {
      case 0 -> Fits.rows(seed, count, dimension, SplittableRandom::nextGaussian);
      case 1 -> Fits.rows(seed, count, dimension, Fits::pareto);
      case 2 -> Fits.zipf(seed, count, dimension);
      case 3 -> Fits.sparse(seed, count, dimension);
      case 4 -> Fits.rows(seed, count, dimension, r -> 3.7);
      default -> {
        double[][] rows = Fits.rows(seed, count, dimension, r -> 4 + r.nextGaussian());
        for (double[] row : rows) {
          Arrays.setAll(row, j -> row[j] * Math.pow(10, 3 - 2 * j % 9));
        }
        yield rows;
      }
    };
  }

  private static Scaling scaling(SplittableRandom random, int dimension) {
    int kind = random.nextInt(4);
    return kind < 3
        ? Scaling.named().get(kind)
        : Scaling.by(random.doubles(dimension, 0.1, 1e4).toArray());
  }

  private static RecentredSpec spec(SplittableRandom random, int dimension) {
    Scaling scaling = scaling(random, dimension);
    ErrorBarCoverage.CoverageKind[] kinds = ErrorBarCoverage.CoverageKind.values();
    Neighbours[] neighbours = Neighbours.values();
    return new RecentredSpec(
        Math.exp(random.nextDouble(-1.5, 3)),
        OptionalDouble.empty(),
        Optional.empty(),
        scaling,
        new ErrorBarCoverage(kinds[random.nextInt(kinds.length)], random.nextDouble(0.5, 0.999)),
        scaling.equals(Scaling.STANDARD) && random.nextBoolean()
            ? RecentredSpec.Moments.DEVIATIONS
            : RecentredSpec.Moments.MEAN,
        PrivacyUnit.row(neighbours[random.nextInt(neighbours.length)]));
  }

  static SplittableRandom[] settings() {
    return new SplittableRandom(5).splits(60).toArray(SplittableRandom[]::new);
  }

  @ParameterizedTest
  @MethodSource("settings")
  void release_anySetting_chargesItsBudgetAndIsFinite(SplittableRandom random) {
    int[] dimensions = {1, 1, 2, 3, 5, 7, 8, 16, 40};
    int dimension = dimensions[random.nextInt(dimensions.length)];
    double[][] rows = rows(random, 500 + random.nextInt(3000), dimension);
    RecentredSpec spec = spec(random, dimension);
    PrivacyLedger ledger = new PrivacyLedger(new Zcdp(spec.rho()));
    CentralTrust trust = CentralTrust.of(ledger, NoiseKey.fromSeed(random.nextInt(1000)));
    Release release =
        Mechanisms.release(spec, InMemoryRows.of(rows, dimension, InvalidRows.ERROR), trust);
    double sum = release.charges().stream().mapToDouble(Charge::rho).sum();
    assertEquals(1, sum / spec.rho(), 1e-9, () -> spec + ": " + release.charges());
    assertTrue(sum <= spec.rho() * (1 + 1e-15), () -> spec + ": " + release.charges());
    assertTrue(ledger.spent() <= spec.rho());
    assertTrue(release.charges().stream().allMatch(charge -> charge.rho() > 0));
    assertTrue(Arrays.stream(release.mean()).allMatch(Double::isFinite));
    assertTrue(release.region().radius() > 0 && Double.isFinite(release.region().radius()));
    double[] widths = release.region().halfWidths(dimension);
    assertTrue(Arrays.stream(widths).allMatch(w -> w > 0 && Double.isFinite(w)));
    double expected = release.noise().expectedL2Error();
    assertTrue(expected > 0 && Double.isFinite(expected));
    // The last question has most of what there is.
    assertTrue(release.charges().get(release.charges().size() - 1).rho() > 0.3 * spec.rho());
    release
        .deviations()
        .ifPresent(d -> assertTrue(Arrays.stream(d.values()).allMatch(s -> s > 0 && s < 1e300)));
    // The same seed and rows, the same bits.
    assertEquals(spec.moments() != RecentredSpec.Moments.MEAN, release.deviations().isPresent());
  }
}
