package org.privatemean.noise;

import java.math.BigInteger;
import java.util.Objects;
import org.privatemean.annotation.Internal;

/**
 * Stream of independent fair bits, the first of a read as the most significant: {@code nextBits(a +
 * b)} equals {@code (nextBits(a) << b) | nextBits(b)}. Not thread-safe.
 */
@Internal
public interface BitSource {

  /** Reads an integer uniform on [0, 2^k), for k from 1 to 63. */
  long nextBits(int k);

  default boolean nextBit() {
    return nextBits(1) != 0;
  }

  /** Reads whole words: each is the next 64 bits, {@code nextBits(32) << 32 | nextBits(32)}. */
  default void fill(long[] words, int from, int to) {
    Objects.checkFromToIndex(from, to, words.length);
    for (int i = from; i < to; i++) {
      words[i] = nextBits(32) << 32 | nextBits(32);
    }
  }

  /** Draws an integer uniform on [0, m), m at least 1, by rejection. No bit is read for m = 1. */
  default long nextBelow(long m) {
    if (m < 1) {
      throw new IllegalArgumentException("m must be at least 1, but was " + m);
    }
    int k = Long.SIZE - Long.numberOfLeadingZeros(m - 1);
    if (k == 0) {
      return 0;
    }
    long value;
    do {
      value = nextBits(k);
    } while (value >= m);
    return value;
  }

  /** Draws the same from the same bits, for m of any size. */
  default BigInteger nextBelow(BigInteger m) {
    if (m.signum() < 1) {
      throw new IllegalArgumentException("m must be at least 1, but was " + m);
    }
    int k = m.subtract(BigInteger.ONE).bitLength();
    BigInteger value;
    do {
      value = BigInteger.ZERO;
      for (int left = k; left > 0; left -= Math.min(left, 63)) {
        int taken = Math.min(left, 63);
        value = value.shiftLeft(taken).or(BigInteger.valueOf(nextBits(taken)));
      }
    } while (value.compareTo(m) >= 0);
    return value;
  }
}
