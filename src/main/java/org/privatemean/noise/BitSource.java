package org.privatemean.noise;

import java.math.BigInteger;
import java.util.Objects;
import org.privatemean.annotation.Internal;

/**
 * Stream of independent fair bits, read from the first to the last.
 *
 * <p>Every method reads the next bits of one stream, the first of them as the most significant:
 * {@code nextBits(a + b)} returns the same value as {@code (nextBits(a) << b) | nextBits(b)}. The
 * grouping of the reads therefore never changes the bits, so samplers may switch between {@code
 * long} and {@link BigInteger} arithmetic.
 *
 * <p>A bit source is not thread-safe.
 */
@Internal
public interface BitSource {

  /**
   * Reads {@code k} bits.
   *
   * @param k the number of bits, 1 to 63
   * @return an integer uniform on [0, 2^k)
   * @throws IllegalArgumentException if k is not in 1 to 63
   */
  long nextBits(int k);

  /** Reads one bit. */
  default boolean nextBit() {
    return nextBits(1) != 0;
  }

  /**
   * Reads whole words: each is the next 64 bits, equal to {@code nextBits(32) << 32 |
   * nextBits(32)}. For many words it may be several times as fast.
   *
   * @param words receives the words at {@code from} to {@code to - 1}
   * @throws IndexOutOfBoundsException if these are not indices of the array
   */
  default void fill(long[] words, int from, int to) {
    Objects.checkFromToIndex(from, to, words.length);
    for (int i = from; i < to; i++) {
      words[i] = nextBits(32) << 32 | nextBits(32);
    }
  }

  /**
   * Draws an integer uniform on [0, m) by rejection: blocks of ceil(log2 m) bits until one is below
   * m, fewer than two blocks on average. No bit is read for m = 1.
   *
   * @param m the number of values, at least 1
   * @throws IllegalArgumentException if m is below 1
   */
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

  /**
   * Draws an integer uniform on [0, m) by rejection. For an m that fits in a long it reads the same
   * bits and returns the same value as {@link #nextBelow(long)}.
   *
   * @param m the number of values, at least 1
   * @throws IllegalArgumentException if m is below 1
   */
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
