package org.privatemean.bench.ours;

import java.util.Arrays;
import org.privatemean.numeric.Normal;
import org.privatemean.release.Noise;
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
    Noise noise = release.noise();
    double z = Normal.roughUpperQuantile((1 - noise.confidence()) / 2) + Normal.ROUGH_ERROR;
    double[] halfWidths =
        Arrays.stream(noise.deviations())
            .map(deviation -> z * Math.hypot(deviation, noise.countStdDev()))
            .toArray();
    return new Bars(noise.radius(), halfWidths, false, noise.reportedL2Error());
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
