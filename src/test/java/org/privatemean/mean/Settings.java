package org.privatemean.mean;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.privatemean.central.AnyNoiseTrust;
import org.privatemean.central.CentralTrust;
import org.privatemean.central.ZeroNoise;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.request.Bounds;
import org.privatemean.request.BudgetSplit;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;

/** What the tests of whole releases have in common: specs of every kind, rows, curators. */
public final class Settings {
  public static final Bounds STATISTICAL = new Bounds.Statistical(4, 0.1, 1);
  public static final Bounds BALL = new Bounds.Ball(10, OptionalDouble.empty());
  public static final Bounds BOX = new Bounds.Box(6, OptionalDouble.of(0.125));

  /** The number of octave cells of a column. */
  public static final int CELLS_OF_A_COLUMN = OctaveCounts.CELLS;

  private Settings() {}

  /** A quantile of the chi-square law. */
  public static double chiSquare(double degrees, double p) {
    return GaussianNorm.chiSquare(degrees, p);
  }

  public static MeanSpec spec(
      Method method, double rho, Bounds bounds, OptionalDouble norm, MeanSpec.Grid grid) {
    return new MeanSpec(
        method,
        rho,
        Optional.of(bounds),
        norm,
        MeanSpec.DEFAULT_BETA,
        grid,
        BudgetSplit.paper(method, norm),
        PrivacyUnit.row(Neighbours.REPLACE));
  }

  /** The same request under neighbours that add or remove a row. */
  public static MeanSpec addRemove(MeanSpec spec) {
    return new MeanSpec(
        spec.method(),
        spec.rho(),
        spec.bounds(),
        spec.clippingNorm(),
        spec.beta(),
        spec.grid(),
        spec.split(),
        PrivacyUnit.row(Neighbours.ADD_REMOVE));
  }

  public static RecentredSpec recentred(double rho, Scaling scaling, Neighbours neighbours) {
    return new RecentredSpec(
        rho,
        OptionalDouble.empty(),
        Optional.empty(),
        scaling,
        ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.NONE),
        RecentredSpec.Moments.MEAN,
        PrivacyUnit.row(neighbours));
  }

  /** The recentred mean with and without scaling, under both kinds of neighbours. */
  public static List<RecentredSpec> recentred(double rho) {
    List<RecentredSpec> specs = new ArrayList<>();
    for (Scaling scaling : List.of(Scaling.NONE, Scaling.AUTO)) {
      for (Neighbours neighbours : Neighbours.values()) {
        specs.add(recentred(rho, scaling, neighbours));
      }
    }
    return specs;
  }

  /** All methods and what they have to choose from, under both kinds of neighbours. */
  public static List<MeanRequest> requests(double rho) {
    List<MeanRequest> requests = new ArrayList<>(specs(rho));
    specs(rho).forEach(spec -> requests.add(addRemove(spec)));
    requests.addAll(recentred(rho));
    return requests;
  }

  /** Both methods, all bounds, both grids, with the clipping norm given and searched. */
  public static List<MeanSpec> specs(double rho) {
    List<MeanSpec> specs = new ArrayList<>();
    for (Method method : List.of(Method.CLIPPED, Method.SHIFTED_CLIPPED)) {
      for (Bounds bounds : List.of(STATISTICAL, BALL, BOX)) {
        for (MeanSpec.Grid grid : MeanSpec.Grid.values()) {
          specs.add(spec(method, rho, bounds, OptionalDouble.empty(), grid));
        }
        specs.add(spec(method, rho, bounds, OptionalDouble.of(2.5), MeanSpec.Grid.GEOMETRIC));
      }
    }
    return specs;
  }

  /** Gaussian rows around a mean, some of them outliers beyond every bound. */
  public static double[][] rows(SplittableRandom random, int count, int dimension) {
    double[][] rows = new double[count][dimension];
    for (int i = 0; i < count; i++) {
      double scale = i % 11 == 5 ? 20 : 1;
      for (int j = 0; j < dimension; j++) {
        rows[i][j] = 2.0 / (1 + j) + scale * random.nextGaussian();
      }
    }
    return rows;
  }

  /** Gaussian rows around a mean, most coordinates quiet: variances fall with the square of j. */
  public static double[][] unevenRows(SplittableRandom random, int count, int dimension) {
    double[][] rows = rows(random, count, dimension);
    for (double[] row : rows) {
      for (int j = 0; j < dimension; j++) {
        row[j] /= (1 + j) * (1 + j);
      }
    }
    return rows;
  }

  public static CentralTrust seeded(double rho, long seed) {
    return CentralTrust.of(new PrivacyLedger(new Zcdp(rho)), NoiseKey.fromSeed(seed));
  }

  public static CentralTrust with(PrivacyLedger ledger, NoiseSource noise, long rotationSeed) {
    return AnyNoiseTrust.of(ledger, noise, NoiseKey.fromSeed(rotationSeed).substream(0, 0, 0));
  }

  /** A curator in the midst of a release, for steps that are asked for one by one. */
  public static CentralTrust opened(double rho, NoiseSource noise) {
    return opened(rho, noise, PrivacyUnit.row(Neighbours.REPLACE));
  }

  /** The same for what a release of this unit is asked. */
  public static CentralTrust opened(double rho, NoiseSource noise, PrivacyUnit unit) {
    CentralTrust trust = with(new PrivacyLedger(new Zcdp(rho)), noise, 1);
    trust.open("test", rho, unit);
    return trust;
  }

  public static CentralTrust exact(double rho, long rotationSeed) {
    return with(new PrivacyLedger(new Zcdp(rho)), new ZeroNoise(), rotationSeed);
  }
}
