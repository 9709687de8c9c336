package org.privatemean.shuffle.sum;

import org.privatemean.noise.BitSource;
import org.privatemean.noise.Skellam;

/**
 * What the server's sums of a {@link VectorSum} are, drawn from their law without messages; for
 * experiments. Every user's vector is rounded and gets its share of the noise as the user would do
 * it; nothing is split or mixed.
 */
public final class DrawnSum {
  private final GridRounding rounding;
  private final Skellam noise;
  private final BitSource bits;
  private final long[] sums;

  DrawnSum(GridRounding rounding, Skellam noise, int dimension, BitSource bits) {
    this.rounding = rounding;
    this.noise = noise;
    this.bits = bits;
    this.sums = new long[dimension];
  }

  /** Adds the vector of one user, in lattice steps, and the user's noise. */
  public void add(long[] vector) {
    long[] rounded = rounding.round(vector, bits);
    for (int j = 0; j < sums.length; j++) {
      sums[j] += rounded[j] + noise.sample(bits);
    }
  }

  /** The noisy sums, in grid steps. */
  public long[] sums() {
    return sums.clone();
  }
}
