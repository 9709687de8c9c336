package org.privatemean.local;

import org.privatemean.noise.BitSource;

/** The bits of a public seed: SplitMix64 (Steele, Lea and Flood 2014), for projections. */
final class PublicBits implements BitSource {

  private static final long STEP = 0x9E3779B97F4A7C15L;

  private long state;
  private long word;
  private int unread;

  PublicBits(long seed) {
    this.state = seed;
  }

  @Override
  public long nextBits(int k) {
    if (k < 1 || k > 63) {
      throw new IllegalArgumentException("k must be between 1 and 63, but was " + k);
    }
    if (k <= unread) {
      unread -= k;
      return (word >>> unread) & ((1L << k) - 1);
    }
    long high = word & ((1L << unread) - 1);
    int missing = k - unread;
    word = nextWord();
    unread = Long.SIZE - missing;
    return high << missing | word >>> unread;
  }

  private long nextWord() {
    state += STEP;
    long mixed = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }
}
