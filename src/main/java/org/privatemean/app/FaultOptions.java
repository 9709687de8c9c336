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
    int absentUsers = (int) Math.round(absent * users);
    if (absentUsers + (long) forgers >= users) {
      throw WrongInputException.format(
          "--absent and --forgers leave nobody: of %d users %d are silent and %d lie",
          users, absentUsers, forgers);
    }
    SplittableRandom random =
        new SplittableRandom(seed == null ? new SecureRandom().nextLong() : seed);
    int[] order = new int[users];
    for (int i = 0; i < users; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    BitSet silent = new BitSet();
    Arrays.stream(order, 0, absentUsers).forEach(silent::set);
    BitSet lying = new BitSet();
    Arrays.stream(order, absentUsers, absentUsers + forgers).forEach(lying::set);
    return new Faults(silent, lying, absentFromRound, duplicates, random, random.nextLong() >>> 1);
  }

  /**
   * Faults of a run: silent users, bundles that arrive twice, and forgers, who are never silent.
   *
   * @param publicSeed the run's public seed, drawn independently of ids
   */
  record Faults(
      BitSet silent,
      BitSet lying,
      int silentFrom,
      double duplicates,
      SplittableRandom random,
      long publicSeed) {
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
  }
}
