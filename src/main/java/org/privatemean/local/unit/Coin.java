package org.privatemean.local.unit;

import org.privatemean.noise.BitSource;

/** A coin of which every double is an exact probability, however small. */
final class Coin {

  private static final int CHUNK = 32;

  private Coin() {}

  /**
   * True with exactly this probability: a uniform number in [0, 1) is read 32 bits at a time until
   * the bits differ from those of the probability.
   *
   * @param probability in [0, 1]
   */
  static boolean toss(double probability, BitSource bits) {
    double rest = probability;
    while (rest > 0 && rest < 1) {
      // A double times a power of two, and its integer part, are exact.
      rest *= 0x1p32;
      double digit = Math.floor(rest);
      long read = bits.nextBits(CHUNK);
      if (read != (long) digit) {
        return read < digit;
      }
      rest -= digit;
    }
    return rest >= 1;
  }
}
