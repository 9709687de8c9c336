package org.privatemean.local.gaussian;

import org.privatemean.noise.BitSource;
import org.privatemean.noise.ExponentialCoin;

/**
 * Randomized response over the answers 0 .. m - 1: the true one with probability e^eps / (e^eps + m
 * - 1), each other with probability 1 / (e^eps + m - 1).
 *
 * <p><b>Privacy guarantee.</b> eps-DP for the one who answers: for every two truths and every
 * answer the likelihood ratio is e^eps, 1 or e^-eps. The probabilities are exact for the eps that
 * {@link #epsilon()} returns, which is that asked for, rounded down by less than 1.2e-16: an answer
 * is proposed uniformly and kept if it is the truth, or else if a coin of probability exactly
 * e^-eps says so; what is kept is the truth with weight 1 and each other answer with weight e^-eps.
 * How many proposals that takes does not depend on the truth.
 */
final class RandomizedResponse {
  private final int answers;
  private final ExponentialCoin coin;
  private final double scale;

  private RandomizedResponse(int answers, ExponentialCoin coin) {
    this.answers = answers;
    this.coin = coin;
    double lie = StrictMath.exp(-coin.exponent());
    this.scale = (1 + (answers - 1) * lie) / -StrictMath.expm1(-coin.exponent());
  }

  /** Returns the response over {@code answers} values, 2 to 127, for an epsilon above 0. */
  static RandomizedResponse of(int answers, double epsilon) {
    return new RandomizedResponse(answers, ExponentialCoin.ofAtMost(epsilon));
  }

  int answers() {
    return answers;
  }

  /** The epsilon that the sampler has, exactly. */
  double epsilon() {
    return coin.exponent();
  }

  /** The probability of the true answer. */
  double truth() {
    return 1 / (1 + (answers - 1) * StrictMath.exp(-coin.exponent()));
  }

  /** The probability of each other answer. */
  double other() {
    double lie = StrictMath.exp(-coin.exponent());
    return lie / (1 + (answers - 1) * lie);
  }

  /** The probability that an answer is sent which is the true one with this probability. */
  double sent(double share) {
    return other() + (truth() - other()) * share;
  }

  /**
   * The factor (e^eps + m - 1) / (e^eps - 1), at least 1, by which removing the bias scales the
   * noise. For m = 2 it is coth(eps / 2).
   */
  double scale() {
    return scale;
  }

  /**
   * Answers.
   *
   * @param truth 0 to m - 1
   */
  int respond(int truth, BitSource bits) {
    while (true) {
      int proposal = (int) bits.nextBelow(answers);
      if (proposal == truth || coin.toss(bits)) {
        return proposal;
      }
    }
  }

  /**
   * The shares of the true answers, without bias: {@code scale (C(a) / k - 1 / (e^eps + m - 1))}.
   * They add up to 1, and single ones may be negative or above 1. Without reports, equal shares.
   */
  double[] shares(long[] counts) {
    double[] shares = new double[answers];
    double total = (double) total(counts);
    for (int a = 0; a < answers; a++) {
      shares[a] = total == 0 ? 1.0 / answers : scale * (counts[a] / total - other());
    }
    return shares;
  }

  static long total(long[] counts) {
    long total = 0;
    for (long count : counts) {
      total += count;
    }
    return total;
  }
}
