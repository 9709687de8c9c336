package org.privatemean.shuffle.sum;

import java.util.Objects;
import java.util.function.DoubleToLongFunction;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.Skellam;

/**
 * The total that a round of {@link VectorSum} comes to, drawn without shares: the users' rounded
 * vectors, added up, and one Skellam number a coordinate in place of the users' shares, whose sum
 * has this law.
 */
public final class RoundedSum {
  private final GridRounding rounding;
  private final double variance;
  private final BitSource roundings;
  private final long[] total;

  private RoundedSum(GridRounding rounding, double variance, int dimension, BitSource roundings) {
    this.rounding = rounding;
    this.variance = variance;
    this.roundings = roundings;
    this.total = new long[dimension];
  }

  /**
   * A sum of no vectors.
   *
   * @param plan of the sum
   * @param norm the clipping norm that the plan was made for
   * @param users number of users that add noise
   * @param roundings bits of the users' roundings
   */
  public static RoundedSum of(VectorSum plan, long norm, long users, BitSource roundings) {
    GridRounding rounding = GridRounding.create(plan.dimension(), norm, plan.gridStep());
    if (rounding.squaredBound() != plan.squaredNormBound()) {
      throw new IllegalArgumentException("the sum was planned for another norm than " + norm);
    }
    double share = Skellam.share(plan.variance(), plan.honestUsers()).variance();
    return new RoundedSum(
        rounding, users * share, plan.dimension(), Objects.requireNonNull(roundings, "roundings"));
  }

  /** Adds a user's vector, in lattice steps. */
  public void add(long[] vector) {
    long[] rounded = rounding.round(vector, roundings);
    for (int j = 0; j < total.length; j++) {
      total[j] += rounded[j];
    }
  }

  /**
   * The sum of the vectors with noise, in grid steps.
   *
   * @param poisson draws a Poisson number of a mean
   */
  public long[] noisy(DoubleToLongFunction poisson) {
    long[] noisy = total.clone();
    for (int j = 0; j < noisy.length; j++) {
      noisy[j] += poisson.applyAsLong(variance / 2);
      noisy[j] -= poisson.applyAsLong(variance / 2);
    }
    return noisy;
  }
}
