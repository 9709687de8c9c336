package org.privatemean.shuffle;

import java.util.Map;

/** Exact laws on the integers 0, 1, ... and what tells two laws apart. */
public final class Laws {
  private Laws() {}

  /** Poisson probabilities of 0 .. size - 1; what is missing must not matter. */
  public static double[] poisson(double mean, int size) {
    double[] law = new double[size];
    law[0] = Math.exp(-mean);
    for (int k = 1; k < size; k++) {
      law[k] = law[k - 1] * mean / k;
    }
    return law;
  }

  public static double[] binomial(int n, double p) {
    double[] law = {1};
    for (int i = 0; i < n; i++) {
      law = sum(law, new double[] {1 - p, p});
    }
    return law;
  }

  /** The law of the sum of two independent numbers. */
  static double[] sum(double[] a, double[] b) {
    double[] law = new double[a.length + b.length - 1];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        law[i + j] += a[i] * b[j];
      }
    }
    return law;
  }

  /** The law of the number plus a constant. */
  public static double[] shift(double[] law, int by) {
    double[] shifted = new double[law.length + by];
    System.arraycopy(law, 0, shifted, by, law.length);
    return shifted;
  }

  /** The least delta for which P is within (epsilon, delta) of Q: sum of (P - e^epsilon Q)+. */
  public static <K> double delta(Map<K, Double> p, Map<K, Double> q, double epsilon) {
    double delta = 0;
    for (Map.Entry<K, Double> entry : p.entrySet()) {
      double other = q.getOrDefault(entry.getKey(), 0.0);
      delta += Math.max(0, entry.getValue() - Math.exp(epsilon) * other);
    }
    return delta;
  }

  public static double delta(double[] p, double[] q, double epsilon) {
    double delta = 0;
    for (int k = 0; k < p.length; k++) {
      double other = k < q.length ? q[k] : 0;
      delta += Math.max(0, p[k] - Math.exp(epsilon) * other);
    }
    return delta;
  }

  /**
   * The delta of a sequence of independent pairs: {@code +1} stands for (1 + Y, Y), {@code -1} for
   * (Y, 1 + Y), and 0 for a pair (Y, Y) that tells nothing.
   */
  public static double composed(double[] noise, double epsilon, int... directions) {
    return composed(noise, epsilon, directions, 0, 1, 1);
  }

  private static double composed(
      double[] noise, double epsilon, int[] directions, int from, double p, double q) {
    if (from == directions.length) {
      return Math.max(0, p - Math.exp(epsilon) * q);
    }
    if (directions[from] == 0) {
      return composed(noise, epsilon, directions, from + 1, p, q);
    }
    double[] more = shift(noise, 1);
    double delta = 0;
    for (int k = 0; k < more.length; k++) {
      double same = k < noise.length ? noise[k] : 0;
      double first = directions[from] > 0 ? more[k] : same;
      double second = directions[from] > 0 ? same : more[k];
      if (first > 0) {
        delta += composed(noise, epsilon, directions, from + 1, p * first, q * second);
      }
    }
    return delta;
  }

  /**
   * Tells whether counts pass Pearson's chi-square test at significance 1e-6 (Laurent and Massart
   * 2000, Lemma 1); neighbouring cells are joined until each expects 20 or more.
   */
  public static boolean fits(double[] law, long[] counts) {
    long n = 0;
    for (long count : counts) {
      n += count;
    }
    double statistic = 0;
    int cells = 0;
    double expected = 0;
    double seen = 0;
    double left = n;
    for (int k = 0; k < counts.length; k++) {
      double here = k < law.length ? n * law[k] : 0;
      expected += here;
      seen += counts[k];
      left -= here;
      if (expected >= 20 && left >= 20) {
        statistic += (seen - expected) * (seen - expected) / expected;
        cells++;
        expected = 0;
        seen = 0;
      }
    }
    expected += left;
    statistic += (seen - expected) * (seen - expected) / expected;
    double x = Math.log(1e6);
    return statistic <= cells + 2 * Math.sqrt(cells * x) + 2 * x;
  }
}
