package org.privatemean.mean.recentred;

import java.util.Arrays;
import java.util.OptionalLong;
import org.privatemean.numeric.GaussianBall;
import org.privatemean.numeric.Normal;
import org.privatemean.release.Region;

/**
 * How far the released mean may be from the exact one, from released and public values: its noise,
 * and what clipping takes off the rows.
 *
 * <p>With b the length of the bias, at most {@code B} with some confidence, and noise of radius R at
 * the confidence asked for, the error is at most {@code sqrt(R^2 + B^2 + 2 z q B)} with about that
 * confidence: the part of the noise along the bias is one Gaussian of deviation q.
 */
final class ErrorBars {
  private final RecentredPlan plan;
  private final double confidence;

  ErrorBars(RecentredPlan plan, double confidence) {
    this.plan = plan;
    this.confidence = confidence;
  }

  /**
   * The bars.
   *
   * @param deviations of the noise of each coordinate, in data units
   * @param count what the noise of the number of rows adds to each coordinate, one deviation
   * @param clipping what is known of the bias
   * @param directions how much of it each coordinate may have, in the weighted coordinates
   */
  Region of(
      double[] deviations,
      double[] count,
      Clipping clipping,
      double[] directions,
      Region.Covers covers,
      OptionalLong clippedRows) {
    int d = deviations.length;
    boolean biased = covers == Region.Covers.SAMPLE;
    double z = Normal.quantile((1 + confidence) / 2);
    double oneSided = Normal.quantile(confidence);
    double[] both = new double[d];
    Arrays.setAll(both, j -> Math.hypot(deviations[j], count[j]));
    double[] bias = clipping.frame().weights().undo(directions);
    double atMost = clipping.biasAtMost(plan.biasQuantile());
    double length = 0;
    double largest = 0;
    double[] halfWidths = new double[d];
    for (int j = 0; j < d; j++) {
      double part = biased ? Math.abs(bias[j]) * atMost : 0;
      halfWidths[j] = z * both[j] + part;
      length = plan.readsTail() ? Math.max(length, part * part) : length + part * part;
      largest = Math.max(largest, both[j]);
    }
    // The rows' count is off by the same share in all coordinates: that part is one Gaussian.
    double noise = GaussianBall.radius(deviations, confidence);
    double counted = Arrays.stream(count).map(x -> x * x).sum();
    double square = Arrays.stream(deviations).map(x -> x * x).sum();
    double rises =
        Math.hypot(
            Math.hypot(noise * noise - square, (z * z - 1) * counted),
            2 * oneSided * largest * Math.sqrt(length));
    double radius = Math.sqrt(square + counted + length + rises);
    return new Region(confidence, covers, radius, halfWidths, clippedRows);
  }
}
