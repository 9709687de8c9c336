package org.privatemean.mean;

/**
 * The clipping norm of the final sum, and the effect of clipping, in weighted coordinates.
 *
 * @param safe the norm of step 4
 * @param expected root mean square norm that clipping is expected to add to the error
 * @param bias norm that it may add by private answers
 * @param doubt standard deviation of that from noise
 * @param taken measured effect on the mean in each coordinate
 * @param silent true if the tail does not stand out of the noise
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Clipping(
    Frame frame,
    double norm,
    double safe,
    double expected,
    double bias,
    double doubt,
    double[] taken,
    boolean silent) {
  Clipping(Frame frame, double norm, double safe, double expected, double bias, double doubt) {
    this(frame, norm, safe, expected, bias, doubt, new double[frame.weights().size()], false);
  }

  /** Adds a possible bias, and half of it to the expected one. */
  Clipping plus(double more, double moreDoubt) {
    return new Clipping(
        frame,
        norm,
        safe,
        Math.hypot(expected, more / 2),
        bias + more,
        Math.hypot(doubt, moreDoubt),
        taken,
        silent);
  }

  double biasAtMost(double deviations) {
    return bias + deviations * doubt;
  }
}
