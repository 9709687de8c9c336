package org.privatemean.local.unit;

import java.io.Serializable;
import org.privatemean.noise.BitSource;

/**
 * Makes the short private report of one vector: ProjUnit or FastProjUnit, that is PrivUnit of R v /
 * ||R v|| for a projection R to k coordinates that a public seed in the report determines.
 *
 * <p><b>Contract.</b> With {@link Projection#HAAR} the decoded report is an unbiased estimate of
 * the vector (scaled to norm C, or clipped to it); with {@link Projection#HADAMARD} it is one up to
 * a relative 1 / (4 k). For a rotation, R^T R v / ||R v|| has a mean that every rotation about v
 * keeps, so it is kappa v with kappa = E||R v||. This is below sqrt(k / d), by about a relative 1 /
 * (4 k), so that decoding with sqrt(d / k) would be biased by as much.
 *
 * <p><b>Privacy guarantee.</b> The seed is drawn before the vector is looked at. Given the seed,
 * the coordinates are a PrivUnit report of some unit vector: the report is epsilon-DP with respect
 * to replacing the vector by any other. Whatever is left of R v, were it the smallest double, is
 * divided by its norm safely, and the length of what is reported reveals nothing. What {@link
 * PrivUnitRandomizer} says about floating point holds here.
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
    this.sampler = new UnitSampler(parameters.threshold(), parameters.size());
  }

  /** Makes a randomizer; it serves any number of vectors. */
  public static ProjUnitRandomizer create(ProjUnitParameters parameters) {
    return new ProjUnitRandomizer(parameters);
  }

  /** The public parameters. */
  public ProjUnitParameters parameters() {
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
  public ProjUnitReport randomize(double[] vector, BitSource bits) {
    PrivUnitRandomizer.checkLength(vector, parameters.dimension());
    UnitDirection direction = parameters.inputs().direction(vector, parameters.bound());
    long seed = bits.nextBits(32) << 32 | bits.nextBits(32);
    double[] projected =
        SharedProjection.create(parameters, seed).project(direction.toArray(direction.size()));
    UnitDirection normalised = UnitDirection.alongOrFirst(projected);
    return new ProjUnitReport(fingerprint, seed, sampler.draw(normalised, projected.length, bits));
  }
}
