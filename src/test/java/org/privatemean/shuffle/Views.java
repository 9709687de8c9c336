package org.privatemean.shuffle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Exact laws of what a server sees of a few messages: which there are, in no order. */
public final class Views {
  private Views() {}

  /** Stands for no message. */
  public static final int NONE = -1;

  /** The law of the multiset of independent messages. */
  public static Map<List<Integer>, Double> of(List<Map<Integer, Double>> messages) {
    Map<List<Integer>, Double> law = Map.of(List.of(), 1.0);
    for (Map<Integer, Double> message : messages) {
      Map<List<Integer>, Double> longer = new HashMap<>();
      law.forEach(
          (view, p) ->
              message.forEach((body, q) -> longer.merge(with(view, body), p * q, Double::sum)));
      law = longer;
    }
    return law;
  }

  private static List<Integer> with(List<Integer> view, int body) {
    if (body == NONE) {
      return view;
    }
    List<Integer> more = new ArrayList<>(view);
    more.add(body);
    more.sort(null);
    return more;
  }

  /** The law of what is seen of a message and Poisson many dummies, but for more than so many. */
  public static Map<List<Integer>, Double> amongPoisson(
      Map<Integer, Double> message, Map<Integer, Double> dummy, double mean, int most) {
    Map<List<Integer>, Double> law = new HashMap<>();
    double[] numbers = Laws.poisson(mean, most + 1);
    List<Map<Integer, Double>> messages = new ArrayList<>(List.of(message));
    for (double probability : numbers) {
      of(messages).forEach((view, p) -> law.merge(view, probability * p, Double::sum));
      messages.add(dummy);
    }
    return law;
  }

  /** A message that is each of some bodies with the same probability. */
  public static Map<Integer, Double> uniform(List<Integer> bodies, double probability) {
    Map<Integer, Double> law = new HashMap<>();
    bodies.forEach(body -> law.put(body, probability / bodies.size()));
    if (probability < 1) {
      law.put(NONE, 1 - probability);
    }
    return law;
  }

  /**
   * The delta of one message among dummies: of (1 + A, B) against (A, 1 + B), where each of so many
   * dummies adds to A with probability {@code each}, else to B with the same.
   */
  public static double delta(int dummies, double each, double epsilon) {
    double[] logFactorials = new double[dummies + 2];
    for (int k = 1; k < logFactorials.length; k++) {
      logFactorials[k] = logFactorials[k - 1] + Math.log(k);
    }
    double mean = dummies * each;
    // Beyond twelve standard deviations nothing is left.
    int from = (int) Math.max(0, mean - 12 * Math.sqrt(mean) - 12);
    int to = (int) Math.min(dummies + 1, mean + 12 * Math.sqrt(mean) + 50);
    double delta = 0;
    for (int a = from; a <= to; a++) {
      for (int b = from; b <= Math.min(to, dummies + 1 - a); b++) {
        double p = trinomial(logFactorials, dummies, each, a - 1, b);
        double q = trinomial(logFactorials, dummies, each, a, b - 1);
        delta += Math.max(0, p - Math.exp(epsilon) * q);
      }
    }
    return delta;
  }

  private static double trinomial(double[] logFactorials, int n, double each, int a, int b) {
    if (a < 0 || b < 0) {
      return 0;
    }
    int rest = n - a - b;
    double ways = logFactorials[n] - logFactorials[a] - logFactorials[b] - logFactorials[rest];
    double missed = rest == 0 ? 0 : rest * Math.log1p(-2 * each);
    return Math.exp(ways + (a + b) * Math.log(each) + missed);
  }
}
