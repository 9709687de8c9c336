package org.privatemean.bench.ours;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.privatemean.central.CentralTrust;
import org.privatemean.mean.Mechanisms;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.release.Release;
import org.privatemean.request.Bounds;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Sampling;
import org.privatemean.request.Scaling;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/** Requests for the recentred mean by the names of their scalings, and releases in memory. */
public final class Requests {
  private Requests() {}

  /** The request of a user who gives a budget and nothing else. */
  public static MeanRequest usual(double rho) {
    return RecentredSpec.of(rho);
  }

  /**
   * The usual request for another unit of privacy.
   *
   * @param sampling whether the first steps work on a sample
   * @param deviations whether standard deviations are released too
   */
  public static MeanRequest usual(
      double rho, PrivacyUnit unit, Sampling sampling, boolean deviations) {
    return new RecentredSpec(
            rho,
            OptionalDouble.empty(),
            Optional.empty(),
            Scaling.STANDARD,
            ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.SAMPLE),
            deviations ? RecentredSpec.Moments.DEVIATIONS : RecentredSpec.Moments.MEAN,
            unit)
        .withSampling(sampling);
  }

  /**
   * No scaling, and error bars of the noise alone: nothing is spent but on centre, norm and sum.
   */
  public static MeanRequest plain(double rho) {
    return plain(rho, Optional.empty());
  }

  /** The same, told where the rows lie. */
  public static MeanRequest plain(double rho, Optional<Bounds> bounds) {
    return new RecentredSpec(
        rho,
        OptionalDouble.empty(),
        bounds,
        Scaling.NONE,
        ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.NONE),
        RecentredSpec.Moments.MEAN,
        PrivacyUnit.row(Neighbours.REPLACE));
  }

  /**
   * The usual request with another scaling.
   *
   * @param label one of {@link #scalings}
   */
  public static MeanRequest scaled(double rho, String label) {
    return RecentredSpec.of(rho)
        .with(Scaling.of(label), ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.SAMPLE));
  }

  /** The names of the scalings there are. */
  public static List<String> scalings() {
    return Scaling.named().stream().map(Scaling::label).toList();
  }

  /**
   * Releases the mean of rows in memory.
   *
   * @param rho what the request costs
   * @param seed of the noise
   */
  public static Release release(MeanRequest request, double rho, double[][] rows, long seed) {
    InMemoryRows data = InMemoryRows.of(rows, rows[0].length, InvalidRows.ERROR);
    PrivacyLedger ledger = new PrivacyLedger(new Zcdp(rho));
    return Mechanisms.release(request, data, CentralTrust.of(ledger, NoiseKey.fromSeed(seed)));
  }
}
