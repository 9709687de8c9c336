package org.privatemean.app;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;

/** Faults of a run: silent users, bundles that arrive twice, and forgers, who are never silent. */
final class Faults {
  private final BitSet silent = new BitSet();
  private final BitSet lying = new BitSet();
  private final int silentFrom;
  private final double duplicates;
  private final SplittableRandom random;
  private final long publicSeed;

  /** Draws the faults. Silent users and liars together are fewer than the users. */
  Faults(int users, int silentUsers, int silentFrom, double duplicates, int liars, long seed) {
    this.silentFrom = silentFrom;
    this.duplicates = duplicates;
    this.random = new SplittableRandom(seed);
    int[] order = new int[users];
    for (int i = 0; i < users; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    Arrays.stream(order, 0, silentUsers).forEach(silent::set);
    Arrays.stream(order, silentUsers, silentUsers + liars).forEach(lying::set);
    this.publicSeed = random.nextLong() >>> 1;
  }

  /** True if a user sends nothing in a round, from 1. */
  boolean isSilent(int user, int round) {
    return round >= silentFrom && silent.get(user);
  }

  boolean isLying(int user) {
    return lying.get(user);
  }

  boolean arrivesTwice() {
    return random.nextDouble() < duplicates;
  }

  SplittableRandom random() {
    return random;
  }

  /** Returns the run's public seed, drawn independently of ids. */
  long publicSeed() {
    return publicSeed;
  }
}
