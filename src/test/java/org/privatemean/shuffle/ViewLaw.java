package org.privatemean.shuffle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the server sees of split-and-mix, by enumeration: the probability of every multiset of
 * messages. A multiset is coded by sum over its messages y of 64^y, so codes of users add up.
 */
final class ViewLaw {
  private final Map<Long, Double> law;

  private ViewLaw(Map<Long, Double> law) {
    this.law = law;
  }

  /** One user's m messages for a value modulo q. */
  static ViewLaw ofUser(int value, int m, int q) {
    return ofUser(value, m, q, 1);
  }

  /** The same, m at least 2, when the first message comes so many times: lost, once or twice. */
  static ViewLaw ofUser(int value, int m, int q, int firstComes) {
    Map<Long, Double> law = new HashMap<>();
    int free = (int) Math.round(Math.pow(q, m - 1));
    for (int choice = 0; choice < free; choice++) {
      long code = 0;
      int rest = value;
      for (int left = choice, i = 1; i < m; i++, left /= q) {
        code += (i == 1 ? firstComes : 1) * (1L << (6 * (left % q)));
        rest -= left % q;
      }
      code += 1L << (6 * Math.floorMod(rest, q));
      law.merge(code, 1.0 / free, Double::sum);
    }
    return new ViewLaw(law);
  }

  /** One user whose value has the law {@code noise} of residues added. */
  static ViewLaw ofNoisyUser(int value, double[] noise, int m, int q) {
    List<ViewLaw> parts = new ArrayList<>();
    for (int w = 0; w < q; w++) {
      parts.add(ofUser(value + w, m, q));
    }
    return mixture(parts, noise);
  }

  static ViewLaw ofUsers(int[] values, int m, int q) {
    ViewLaw all = nobody();
    for (int value : values) {
      all = all.with(ofUser(value, m, q));
    }
    return all;
  }

  static ViewLaw nobody() {
    return new ViewLaw(Map.of(0L, 1.0));
  }

  static ViewLaw of(Map<Long, Double> law) {
    return new ViewLaw(law);
  }

  static ViewLaw mixture(List<ViewLaw> parts, double[] weights) {
    Map<Long, Double> sum = new HashMap<>();
    for (int i = 0; i < weights.length; i++) {
      double weight = weights[i];
      parts.get(i).law.forEach((code, p) -> sum.merge(code, weight * p, Double::sum));
    }
    return new ViewLaw(sum);
  }

  /** The shuffled messages of both. */
  ViewLaw with(ViewLaw other) {
    Map<Long, Double> both = new HashMap<>();
    law.forEach((a, p) -> other.law.forEach((b, r) -> both.merge(a + b, p * r, Double::sum)));
    return new ViewLaw(both);
  }

  double totalVariation(ViewLaw other) {
    return hockeyStick(other, 1);
  }

  /**
   * The least delta for which P(view) is at most factor Q(view) + delta, over all sets of views.
   */
  double hockeyStick(ViewLaw other, double factor) {
    double sum = 0;
    for (Map.Entry<Long, Double> view : law.entrySet()) {
      double there = other.law.getOrDefault(view.getKey(), 0.0);
      sum += Math.max(0, view.getValue() - factor * there);
    }
    return sum;
  }
}
