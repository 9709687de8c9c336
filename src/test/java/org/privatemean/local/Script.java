package org.privatemean.local;

import java.util.function.Predicate;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;

/** A bit source that plays a string of zeros and ones, and fails when it is asked for more. */
final class Script implements BitSource {
  private final String bits;
  private int position;

  Script(String bits) {
    this.bits = bits;
  }

  /** Some bits, written out. */
  static String of(long value, int count) {
    StringBuilder text = new StringBuilder();
    for (int k = count - 1; k >= 0; k--) {
      text.append((value >>> k) & 1);
    }
    return text.toString();
  }

  /** Some bits that make the coin flip, or keep. */
  static String toss(RandomizedResponse coin, boolean flip) {
    return find(bits -> coin.flips(bits) == flip);
  }

  /**
   * Some bits that make a false proposal be kept, with probability e^-epsilon, or not: those read
   * between the proposals of one bit, the first of them false and the second true.
   */
  static String decay(RandomizedResponse coin, boolean kept) {
    return find(
        bits -> {
          int[] proposals = {0};
          BitSource between = k -> k == 1 ? (proposals[0]++ == 0 ? 1 : 0) : bits.nextBits(k);
          return coin.flips(between) == kept;
        });
  }

  private static String find(Predicate<BitSource> wanted) {
    BitSource source = NoiseKey.fromSeed(1).substream(1, 0, 0);
    for (int attempt = 0; attempt < 1_000_000; attempt++) {
      StringBuilder read = new StringBuilder();
      boolean found =
          wanted.test(
              k -> {
                long value = source.nextBits(k);
                read.append(of(value, k));
                return value;
              });
      if (found) {
        return read.toString();
      }
    }
    throw new IllegalStateException("no such toss");
  }

  boolean isEnd() {
    return position == bits.length();
  }

  @Override
  public long nextBits(int k) {
    long value = 0;
    for (int i = 0; i < k; i++) {
      if (isEnd()) {
        throw new IllegalStateException("the script has ended");
      }
      value = value << 1 | (bits.charAt(position++) - '0');
    }
    return value;
  }
}
