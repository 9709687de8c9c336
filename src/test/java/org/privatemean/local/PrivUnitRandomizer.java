package org.privatemean.local;

import java.io.Serializable;
import org.privatemean.local.UnitBall.UnitSampler;
import org.privatemean.noise.BitSource;

/**
 * The private randomizer of one vector: PrivUnit (Bhowmick et al. 2018) or PrivUnitG (Asi, Feldman
 * and Talwar 2022) with the optimal threshold, for vectors of norm C or of norm at most C.
 *
 * <p><b>Contract.</b> The report is an unbiased estimate of the vector (scaled to norm C, or
 * clipped to it) with the covariance C^2 {@link Threshold#coordinateVariance} times the identity,
 * for any vector; the rounding to a public grid adds at most {@code (C step / (2 gamma))^2} to each
 * coordinate's variance. It takes O(d) time.
 *
 * <p><b>Privacy guarantee.</b> A report is epsilon-DP with respect to replacing its vector by any
 * other (local model: no party is trusted). The density of U relative to a distribution that does
 * not depend on the vector takes two values whose ratio is e^epsilon. The lift of a shorter vector
 * happens before; dropping the lifted coordinate, rounding to the public grid and clamping to its
 * end happen after. None can weaken the guarantee, since none reads the vector except through U.
 *
 * <p><b>Unit vectors.</b> The guarantee requires a unit vector v. Every finite input except 0
 * becomes a vector whose squared norm is 1 up to 2^-40, for any size, number and mix of its
 * coordinates, including subnormal ones and the lifted one; the step of the grid is more than 2^20
 * times as long. So no norm of a report distinguishes its vector from another.
 *
 * <p><b>Floating point.</b> The guarantee is about real numbers. The sampler computes U in doubles,
 * and the last bits of a double-precision vector could reveal which unit vectors it can have come
 * from. The grid prevents this: its steps are at least 2^38 such units, so every point stands for
 * very many values of U and the last bits are not sent. {@link ReportGrid} proves the remaining
 * guarantee: (epsilon + (d + 16) 2^-40, delta), with a delta of 4e-9 for 8 coordinates. It is not
 * exactly pure; the exact samplers of the central model are. The running time of a draw depends on
 * its value.
 *
 * <p>Immutable and thread-safe. Bits must come from a key that only the client holds, and never
 * serve two reports: give each report a separate substream, or continue reading one stream.
 */
public final class PrivUnitRandomizer implements Serializable {
  private static final long serialVersionUID = 1L;

  private final PrivUnitParameters parameters;
  private final int fingerprint;
  private final UnitSampler sampler;

  private PrivUnitRandomizer(PrivUnitParameters parameters) {
    this.parameters = parameters;
    this.fingerprint = parameters.fingerprint();
    this.sampler =
        new UnitSampler(
            parameters.threshold(),
            ReportGrid.create(parameters.threshold(), parameters.dimension()));
  }

  /** Creates a randomizer for any number of vectors. */
  public static PrivUnitRandomizer create(PrivUnitParameters parameters) {
    return new PrivUnitRandomizer(parameters);
  }

  public PrivUnitParameters parameters() {
    return parameters;
  }

  /**
   * Makes one report.
   *
   * @param vector {@code dimension} finite coordinates, in data units; not changed
   * @param bits secret and fresh
   * @throws IllegalArgumentException if the vector has another length, is not finite, or is 0 where
   *     {@link InputDomain#SPHERE} requires a direction
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
