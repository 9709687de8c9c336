package org.privatemean.local.range;

import java.util.function.Predicate;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.RandomizedResponse;

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

  /** A shortest string that makes the coin flip, or keep. */
  static String toss(RandomizedResponse coin, boolean flip) {
    return find(bits -> coin.flips(bits) == flip);
  }

  /** A shortest string that makes the coin of probability e^-epsilon say so. */
  static String decay(RandomizedResponse coin, boolean decays) {
    return find(bits -> coin.decays(bits) == decays);
  }

  private static String find(Predicate<BitSource> wanted) {
    for (int length = 1; length <= 24; length++) {
      for (int value = 0; value < 1 << Math.min(length, 20); value++) {
        Script script = new Script(of(value, length));
        try {
          if (wanted.test(script) && script.isEnd()) {
            return script.bits;
          }
        } catch (IllegalStateException e) {
          continue;
        }
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
