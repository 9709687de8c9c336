package org.privatemean.local;

/**
 * Statistical tests at significance 1e-6 or below. Pearson's statistic is compared with df + 2
 * sqrt(df x) + 2 x, x = ln(10^6) (Laurent and Massart 2000, Lemma 1); means with {@value #SIGMAS}
 * standard errors.
 */
public final class Fit {

  public static final double SIGMAS = 5.2;

  private static final double LOG_INVERSE_ALPHA = Math.log(1e6);

  private Fit() {}

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

  /** Mean and standard error of values that come one by one. */
  public static final class Mean {
    private long count;
    private double sum;
    private double squares;

    public void add(double value) {
      count++;
      sum += value;
      squares += value * value;
    }

    public double value() {
      return sum / count;
    }

    public double standardError() {
      return Math.sqrt(Math.max(0, squares / count - value() * value()) / count);
    }

    public boolean agrees(double expected) {
      return Math.abs(value() - expected) <= SIGMAS * standardError() + 1e-9 * Math.abs(expected);
    }
  }
}
