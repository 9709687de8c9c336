package org.privatemean.mean.origin;

import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.query.TrustModel;
import org.privatemean.release.Estimate;
import org.privatemean.release.Guarantee;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;
import org.privatemean.release.Trusted;
import org.privatemean.request.MeanRequest;
import org.privatemean.rows.Rows;

/**
 * The zero vector as a mean: what others have to be better than.
 *
 * <p><b>Privacy guarantee.</b> It depends on no row but for the number of them, which the request's
 * {@code rowCount} releases.
 */
public final class OriginMean {
  private OriginMean() {}

  /** A request for it. */
  public record Request(double rho, PrivacyUnit unit, double bound) implements MeanRequest {
    @Override
    public String name() {
      return "origin";
    }
  }

  /** Releases the zero vector. */
  public static Release release(Request request, Rows rows, TrustModel trust) {
    request.rowCount().checkPublic(rows);
    try (var grant = trust.open(request.name(), request.rho(), request.unit())) {
      long count = request.rowCount().ask(rows, trust);
      return forecast(request, count, rows.dimension(), request.bound()).charged(grant.charges());
    }
  }

  /** What a release reports. */
  public static Release forecast(Request request, long rows, int dimension, double spread) {
    return Release.of(
        request.name(),
        Trusted.CURATOR,
        new Guarantee.Concentrated(new Zcdp(request.rho()), request.unit()),
        Estimate.of(new double[dimension], rows),
        Noise.ofZeroVector(Math.max(spread, request.bound())));
  }
}
