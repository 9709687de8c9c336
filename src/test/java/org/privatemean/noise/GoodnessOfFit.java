package org.privatemean.noise;

import java.math.BigInteger;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;

/**
 * Pearson's chi-square test of draws against the exact probabilities of a symmetric distribution on
 * the integers, at significance 1e-6.
 *
 * <p>Each value whose expected count is at least 100 has a cell of its own, except that the
 * outermost of them on each side takes in the whole tail beyond it. The critical value is df + 2
 * sqrt(df x) + 2 x with x = ln(10^6): a chi-square with df degrees of freedom exceeds it with
 * probability at most e^-x (Laurent and Massart 2000, Lemma 1).
 */
public final class GoodnessOfFit {

  private static final double LOG_INVERSE_ALPHA = Math.log(1e6);

  private GoodnessOfFit() {}

  /** Tells whether {@code n} draws pass as draws from the distribution with these probabilities. */
  static boolean fits(IntToDoubleFunction probability, Supplier<BigInteger> sampler, int n) {
    int last = 0;
    double inside = probability.applyAsDouble(0);
    while (n * probability.applyAsDouble(last + 1) >= 100) {
      last++;
      inside += 2 * probability.applyAsDouble(last);
    }
    double[] expected = new double[2 * last + 1];
    for (int k = -last; k <= last; k++) {
      expected[k + last] = n * probability.applyAsDouble(Math.abs(k));
    }
    expected[0] += n * (1 - inside) / 2;
    expected[2 * last] += n * (1 - inside) / 2;
    long[] counts = new long[2 * last + 1];
    for (int i = 0; i < n; i++) {
      long k = Math.max(-last, Math.min(last, sampler.get().longValueExact()));
      counts[(int) k + last]++;
    }
    return fits(expected, counts);
  }

  /** Tells whether the counts pass as multinomial with these expected counts. */
  public static boolean fits(double[] expected, long[] counts) {
    double statistic = 0;
    for (int i = 0; i < counts.length; i++) {
      double difference = counts[i] - expected[i];
      statistic += difference * difference / expected[i];
    }
    int df = counts.length - 1;
    return statistic <= df + 2 * Math.sqrt(df * LOG_INVERSE_ALPHA) + 2 * LOG_INVERSE_ALPHA;
  }
}
