package org.privatemean.mean;

import java.util.Arrays;
import java.util.OptionalLong;
import org.privatemean.numeric.Normal;
import org.privatemean.release.ConfidenceRegion;
import org.privatemean.release.Noise;

/**
 * The error bars of the released mean, from released and public values: its noise and the effect of
 * clipping. With a bias of at most B and a radius R of the noise, the error is at most {@code
 * sqrt(R^2 + B^2 + 2 z q B)}: the noise along the bias is one Gaussian of standard deviation q.
 *
 * @param floor error that rounding may add in every coordinate; 0 unless most rows are nearly equal
 */
record ErrorBars(RecentredPlan plan, Clipping clipping, double floor, ColumnIntervals notes) {
  /** The share of a bias that a coordinate may have: in few dimensions, or if proved, all of it. */
  private double[] directions() {
    int d = plan.dimension();
    boolean any = plan.readsTail() || plan.keepsSafeNorm();
    return clipping.frame().undo(any ? 1 : 1 / Math.sqrt(d));
  }

  /** The length of a bias of length 1, in data units. */
  private double length(double[] directions) {
    return plan.readsTail() || plan.keepsSafeNorm()
        ? clipping.frame().longest(1)
        : Math.sqrt(Arrays.stream(directions).map(x -> x * x).sum());
  }

  /** Root mean square length that clipping is expected to add to the error, in data units. */
  double expectedBias() {
    return length(directions()) * clipping.expected();
  }

  ConfidenceRegion of(Noise noise, double[] shift, boolean noiseOnly, long clippedRows) {
    return plan.keepsSafeNorm() && !noiseOnly
        ? computeProved(noise, shift, clippedRows)
        : likely(noise, shift, noiseOnly, clippedRows);
  }

  private static double[] principal(Noise noise, double[] deviations) {
    return noise.isCorrelated() ? noise.principalDeviations() : deviations;
  }

  private ConfidenceRegion likely(
      Noise noise, double[] shift, boolean noiseOnly, long clippedRows) {
    double[] deviations = noise.deviations(shift.length);
    double[] principal = principal(noise, deviations);
    double confidence = plan.spec().regions().confidence();
    double z = Normal.quantile((1 + confidence) / 2);
    double atMost = noiseOnly ? 0 : clipping.biasAtMost(plan.biasQuantile(floor > 0));
    double[] directions = directions();
    double[] halfWidths = new double[deviations.length];
    double[] beyond = noiseOnly ? new double[deviations.length] : notes.biasBeyond();
    double largest = 0;
    double counted = 0;
    for (int j = 0; j < halfWidths.length; j++) {
      double count = shift[j] * plan.countDeviation();
      double both = Math.hypot(deviations[j], count);
      halfWidths[j] = z * both + directions[j] * atMost + beyond[j] + floor;
      largest = Math.max(largest, both);
      counted += count * count;
    }
    double bias = length(directions) * atMost;
    if (noise.isCorrelated()) {
      largest = Math.hypot(Arrays.stream(principal).max().orElse(0), Math.sqrt(counted));
    }
    double ball = GaussianNorm.radius(principal, confidence);
    double square = Arrays.stream(deviations).map(x -> x * x).sum();
    // The relative error of the number of rows is one Gaussian for all coordinates.
    double rises =
        Math.hypot(
            Math.hypot(ball * ball - square, (z * z - 1) * counted),
            2 * Normal.quantile(confidence) * largest * bias);
    double radius = Math.sqrt(square + counted + bias * bias + rises);
    return new ConfidenceRegion(
        confidence,
        noiseOnly ? ConfidenceRegion.Covers.NOISE : ConfidenceRegion.Covers.SAMPLE,
        radius
            + floor * Math.sqrt(halfWidths.length)
            + Math.sqrt(Arrays.stream(beyond).map(x -> x * x).sum()),
        halfWidths,
        notes.noiseOnly(),
        OptionalLong.of(clippedRows));
  }

  /** Returns bars for the mean of rows clipped to twice the norm (page {@code recentred-mean}). */
  private ConfidenceRegion computeProved(Noise noise, double[] shift, long clippedRows) {
    double[] deviations = noise.deviations(shift.length);
    double g = plan.spec().regions().confidence();
    double kappa = plan.countDeviation();
    double z = Normal.quantile(kappa > 0 ? (3 + g) / 4 : (1 + g) / 2);
    double zNoise = Normal.quantile((3 + g) / 4);
    double[] directions = directions();
    double atMost = clipping.biasAtMost(z);
    double share = z * kappa / (1 - z * kappa);
    double[] halfWidths = new double[deviations.length];
    double square = 0;
    for (int j = 0; j < halfWidths.length; j++) {
      double drawn = zNoise * deviations[j];
      double counted = (Math.abs(shift[j]) + drawn) * share;
      halfWidths[j] = drawn + counted + directions[j] * atMost;
      square += shift[j] * shift[j];
    }
    double step = length(directions) * clipping.norm() / AnchoredSum.NORM;
    double ball = Noise.l2Radius(principal(noise, deviations), 0, deviations.length, (1 + g) / 2);
    double counted = (Math.sqrt(square) + ball) * share;
    double radius =
        ball + counted + length(directions) * atMost + Math.sqrt(deviations.length) * step;
    return new ConfidenceRegion(
        g,
        kappa * z < 1 ? ConfidenceRegion.Covers.SAMPLE : ConfidenceRegion.Covers.NOISE,
        radius,
        halfWidths,
        notes.noiseOnly(),
        OptionalLong.of(clippedRows));
  }
}
