package org.privatemean.mean.recentred;

import org.privatemean.mean.recentred.CentredQueries.Frame;

/**
 * The clipping norm of the final sum, and the privately measured effect of clipping. Norms are in
 * the weighted coordinates of the frame.
 *
 * @param frame the centred and weighted rows
 * @param norm the clipping norm
 * @param safe the norm of step 4, before it was changed
 * @param expected root mean square norm that clipping is expected to add to the error
 * @param bias norm that it may add according to private answers
 * @param doubt standard deviation of that norm, caused by the noise of the answers
 * @param taken privately measured effect of clipping on the mean in each coordinate, with noise
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
  /** Creates a clipping whose effect on single coordinates is not known. */
  Clipping(Frame frame, double norm, double safe, double expected, double bias, double doubt) {
    this(frame, norm, safe, expected, bias, doubt, new double[frame.weights().size()]);
  }

  /** Returns a copy with additional error, bias and doubt. */
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

  /** Upper bound on the norm of the bias. */
  double biasAtMost(double deviations) {
    return bias + deviations * doubt;
  }
}
