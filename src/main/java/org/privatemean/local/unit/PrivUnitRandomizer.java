package org.privatemean.local.unit;

import java.io.Serializable;
import org.privatemean.noise.BitSource;

/**
 * Makes the private report of one vector: PrivUnit (Bhowmick et al. 2018) or PrivUnitG (Asi,
 * Feldman and Talwar 2022) with the optimal threshold, for vectors of norm C or of norm at most C.
 *
 * <p><b>Contract.</b> The report is an unbiased estimate of the vector (scaled to norm C, or
 * clipped to it) with the covariance C^2 {@link Threshold#coordinateVariance} times the identity,
 * whatever the vector; the rounding to a public grid adds at most {@code (C step / (2 gamma))^2} to
 * each coordinate's variance. It takes O(d) time.
 *
 * <p><b>Privacy guarantee.</b> A report is epsilon-DP with respect to replacing its vector by any
 * other (local model: no one is trusted). The density of U relative to a law that does not depend
 * on the vector takes two values whose ratio is e^epsilon. The lift of a shorter vector happens
 * before, and dropping the lifted coordinate, rounding to the public grid and setting what is off
 * its end to the last point happen after: none can weaken the guarantee, as none sees the vector
 * apart from U.
 *
 * <p><b>Unit vectors.</b> The statement needs v to be one. Every finite input other than 0 becomes
 * a vector whose squared norm is 1 up to 2^-40, whatever the size, the number and the mix of its
 * coordinates, subnormal ones and the lifted one included; the step of the grid is more than 2^20
 * times as long. So no norm of a report distinguishes its vector from another.
 *
 * <p><b>Floating point.</b> That statement is about real numbers. The sampler computes U in
 * doubles, and a double-precision vector could tell, in its last bits, which unit vectors it can
 * have come from. The grid is there against that: its steps are 2^38 or more such units, so every
 * point stands for very many values of U and the last bits are not sent. {@link ReportGrid} proves
 * what is left: (epsilon + (d + 16) 2^-40, delta), with a delta of 4e-9 for 8 coordinates. It is
 * not pure to the last digit; the exact samplers of the central model are. The running time of a
 * draw depends on its value.
 *
 * <p>Immutable and thread-safe. Bits must come from a key that only the client holds, and never
 * serve two reports: give each report its own substream, or read one stream on.
 */
public final class PrivUnitRandomizer implements Serializable {
  private static final long serialVersionUID = 1L;

  private final PrivUnitParameters parameters;
  private final int fingerprint;
  private final UnitSampler sampler;

  private PrivUnitRandomizer(PrivUnitParameters parameters) {
    this.parameters = parameters;
    this.fingerprint = parameters.fingerprint();
    this.sampler = new UnitSampler(parameters.threshold(), parameters.dimension());
  }

  /** Makes a randomizer; it serves any number of vectors. */
  public static PrivUnitRandomizer create(PrivUnitParameters parameters) {
    return new PrivUnitRandomizer(parameters);
  }

  /** The public parameters. */
  public PrivUnitParameters parameters() {
    return parameters;
  }

  /**
   * Makes one report.
   *
   * @param vector {@code dimension} finite coordinates, in data units; not changed
   * @param bits secret and fresh
   * @throws IllegalArgumentException if the vector has another length, is not finite, or is 0 where
   *     {@link InputDomain#SPHERE} asks for a direction
   */
  public PrivUnitReport randomize(double[] vector, BitSource bits) {
    int dimension = parameters.dimension();
    checkLength(vector, dimension);
    UnitDirection direction = parameters.inputs().direction(vector, parameters.bound());
    return new PrivUnitReport(fingerprint, sampler.draw(direction, dimension, bits));
  }

  public static void checkLength(double[] vector, int dimension) {
    if (vector.length != dimension) {
      throw new IllegalArgumentException(
          "vector must have " + dimension + " coordinates. Provided number: " + vector.length);
    }
  }
}
