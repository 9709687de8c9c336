package org.privatemean.shuffle.range.tree;

import java.io.Serializable;
import org.privatemean.noise.BitSource;
import org.privatemean.protocol.RangeDomain;
import org.privatemean.query.Universe;

/**
 * The private-coin frequency estimate of Ghazi, Golowich, Kumar, Pagh and Velingker, "On the Power
 * of Multiple Anonymous Messages" (2019), on every level of a binary tree: the protocol to compare
 * with, for small universes and in memory.
 *
 * <p>On a level of B nodes the code word of node v is the set of the a in [0, 2B) for which a and
 * {@code v + 1} have an even number of common bits: half of all, and a quarter for two nodes
 * together, the rows of a Hadamard matrix. A user sends {@code t = ceil(log2 n)} uniform members of
 * its node's code word, and {@code rho} tuples of t uniform indices. The server counts for each
 * node the tuples that are inside its code word.
 *
 * <p><b>Privacy guarantee.</b> For n >= 10, epsilon at most 1 and delta at most 0.1, one level with
 * {@code rho = 36 ln(1 / delta) / epsilon^2} is (epsilon, delta)-DP for a replaced row, and all L
 * levels are with {@code epsilon / L} and {@code delta / L} in their place, which is what {@link
 * #dummiesFor} returns. A dummy is inside one of two code words and not the other with probability
 * {@code p = 2^-t (1 - 2^-t)}; where the user's own tuple is in both, the rows look alike. So the
 * loss is the logarithm of {@code (1 + A) / B}, A and B binomial of mean {@code m = rho n p >= 16
 * ln(1 / delta) / epsilon^2}, and passes epsilon only if B is below {@code m e^(-epsilon / 2)} or 1
 * + A above {@code m e^(epsilon / 2)}; Chernoff's bounds for these two add up to less than delta.
 * All n users are counted on; where it is a share gamma of them, rho has to be divided by gamma.
 *
 * <p><b>Error.</b> The estimate of a node is unbiased, of variance at most {@code (1 + rho) n 2^-t
 * / (1 - 2^-t)}: up to {@code (1 + rho)} for large n.
 */
public final class HadamardCounts implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int MOST_LEVELS = 10;

  private final RangeDomain domain;
  private final int users;
  private final int dummies;

  private HadamardCounts(RangeDomain domain, int users, int dummies) {
    this.domain = domain;
    this.users = users;
    this.dummies = dummies;
  }

  /**
   * The protocol.
   *
   * @param universe of the values: 2 to 1024 integers
   * @param users n, at least 2
   * @param dummies rho, the number of dummies of a user for each level, at least 0
   * @throws IllegalArgumentException if one is out of its range
   */
  public static HadamardCounts of(Universe universe, int users, int dummies) {
    if (universe.levels() > MOST_LEVELS) {
      throw new IllegalArgumentException(
          "the Hadamard protocol takes a universe of at most 1024 integers, since the server"
              + " compares each message with each: use DyadicCounts. Provided: "
              + universe);
    }
    if (users < 2 || dummies < 0) {
      throw new IllegalArgumentException(
          String.format(
              "users must be at least 2, dummies at least 0. Provided: %d, %d", users, dummies));
    }
    return new HadamardCounts(new RangeDomain(1, universe), users, dummies);
  }

  /**
   * The protocol's own number of dummies for (epsilon, delta) in all, shared evenly by the levels.
   *
   * @param epsilon in (0, 1]
   * @param delta in (0, 0.1]
   * @param levels L, at least 1
   */
  public static int dummiesFor(double epsilon, double delta, int levels) {
    if (!(epsilon > 0 && epsilon <= 1 && delta > 0 && delta <= 0.1)) {
      throw new IllegalArgumentException(
          String.format(
              "epsilon must be in (0, 1] and delta in (0, 0.1]. Provided: %s, %s", epsilon, delta));
    }
    double each = epsilon / levels;
    return (int) Math.ceil(36 * StrictMath.log(levels / delta) / (each * each));
  }

  /** t, the number of indices of a message. */
  public int tupleLength() {
    return Integer.SIZE - Integer.numberOfLeadingZeros(users - 1);
  }

  /** Number of bits of a message, without its label, on the deepest level. */
  public int messageBits() {
    return tupleLength() * (domain.levels() + 1);
  }

  /**
   * Sends the messages of one user.
   *
   * @param value outside the universe it counts as the nearest end
   * @param secret the user's own bits, fresh for every run
   */
  public void randomize(long value, BitSource secret, TupleSink messages) {
    long cell = domain.cell(value);
    int[] tuple = new int[tupleLength()];
    for (int level = 0; level < domain.levels(); level++) {
      int node = (int) (cell >>> (domain.levels() - 1 - level));
      for (int i = 0; i < tuple.length; i++) {
        do {
          tuple[i] = (int) secret.nextBits(level + 2);
        } while (!isInside(tuple[i], node));
      }
      messages.send(level, tuple);
      for (int k = 0; k < dummies; k++) {
        for (int i = 0; i < tuple.length; i++) {
          tuple[i] = (int) secret.nextBits(level + 2);
        }
        messages.send(level, tuple);
      }
    }
  }

  /** Tells whether an index is in the code word of a node. */
  static boolean isInside(int index, int node) {
    return (Integer.bitCount(index & (node + 1)) & 1) == 0;
  }

  /** What is counted. */
  public RangeDomain domain() {
    return domain;
  }

  int users() {
    return users;
  }

  int dummies() {
    return dummies;
  }
}
