package org.privatemean.local;

import java.io.Serializable;
import org.privatemean.local.UnitBall.UnitSampler;
import org.privatemean.noise.BitSource;

/**
 * The randomizer of one vector with short reports: ProjUnit or FastProjUnit, that is PrivUnit of R
 * v / ||R v|| for a projection R to k coordinates that a public seed in the report determines.
 *
 * <p><b>Contract.</b> With {@link Projection#HAAR} the decoded report is an unbiased estimate of
 * the vector (scaled to norm C, or clipped to it); with {@link Projection#HADAMARD} it is one up to
 * a relative 1 / (4 k). For a rotation, every rotation about v preserves the mean of R^T R v / ||R
 * v||, so it is kappa v with kappa = E||R v||. This is below sqrt(k / d), by about a relative 1 /
 * (4 k), which would be the bias of decoding with sqrt(d / k).
 *
 * <p><b>Privacy guarantee.</b> The seed is drawn before the vector is read. Given the seed, the
 * coordinates are a PrivUnit report of some unit vector: the report is epsilon-DP with respect to
 * replacing the vector by any other. R v is divided by its norm safely even if it is as small as
 * the smallest double, and the length of the reported vector reveals nothing. The remarks of {@link
 * PrivUnitRandomizer} on floating point hold here.
 *
 * <p>Immutable and thread-safe. Bits must come from a key that only the client holds, and never
 * serve two reports.
 */
public final class ProjUnitRandomizer implements Serializable {
  private static final long serialVersionUID = 1L;

  private final ProjUnitParameters parameters;
  private final int fingerprint;
  private final UnitSampler sampler;

  private ProjUnitRandomizer(ProjUnitParameters parameters) {
    this.parameters = parameters;
    this.fingerprint = parameters.fingerprint();
    this.sampler =
        new UnitSampler(
            parameters.threshold(), ReportGrid.create(parameters.threshold(), parameters.size()));
  }

  /** Creates a randomizer for any number of vectors. */
  public static ProjUnitRandomizer create(ProjUnitParameters parameters) {
    return new ProjUnitRandomizer(parameters);
  }

  public ProjUnitParameters parameters() {
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
  public ProjUnitReport randomize(double[] vector, BitSource bits) {
    PrivUnitRandomizer.checkLength(vector, parameters.dimension());
    UnitDirection direction = parameters.inputs().direction(vector, parameters.bound());
    int size = direction.coordinates().length + (direction.lifted() ? 1 : 0);
    long seed = bits.nextBits(32) << 32 | bits.nextBits(32);
    double[] projected = SharedProjection.create(parameters, seed).project(direction.toArray(size));
    UnitDirection normalised = UnitDirection.alongOrFirst(projected);
    return new ProjUnitReport(fingerprint, seed, sampler.draw(normalised, projected.length, bits));
  }
}
