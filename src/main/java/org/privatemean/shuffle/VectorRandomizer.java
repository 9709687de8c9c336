package org.privatemean.shuffle;

import org.privatemean.noise.BitSource;
import org.privatemean.noise.Poisson;

/** The randomizer of a user of {@link VectorSum}. */
final class VectorRandomizer implements MessageRandomizer<long[]> {
  private static final long serialVersionUID = 1L;

  private final int firstLabel;
  private final int dimension;
  private final GridRounding rounding;

  /** Half of the Skellam noise: the difference of two draws is added. */
  private final Poisson noise;

  private final SplitAndMix splitting;

  VectorRandomizer(
      int firstLabel, int dimension, GridRounding rounding, Poisson noise, SplitAndMix splitting) {
    this.firstLabel = firstLabel;
    this.dimension = dimension;
    this.rounding = rounding;
    this.noise = noise;
    this.splitting = splitting;
  }

  @Override
  public void randomize(long[] value, BitSource secret, MessageSink messages) {
    if (value.length != dimension) {
      throw new IllegalArgumentException(
          String.format(
              "a vector must have %d coordinates. Provided: %d", dimension, value.length));
    }
    long[] rounded = rounding.round(value, secret);
    for (int j = 0; j < dimension; j++) {
      splitting.share(
          rounded[j] + noise.sampleDifference(secret), firstLabel + j, secret, messages);
    }
  }
}
