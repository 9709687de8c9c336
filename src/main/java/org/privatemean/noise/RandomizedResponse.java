package org.privatemean.noise;

import java.io.Serializable;
import org.privatemean.annotation.Internal;

/**
 * Exact randomized response over the answers 0 .. m - 1: the true one with probability {@code
 * e^epsilon / (e^epsilon + m - 1)}, each other with {@code 1 / (e^epsilon + m - 1)}. With two
 * answers it is the method of Warner (1965), which flips a bit with probability {@code 1 / (1 +
 * e^epsilon)}.
 *
 * <p><b>Privacy guarantee.</b> An answer is epsilon-DP for its user: for every two truths and every
 * answer the likelihood ratio is e^epsilon, 1 or e^-epsilon. The requested epsilon is rounded DOWN
 * to a multiple of 2^-53, which keeps every double of at least 1/2; the answers, {@link #epsilon}
 * and {@link #scale} all use the rounded value, so the guarantee is never weaker than requested.
 *
 * <p>No decision is made in floating point. An answer is proposed uniformly, and accepted if it is
 * the truth or if a draw of probability exactly e^-epsilon succeeds; otherwise another is proposed.
 * So the truth is accepted with weight 1 and each other answer with weight e^-epsilon. The number
 * of proposals does not depend on the truth: fewer than m on average.
 */
@Internal
public final class RandomizedResponse implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int FRACTION_BITS = 53;

  private static final double SMALLEST = 0x1p-30;

  /** Maximum epsilon; beyond it no false answer would ever occur. */
  private static final double LARGEST = 1000;

  private final int answers;

  /** epsilon in units of 2^-53: below 2^63 and of at most 53 significant bits. */
  private final long units;

  /** e^-epsilon in double precision: for estimates only, not for answers. */
  private final double lie;

  private final double scale;

  private RandomizedResponse(int answers, long units) {
    this.answers = answers;
    this.units = units;
    this.lie = StrictMath.exp(-epsilon());
    this.scale = (1 + (answers - 1) * lie) / -StrictMath.expm1(-epsilon());
  }

  /**
   * Creates a randomized response over two answers.
   *
   * @param epsilon the requested guarantee, in [2^-30, 1000]
   * @throws IllegalArgumentException if epsilon is not
   */
  public static RandomizedResponse of(double epsilon) {
    return withAnswers(2, epsilon);
  }

  /**
   * Creates a randomized response.
   *
   * @param answers m, at least 2
   * @param epsilon the requested guarantee, in [2^-30, 1000]
   * @throws IllegalArgumentException if one is out of its range
   */
  public static RandomizedResponse withAnswers(int answers, double epsilon) {
    if (answers < 2) {
      throw new IllegalArgumentException("answers must be at least 2. Provided value: " + answers);
    }
    if (!(epsilon >= SMALLEST && epsilon <= LARGEST)) {
      throw new IllegalArgumentException(
          "epsilon must be in [2^-30, 1000]. Provided value: " + epsilon);
    }
    return new RandomizedResponse(answers, (long) Math.scalb(epsilon, FRACTION_BITS));
  }

  /** Returns m, the number of answers. */
  public int answers() {
    return answers;
  }

  /** Returns the guarantee: the requested epsilon, rounded down to a multiple of 2^-53; exact. */
  public double epsilon() {
    return Math.scalb((double) units, -FRACTION_BITS);
  }

  /**
   * Draws an answer.
   *
   * @param truth 0 to m - 1
   */
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

  /** Returns the probability of the true answer in double precision. */
  public double truth() {
    return 1 / (1 + (answers - 1) * lie);
  }

  /** Returns the probability of each other answer; with two answers that of a flip. */
  public double other() {
    return lie / (1 + (answers - 1) * lie);
  }

  /**
   * Returns the factor {@code (e^epsilon + m - 1) / (e^epsilon - 1)}, at least 1, by which removing
   * the bias scales the noise. For m = 2 it is {@code coth(epsilon / 2)}, the factor that makes a
   * randomized sign unbiased.
   */
  public double scale() {
    return scale;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RandomizedResponse that
        && answers == that.answers
        && units == that.units;
  }

  @Override
  public int hashCode() {
    return 31 * answers + Long.hashCode(units);
  }

  @Override
  public String toString() {
    return "RandomizedResponse(" + answers + " answers, epsilon = " + epsilon() + ")";
  }
}
