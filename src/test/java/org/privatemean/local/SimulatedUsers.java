package org.privatemean.local;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.privatemean.noise.BitSource;

/**
 * Users with independent normal values, whose answers to a round are drawn without drawing every
 * user where that has the same law: the answers of a group to a choice are independent, and each
 * has probability q_a = other + (truth - other) P_a, P the law of the true answer. Positions with
 * noise are drawn user by user.
 */
public final class SimulatedUsers {
  private final double mean;
  private final double sigma;
  private final SplittableRandom random;

  private SimulatedUsers(double mean, double sigma, long seed) {
    this.mean = mean;
    this.sigma = sigma;
    this.random = new SplittableRandom(seed);
  }

  public static SimulatedUsers of(double mean, double sigma, long seed) {
    return new SimulatedUsers(mean, sigma, seed);
  }

  public static BitSource bits(SplittableRandom random) {
    return k -> random.nextLong() >>> (Long.SIZE - k);
  }

  /** Runs a protocol to its end. */
  GaussianRound run(GaussianSpec spec) {
    GaussianRound round = GaussianRound.firstUnchecked(spec);
    while (!round.isFinished()) {
      round = round.next(answer(round));
    }
    return round;
  }

  public GaussianTally answer(GaussianRound round) {
    GaussianTally tally = round.tally();
    GaussianProtocol protocol = GaussianProtocol.create(round.spec());
    double users = round.spec().users() * protocol.share(round.number());
    List<Question> questions = round.questions();
    double[] shares = protocol.groups(questions.size());
    for (int g = 0; g < shares.length; g++) {
      answer(questions.get(g), Math.round(users * shares[g]), tally.cells()[g]);
    }
    return tally;
  }

  private void answer(Question question, long users, long[] cells) {
    if (question instanceof ChoiceQuestion choice) {
      choose(choice, users, cells);
    } else if (question instanceof OneHot oneHot) {
      mark(oneHot, users, cells);
    } else {
      for (long u = 0; u < users; u++) {
        question.count(question.answer(value(), bits(random)), cells);
      }
    }
  }

  private double value() {
    return mean + sigma * random.nextGaussian();
  }

  private void choose(ChoiceQuestion choice, long users, long[] cells) {
    double[] upTo = choice.law(mean, sigma);
    RandomizedResponse response = choice.response();
    double sum = 0;
    for (int a = 0; a < upTo.length; a++) {
      sum += ChoiceQuestion.sent(response, upTo[a]);
      upTo[a] = sum;
    }
    for (long u = 0; u < users; u++) {
      double draw = random.nextDouble();
      int a = 0;
      while (a < upTo.length - 1 && draw >= upTo[a]) {
        a++;
      }
      cells[a]++;
    }
  }

  private void mark(OneHot oneHot, long users, long[] cells) {
    long[] inBin = new long[oneHot.bins()];
    for (long u = 0; u < users; u++) {
      inBin[oneHot.bin(value())]++;
    }
    cells[0] += users;
    double flip = oneHot.response().other();
    for (int b = 0; b < inBin.length; b++) {
      for (long u = 0; u < users; u++) {
        cells[b + 1] += random.nextDouble() < (u < inBin[b] ? 1 - flip : flip) ? 1 : 0;
      }
    }
  }

  /** The errors of several runs, each with a mean uniform in +-0.9 R, in units of sigma, sorted. */
  static double[] errors(GaussianSpec spec, double sigmaFrom, double sigmaTo, int runs, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] errors = new double[runs];
    for (int r = 0; r < runs; r++) {
      double mean = spec.radius() * (1.8 * random.nextDouble() - 0.9);
      double sigma = sigmaFrom * Math.pow(sigmaTo / sigmaFrom, random.nextDouble());
      double found = of(mean, sigma, random.nextLong()).run(spec).mean();
      errors[r] = Math.abs(found - mean) / sigma;
    }
    Arrays.sort(errors);
    return errors;
  }
}
