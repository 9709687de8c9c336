package org.privatemean.bench.accuracy;

import java.util.SplittableRandom;
import org.privatemean.bench.accuracy.ShuffleContender.Sent;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.loss.DummyCalibration;
import org.privatemean.shuffle.LargePoisson;
import org.privatemean.shuffle.range.DummyShares;

/** The noise of the counts of one search for quantiles in the shuffle model, and its messages. */
interface RoundCounts {
  /** Standard deviation of a count. */
  double deviation();

  /** Rank error that a search stays within but for a chance of beta. */
  double rankError(double beta);

  /** What a user sends. */
  Sent sent();

  /**
   * Whether the noise of a level stays in the counts of later levels, as that of the nodes of a
   * tree does, or every level has its own.
   */
  boolean isOfNodes();

  /** The noise of a count, or of a node. */
  double noise(SplittableRandom random);

  /**
   * What all counts of a search have in common.
   *
   * @param users n
   * @param coordinates number of quantiles
   * @param levels number of levels of the search
   */
  record Queries(int users, int coordinates, int levels) {
    int labelBytes() {
      return coordinates * levels > 1 << Byte.SIZE ? 2 : 1;
    }
  }

  /**
   * Threshold counts with dummies, a round for every level: every count has noise of its own.
   *
   * @param dummies of every label
   * @param queries of the search
   */
  record Thresholds(DummyShares dummies, Queries queries) implements RoundCounts {
    static Thresholds of(Queries queries, ApproxDp budget) {
      return new Thresholds(
          DummyShares.compute(
              DummyCalibration.thresholdDummiesUp(queries.coordinates(), queries.levels(), budget),
              queries.users(),
              1),
          queries);
    }

    @Override
    public double deviation() {
      return Math.sqrt(dummies.expectedDummies());
    }

    @Override
    public double rankError(double beta) {
      return dummies.deviation(beta / (queries.coordinates() * queries.levels())) + 0.5;
    }

    /** Half of the counts hold a user. */
    @Override
    public Sent sent() {
      double labels = (double) queries.coordinates() * queries.levels();
      double messages = labels * (0.5 + dummies.mu() / queries.users());
      return new Sent(messages, messages * queries.labelBytes());
    }

    @Override
    public boolean isOfNodes() {
      return false;
    }

    @Override
    public double noise(SplittableRandom random) {
      return LargePoisson.of(random).draw(dummies.expectedDummies()) - dummies.expectedDummies();
    }
  }

  /**
   * The private-coin protocol that Lemma 5.5 refers to, on every level of a tree, with its own
   * constants: the coordinates share the budget by advanced composition, the levels of one evenly.
   * Noise is normal, of the protocol's variance.
   *
   * @param dummies rho, the number of dummy tuples of a user for a coordinate and a level
   * @param queries of the search
   */
  record Hadamard(double dummies, Queries queries) implements RoundCounts {
    static Hadamard of(Queries queries, ApproxDp budget) {
      ApproxDp each = Composition.each(budget, queries.coordinates());
      double epsilon = each.epsilon() / queries.levels();
      double logarithm = StrictMath.log(queries.levels() / each.delta());
      return new Hadamard(Math.ceil(36 * logarithm / (epsilon * epsilon)), queries);
    }

    private int tupleLength() {
      return Integer.SIZE - Integer.numberOfLeadingZeros(queries.users() - 1);
    }

    /** Of a node. */
    private double variance() {
      double inside = Math.scalb(1.0, -tupleLength());
      return (1 + dummies) * queries.users() * inside / (1 - inside);
    }

    @Override
    public double deviation() {
      return Math.sqrt(queries.levels() * variance());
    }

    @Override
    public double rankError(double beta) {
      int counts = queries.coordinates() * queries.levels();
      return deviation() * Math.sqrt(2 * StrictMath.log(counts / beta));
    }

    @Override
    public Sent sent() {
      double each = queries.coordinates() * (1 + dummies);
      double bytes = 0;
      for (int level = 0; level < queries.levels(); level++) {
        double bits = tupleLength() * (level + 2.0);
        bytes += each * (Math.ceil(bits / Byte.SIZE) + queries.labelBytes());
      }
      return new Sent(each * queries.levels(), bytes);
    }

    @Override
    public boolean isOfNodes() {
      return true;
    }

    @Override
    public double noise(SplittableRandom random) {
      return random.nextGaussian(0, Math.sqrt(variance()));
    }
  }
}
