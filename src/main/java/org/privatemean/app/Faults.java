package org.privatemean.app;

import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * Faults of a run: silent users, bundles that arrive twice, and forgers. No user is both silent and
 * a forger.
 */
final class Faults {
  private final BitSet silent;
  private final BitSet lying;
  private final int silentFrom;
  private final double duplicates;
  private final SplittableRandom random;
  private final long publicSeed;

  private Faults(
      BitSet silent, BitSet lying, int silentFrom, double duplicates, SplittableRandom random) {
    this.silent = silent;
    this.lying = lying;
    this.silentFrom = silentFrom;
    this.duplicates = duplicates;
    this.publicSeed = random.nextLong() >>> 1;
    this.random = random;
  }

  /**
   * Draws the faults.
   *
   * @param silentUsers number of silent users
   * @param silentFrom first round of the silence, from 1
   * @param duplicates share of the bundles that arrive twice
   * @param liars number of forgers; together with the silent users fewer than the users
   */
  static Faults draw(
      int users, int silentUsers, int silentFrom, double duplicates, int liars, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] order = new int[users];
    for (int i = 0; i < users; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    BitSet silent = new BitSet(users);
    BitSet lying = new BitSet(users);
    for (int i = 0; i < silentUsers; i++) {
      silent.set(order[i]);
    }
    for (int i = silentUsers; i < silentUsers + liars; i++) {
      lying.set(order[i]);
    }
    return new Faults(silent, lying, silentFrom, duplicates, random);
  }

  /**
   * True if a user sends nothing in a round.
   *
   * @param round from 1
   */
  boolean isSilent(int user, int round) {
    return round >= silentFrom && silent.get(user);
  }

  boolean isLying(int user) {
    return lying.get(user);
  }

  /** Draws true if a bundle arrives twice. */
  boolean arrivesTwice() {
    return random.nextDouble() < duplicates;
  }

  /** Returns the source of random bits for the forgers' bundles. */
  SplittableRandom random() {
    return random;
  }

  /** Returns the run's public seed, drawn independently of ids. */
  long publicSeed() {
    return publicSeed;
  }
}
