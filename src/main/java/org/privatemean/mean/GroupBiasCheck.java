package org.privatemean.mean;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Decides whether a group is clipped tighter (step 7) by the bias that this would add, an estimate
 * that is shrunk toward those of its class as far as they agree.
 */
final class GroupBiasCheck {
  private static final double WORTH = 0.98;
  private static final int MIN_TO_POOL = 8;

  private final GroupedPlan plan;
  private final GroupTrustModel trust;
  private final GroupState state;
  private final GroupCentreSearch search;
  private final GroupClippingNorms clippingNorms;

  private final double[] norms;

  /** The measured bias that a tighter norm adds, in weighted coordinates. */
  private final double[] biases;

  GroupBiasCheck(
      GroupedPlan plan,
      GroupTrustModel trust,
      GroupState state,
      GroupCentreSearch search,
      GroupClippingNorms clippingNorms) {
    this.plan = plan;
    this.trust = trust;
    this.state = state;
    this.search = search;
    this.clippingNorms = clippingNorms;
    this.norms = new double[state.groups()];
    this.biases = new double[state.groups()];
    Arrays.fill(norms, 1);
  }

  double bias(int group) {
    return biases[group];
  }

  double[] norms() {
    return norms;
  }

  void tighten() {
    double[] tighter = new double[state.groups()];
    boolean[] open = new boolean[state.groups()];
    for (int group : state.live()) {
      norms[group] = clippingNorms.safe(group);
      tighter[group] = clippingNorms.tight(group);
      open[group] = true;
    }
    GroupTransform frame = state.frame();
    for (int turn = 0; turn < plan.mostLooks(); turn++) {
      int[] ask =
          state.live(
              g ->
                  open[g]
                      && tighter[g] < WORTH * norms[g]
                      && search.remainingBudget(g) > 2 * plan.lookPrice());
      if (ask.length == 0) {
        return;
      }
      double[] seen = noisy(frame, ask, tighter);
      for (int i = 0; i < ask.length; i++) {
        int group = ask[i];
        double safe = norms[group];
        double norm = tighter[group];
        double noise = plan.unitNoise(state.rows(group)) / search.remainingBudget(group);
        double bias = Math.max(seen[i], 0) * (safe - norm) * (safe - norm);
        if (norm * norm * noise + bias < safe * safe * noise) {
          norms[group] = norm;
          biases[group] = Math.sqrt(bias);
          open[group] = false;
        } else {
          tighter[group] = Math.sqrt(norm * safe);
        }
      }
    }
  }

  /** Squared biases, in squares of the difference of the norms. */
  private double[] noisy(GroupTransform frame, int[] ask, double[] tighter) {
    double[] prices = new double[ask.length];
    Arrays.fill(prices, plan.lookPrice());
    // A sum needs a positive difference for all groups, including those that are not asked.
    double[] outer = norms.clone();
    double[] inner = new double[outer.length];
    for (int group : ask) {
      inner[group] = tighter[group];
    }
    GroupSum sum = new GroupSum(frame, Slots.each(state.groups(), ask), inner, outer);
    double[] bias = search.means(sum, ask, trust.own("clipping bias", sum, ask, prices));
    double[] squares = new double[ask.length];
    double[] variances = new double[ask.length];
    int d = plan.dimension();
    for (int i = 0; i < ask.length; i++) {
      double unit = outer[ask[i]] - inner[ask[i]];
      double noise = plan.unitNoise(state.rows(ask[i])) / plan.lookPrice();
      for (int j = 0; j < d; j++) {
        squares[i] += bias[i * d + j] / unit * (bias[i * d + j] / unit);
      }
      squares[i] -= noise;
      variances[i] = noise * noise * 2 / d;
    }
    for (int k = 0; k < clippingNorms.classes(); k++) {
      int number = k;
      int[] members =
          IntStream.range(0, ask.length)
              .filter(i -> clippingNorms.classOf()[ask[i]] == number)
              .toArray();
      if (members.length >= MIN_TO_POOL) {
        shrink(members, squares, variances);
      }
    }
    return squares;
  }

  /** Shrinks estimates toward their weighted mean, as far as noise explains their differences. */
  private static void shrink(int[] members, double[] values, double[] variances) {
    double weight = 0;
    double mean = 0;
    double variance = 0;
    for (int i : members) {
      weight += 1 / variances[i];
      mean += values[i] / variances[i];
      variance += variances[i];
    }
    int m = members.length;
    mean /= weight;
    double chi = 0;
    for (int i : members) {
      chi += (values[i] - mean) * (values[i] - mean) / variances[i];
    }
    double spread = Math.max(0, chi / (m - 1) - 1) * m / weight + variance / m / m;
    for (int i : members) {
      values[i] = (values[i] * spread + mean * variances[i]) / (spread + variances[i]);
    }
  }
}
