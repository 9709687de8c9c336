package org.privatemean.app.simulate;

import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * Faults of a run: who is silent, whose bundles arrive twice, and who lies. Nobody is silent and
 * lies.
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
   * Draws who they are.
   *
   * @param silentUsers how many are silent
   * @param silentFrom from which round on, from 1
   * @param duplicates share of the bundles that arrive twice
   * @param liars how many lie; with the silent ones fewer than the users
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

  /** Draws whether a bundle arrives twice. */
  boolean arrivesTwice() {
    return random.nextDouble() < duplicates;
  }

  /** Random bits for what liars send. */
  SplittableRandom random() {
    return random;
  }

  /** The run's public seed, drawn without regard to ids. */
  long publicSeed() {
    return publicSeed;
  }
}
