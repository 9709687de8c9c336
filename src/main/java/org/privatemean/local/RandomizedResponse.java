package org.privatemean.local;

import java.io.Serializable;
import org.privatemean.annotation.Internal;
import org.privatemean.noise.Bernoulli;
import org.privatemean.noise.BitSource;
import org.privatemean.privacy.Checks;

/**
 * Exact randomized response over the answers 0 .. m - 1: the true one with probability {@code
 * e^epsilon / (e^epsilon + m - 1)}, each other with {@code 1 / (e^epsilon + m - 1)}; with two
 * answers the method of Warner (1965).
 *
 * <p><b>Privacy.</b> An answer is epsilon-DP for its user. The requested epsilon is rounded DOWN to
 * a multiple of 2^-53, and everything uses the rounded value.
 *
 * @param answers m, at least 2
 * @param units epsilon in units of 2^-53: below 2^63 and of at most 53 significant bits
 */
@Internal
record RandomizedResponse(int answers, long units) implements Serializable {
  private static final int FRACTION_BITS = 53;
  private static final double SMALLEST = 0x1p-30;

  /** Maximum epsilon; beyond it no false answer would ever occur. */
  private static final double LARGEST = 1000;

  public RandomizedResponse {
    Checks.argument("answers", answers >= 2 && units >= 1, "at least 2", answers);
  }

  /** Creates a randomized response over two answers, for an epsilon in [2^-30, 1000]. */
  public static RandomizedResponse of(double epsilon) {
    return withAnswers(2, epsilon);
  }

  /** Creates a randomized response over at least 2 answers, for an epsilon in [2^-30, 1000]. */
  public static RandomizedResponse withAnswers(int answers, double epsilon) {
    boolean inRange = epsilon >= SMALLEST && epsilon <= LARGEST;
    Checks.argument("epsilon", inRange, "in [2^-30, 1000]", epsilon);
    return new RandomizedResponse(answers, (long) Math.scalb(epsilon, FRACTION_BITS));
  }

  /** Returns the guarantee: the requested epsilon, rounded down to a multiple of 2^-53; exact. */
  public double epsilon() {
    return Math.scalb((double) units, -FRACTION_BITS);
  }

  /** Draws an answer, for a truth of 0 to m - 1. */
  public int respond(int truth, BitSource bits) {
    while (true) {
      int proposal = (int) bits.nextBelow(answers);
      if (proposal == truth || Bernoulli.expMinus(units, 1L << FRACTION_BITS, bits)) {
        return proposal;
      }
    }
  }

  /** Returns true if an answer other than the true one is given. */
  public boolean flips(BitSource bits) {
    return respond(0, bits) != 0;
  }

  /** Returns e^-epsilon in double precision: for estimates only, not for answers. */
  private double lie() {
    return StrictMath.exp(-epsilon());
  }

  /** Returns the probability of the true answer in double precision. */
  public double truth() {
    return 1 / (1 + (answers - 1) * lie());
  }

  /** Returns the probability of each other answer; with two answers that of a flip. */
  public double other() {
    return lie() / (1 + (answers - 1) * lie());
  }

  /**
   * Returns the factor by which removing the bias scales the noise; {@code coth(epsilon / 2)} for m
   * = 2.
   */
  public double scale() {
    return (1 + (answers - 1) * lie()) / -StrictMath.expm1(-epsilon());
  }
}
