package org.privatemean.bench.ours;

import org.privatemean.release.ConfidenceRegion;
import org.privatemean.release.Release;

/** What a release says of its error. */
public final class Bars {
  private final double radius;
  private final double[] halfWidths;
  private final boolean noiseOnly;
  private final double expectedL2Error;

  /**
   * Error bars.
   *
   * @param radius of the l2 ball around the released mean
   * @param halfWidths of the interval of each coordinate; a single one where all are alike
   * @param noiseOnly whether the release says that radius and half-widths cover the noise alone
   * @param expectedL2Error as reports show it
   */
  public Bars(double radius, double[] halfWidths, boolean noiseOnly, double expectedL2Error) {
    this.radius = radius;
    this.halfWidths = halfWidths.clone();
    this.noiseOnly = noiseOnly;
    this.expectedL2Error = expectedL2Error;
  }

  /** Those of a release, at its own confidence. */
  public static Bars of(Release release) {
    ConfidenceRegion region = release.region();
    return new Bars(
        region.radius(),
        region.halfWidths(),
        region.covers() == ConfidenceRegion.Covers.NOISE,
        release.noise().reportedL2Error());
  }

  /** Radius of the l2 ball around the released mean. */
  public double radius() {
    return radius;
  }

  /** Half-width of the interval of a coordinate. */
  public double halfWidth(int coordinate) {
    return halfWidths.length == 1 ? halfWidths[0] : halfWidths[coordinate];
  }

  /** Whether the release says that radius and half-widths cover the noise alone. */
  public boolean noiseOnly() {
    return noiseOnly;
  }

  /** The l2 error that the release expects, as reports show it. */
  public double expectedL2Error() {
    return expectedL2Error;
  }
}
