package org.privatemean.shuffle;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * The exact E[q^(c-1)] of the collision graph of n users with m shares each: colouring the users by
 * q colours so that no edge joins two of them gives
 *
 * <pre>  E[q^c] = n! / (nm)! [x^n] (sum_k (km)! / k! x^k)^q.</pre>
 */
final class Collisions {
  private static final MathContext DIGITS = new MathContext(80);

  private Collisions() {}

  /** E[q^(c-1)] - 1. */
  static double excess(int n, int m, long q) {
    BigDecimal modulus = BigDecimal.valueOf(q);
    BigDecimal[] f = new BigDecimal[n + 1];
    for (int k = 0; k <= n; k++) {
      f[k] = factorial(k * m).divide(factorial(k), DIGITS);
    }
    // Coefficients g of the power by J.C.P. Miller's recursion.
    BigDecimal[] g = new BigDecimal[n + 1];
    g[0] = BigDecimal.ONE;
    for (int t = 1; t <= n; t++) {
      BigDecimal sum = BigDecimal.ZERO;
      for (int k = 1; k <= t; k++) {
        BigDecimal weight =
            modulus.multiply(BigDecimal.valueOf(k)).subtract(BigDecimal.valueOf(t - k));
        sum = sum.add(weight.multiply(f[k], DIGITS).multiply(g[t - k], DIGITS), DIGITS);
      }
      g[t] = sum.divide(BigDecimal.valueOf(t), DIGITS);
    }
    return g[n].multiply(factorial(n), DIGITS)
        .divide(factorial(n * m), DIGITS)
        .divide(modulus, DIGITS)
        .subtract(BigDecimal.ONE)
        .doubleValue();
  }

  private static BigDecimal factorial(int n) {
    BigDecimal product = BigDecimal.ONE;
    for (int i = 2; i <= n; i++) {
      product = product.multiply(BigDecimal.valueOf(i), DIGITS);
    }
    return product;
  }

  /** The same by going through all (nm)! permutations, for nm up to 8. */
  static double excessByEnumeration(int n, int m, int q) {
    int[] place = new int[n * m];
    for (int i = 0; i < place.length; i++) {
      place[i] = i;
    }
    double[] total = new double[2];
    permute(place, 0, n, m, q, total);
    return total[0] / total[1] - 1;
  }

  private static void permute(int[] place, int from, int n, int m, int q, double[] total) {
    if (from == place.length) {
      total[0] += Math.pow(q, components(place, n, m) - 1);
      total[1]++;
      return;
    }
    for (int i = from; i < place.length; i++) {
      swap(place, from, i);
      permute(place, from + 1, n, m, q, total);
      swap(place, from, i);
    }
  }

  private static void swap(int[] place, int i, int j) {
    int kept = place[i];
    place[i] = place[j];
    place[j] = kept;
  }

  private static int components(int[] place, int n, int m) {
    int[] root = new int[n];
    for (int i = 0; i < n; i++) {
      root[i] = i;
    }
    int components = n;
    for (int i = 0; i < place.length; i++) {
      int a = root[i / m];
      int b = root[place[i] / m];
      if (a != b) {
        components--;
        for (int j = 0; j < n; j++) {
          root[j] = root[j] == b ? a : root[j];
        }
      }
    }
    return components;
  }
}
