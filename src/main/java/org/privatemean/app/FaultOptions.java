package org.privatemean.app;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import picocli.CommandLine.Option;

final class FaultOptions {
  @Option(
      names = "--absent",
      paramLabel = "NUMBER",
      description = "Share of the users who stop responding, in [0, 1) (default: 0).")
  private double absent;

  @Option(
      names = "--absent-from-round",
      paramLabel = "INTEGER",
      description = "First round in which they send nothing, >= 1 (default: 1).")
  private int absentFromRound = 1;

  @Option(
      names = "--duplicates",
      paramLabel = "NUMBER",
      description =
          "Share of the bundles that arrive twice, in [0, 1]; the second copy is dropped "
              + "(default: 0).")
  private double duplicates;

  @Option(
      names = "--forgers",
      paramLabel = "INTEGER",
      description =
          "Number of users who lie, >= 0 (default: 0): in the local model they claim a row "
              + "at the bound; in the shuffle model they send bundles full of false messages.")
  private int forgers;

  @Option(
      names = "--seed",
      paramLabel = "INTEGER",
      description =
          "Seed that selects the users who are silent, send twice or lie, and the public "
              + "seed of the run. The noise of devices does not depend on any seed. Default: the "
              + "operating system's secure source.")
  private Long seed;

  void check() {
    WrongInputException.check("--absent", absent >= 0 && absent < 1, "in [0, 1)", absent);
    WrongInputException.check(
        "--absent-from-round", absentFromRound >= 1, "at least 1", absentFromRound);
    WrongInputException.check(
        "--duplicates", duplicates >= 0 && duplicates <= 1, "in [0, 1]", duplicates);
    WrongInputException.check("--forgers", forgers >= 0, "at least 0", forgers);
  }

  int forgers() {
    return forgers;
  }

  Faults faults(int users) {
    int silent = (int) Math.round(absent * users);
    if (silent + (long) forgers >= users) {
      throw WrongInputException.format(
          "--absent and --forgers leave nobody: of %d users %d are silent and %d lie",
          users, silent, forgers);
    }
    long drawn = seed == null ? new SecureRandom().nextLong() : seed;
    return new Faults(users, silent, absentFromRound, duplicates, forgers, drawn);
  }

  /**
   * Faults of a run: silent users, bundles that arrive twice, and forgers, who are never silent.
   */
  static final class Faults {
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
}
