package org.privatemean.mean.recentred;

import org.privatemean.mean.recentred.CentredQueries.Frame;

/**
 * The clipping norm of the final sum, and what is privately known of what it takes off. Norms are
 * in the weighted coordinates of the frame.
 *
 * @param frame how the rows are seen
 * @param norm the clipping norm
 * @param safe the norm of step 4, before it was changed
 * @param expected root mean square norm that clipping is expected to add to the error
 * @param bias a norm that it may add, as far as private answers go
 * @param doubt standard deviation of that norm, by the noise of the answers
 * @param taken what it was privately seen to take off the mean in each coordinate, noise included
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Clipping(
    Frame frame,
    double norm,
    double safe,
    double expected,
    double bias,
    double doubt,
    double[] taken) {
  /** A clipping whose effect on single coordinates is not known. */
  Clipping(Frame frame, double norm, double safe, double expected, double bias, double doubt) {
    this(frame, norm, safe, expected, bias, doubt, new double[frame.weights().size()]);
  }

  /** The same, with more known of it. */
  Clipping adding(double more, double moreBias, double moreDoubt) {
    return new Clipping(
        frame,
        norm,
        safe,
        Math.hypot(expected, more),
        bias + moreBias,
        Math.hypot(doubt, moreDoubt),
        taken);
  }

  /**
   * Returns what the norm of the bias stays below.
   *
   * @param deviations of its doubt that are added
   */
  double biasAtMost(double deviations) {
    return bias + deviations * doubt;
  }
}
