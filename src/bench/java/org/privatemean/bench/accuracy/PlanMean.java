package org.privatemean.bench.accuracy;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * PLAN (Aumueller, Lebeda, Nelson and Pagh, "PLAN: Variance-Aware Private Mean Estimation", 2023),
 * Algorithm 1: rows less a coarse centre are divided by {@code sigma_j^(2/(p+2))} in coordinate j,
 * the root of sigma for p = 2; clipped to a private quantile of their norms; and averaged with
 * Gaussian noise, which is scaled back.
 *
 * <p>What the algorithm leaves open is as in the authors' experiments:
 *
 * <ul>
 *   <li>Where deviations are not known, a quarter of the budget is for centre and deviations: a
 *       quarter of that for the coordinates' medians, the rest for the medians of {@code (x - y)^2
 *       / 2} over pairs of rows, divided by the median of a chi-square. Each coordinate gets the
 *       same share.
 *   <li>Each deviation is raised by the mean of all before the rows are scaled.
 *   <li>Of what is left, a quarter is for the clipping norm: the quantile {@code 1 - k / n} of the
 *       norms, {@code k = sqrt(n) + sqrt(T / 2 ln(T / beta) / rho')}, T the logarithm of the width
 *       of the range, beta = 0.1; the norms' range ends at {@code sqrt(ln d ln(1 / beta) sum of
 *       deviations)}.
 *   <li>Quantiles are by {@link PrivateQuantile}.
 *   <li>For 0/1 rows there is no centre; a tenth of the budget is for noisy means, whose {@code q
 *       (1 - q)} are the variances (means cut to {@code [d^-0.4, 1 - d^-0.4]}), and 1/d of the rest
 *       for the norm, of quantile {@code 1 - (sqrt(n) + sqrt(T ln T / rho')) / n} with T = 10.
 * </ul>
 *
 * <p>It is told a range {@code [-M, M]} of the coordinates with {@code M = R / sqrt(d)}; see {@link
 * PlanFigures} for the ranges, which are the authors'. With a {@code gain} of 1 it is rho-zCDP for
 * neighbours that differ in the value of a row. The authors count more kindly: they put every value
 * into the medians three times (with offsets that spread equal values) at a cost that is 3 and not
 * 9 times as high, and take the sensitivity of a median's rank for 1/2. {@link #asCounted} gives it
 * that, a factor of {@code 2 sqrt(3)} on the epsilon of medians, whatever that promises: it has
 * their published errors.
 *
 * @param name in tables and plots
 * @param spread where deviations come from
 * @param p of the l_p error that is kept small
 * @param gain factor on the epsilon of the medians
 */
record PlanMean(String name, Spread spread, int p, double gain) implements Contender {
  private static final double BETA = 0.1;

  /** Median of a chi-square with one degree of freedom, by Wilson and Hilferty. */
  private static final double CHI_SQUARE_MEDIAN = Math.pow(7 / 9.0, 3);

  private static final double LOOK = 0.25;
  private static final double CENTRE = 0.25;
  private static final double NORM = 0.25;
  private static final double BINARY_LOOK = 0.1;
  private static final double BINARY_STEPS = 10;

  /** Where the deviations of the coordinates come from. */
  enum Spread {
    /** Private medians. */
    MEDIANS,
    /** The private means of 0/1 rows. */
    NOISY_MEANS,
    /** The law of 0/1 rows. */
    KNOWN
  }

  /** PLAN at its guarantee. */
  static PlanMean medians() {
    return new PlanMean("PLAN", Spread.MEDIANS, 2, 1);
  }

  /** PLAN with medians as its authors count their cost. */
  static PlanMean asCounted() {
    return new PlanMean("PLAN, medians as its authors count", Spread.MEDIANS, 2, 2 * Math.sqrt(3));
  }

  /** PLAN for 0/1 rows. */
  static PlanMean binary(int p) {
    return new PlanMean("PLAN", Spread.NOISY_MEANS, p, 1);
  }

  /** PLAN for 0/1 rows that is told their variances, and spends nothing on them. */
  static PlanMean known(int p) {
    return new PlanMean("PLAN with known variances", Spread.KNOWN, p, 1);
  }

  @Override
  public double[] estimate(Sample sample, Setting setting, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return spread == Spread.MEDIANS
        ? ofMedians(sample.rows(), setting, random)
        : ofBinary(sample.rows(), setting, random);
  }

  private double[] ofMedians(double[][] rows, Setting setting, SplittableRandom random) {
    int n = rows.length;
    int d = rows[0].length;
    double reach = setting.radius() / Math.sqrt(d);
    double look = LOOK * setting.rho() / d;
    int[] order = shuffled(n, random);
    double[] centre = new double[d];
    double[] deviations = new double[d];
    double widest = 2 * reach * reach;
    for (int j = 0; j < d; j++) {
      double[] column = column(rows, order, j);
      double[] halves = halfSquares(column);
      centre[j] = PrivateQuantile.of(column, -reach, reach, 0.5, CENTRE * look, gain, random);
      double median = PrivateQuantile.of(halves, 0, widest, 0.5, (1 - CENTRE) * look, gain, random);
      deviations[j] = Math.sqrt(median / CHI_SQUARE_MEDIAN);
    }
    double left = (1 - LOOK) * setting.rho();
    double steps = Math.log(2 * reach);
    double beyond = Math.sqrt(n) + Math.sqrt(steps / 2 * Math.log(steps / BETA) / (NORM * left));
    // Rows are divided by the root of twice the deviation: the authors' unit of this end.
    double longest =
        Math.sqrt(2 * Math.log(d) * Math.log(1 / BETA) * Arrays.stream(deviations).sum());
    return scaledMean(rows, centre, deviations, new Norm(beyond, longest, NORM), left, random);
  }

  private double[] ofBinary(double[][] rows, Setting setting, SplittableRandom random) {
    int n = rows.length;
    int d = rows[0].length;
    boolean known = spread == Spread.KNOWN;
    double look = known ? 0 : BINARY_LOOK * setting.rho();
    double[] means =
        known ? ((BinaryLaw) setting.law()).probabilities() : noisyMeans(rows, look, random);
    double[] deviations = Arrays.stream(means).map(q -> Math.sqrt(q * (1 - q))).toArray();
    double left = setting.rho() - look;
    double beyond = Math.sqrt(n) + Math.sqrt(BINARY_STEPS * Math.log(BINARY_STEPS) * d / left);
    double longest = Vectors.norm(factors(deviations));
    return scaledMean(
        rows, new double[d], deviations, new Norm(beyond, longest, 1.0 / d), left, random);
  }

  /** Sums of 0/1 coordinates, each with noise of its own: replacing a row moves each by 1. */
  private static double[] noisyMeans(double[][] rows, double rho, SplittableRandom random) {
    int d = rows[0].length;
    double deviation = Math.sqrt(d / (2 * rho)) / rows.length;
    double least = Math.pow(d, -0.4);
    double[] means = new double[d];
    for (double[] row : rows) {
      Vectors.addScaled(means, 1.0 / rows.length, row);
    }
    for (int j = 0; j < d; j++) {
      double noisy = means[j] + deviation * random.nextGaussian();
      means[j] = Math.max(Math.min(noisy, 1 - least), least);
    }
    return means;
  }

  /**
   * How the clipping norm is asked for.
   *
   * @param beyond k, the rows to clip
   * @param longest end of the range of norms
   * @param share of the budget left
   */
  private record Norm(double beyond, double longest, double share) {}

  /** Algorithm 1, from the centre on. */
  private double[] scaledMean(
      double[][] rows,
      double[] centre,
      double[] deviations,
      Norm norm,
      double rho,
      SplittableRandom random) {
    double[] factors = factors(deviations);
    double[][] scaled = new double[rows.length][];
    double[] norms = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      scaled[i] = Vectors.difference(rows[i], centre);
      multiply(scaled[i], factors);
      norms[i] = Vectors.norm(scaled[i]);
    }
    double share = Math.max(0, 1 - norm.beyond / rows.length);
    double clip = PrivateQuantile.of(norms, 0, norm.longest, share, norm.share * rho, 1, random);
    double[] mean =
        NoisyMean.around(new double[centre.length], clip, scaled, (1 - norm.share) * rho, random);
    for (int j = 0; j < mean.length; j++) {
      mean[j] = centre[j] + mean[j] / factors[j];
    }
    return mean;
  }

  /** What coordinates are multiplied by. */
  private double[] factors(double[] deviations) {
    double mean = Arrays.stream(deviations).average().orElseThrow();
    return Arrays.stream(deviations).map(s -> Math.pow(s + mean, -2.0 / (p + 2))).toArray();
  }

  private static void multiply(double[] row, double[] factors) {
    for (int j = 0; j < row.length; j++) {
      row[j] *= factors[j];
    }
  }

  private static double[] column(double[][] rows, int[] order, int coordinate) {
    double[] column = new double[rows.length];
    for (int i = 0; i < column.length; i++) {
      column[i] = rows[order[i]][coordinate];
    }
    return column;
  }

  /** Half the squared difference of each two values that stand together. */
  private static double[] halfSquares(double[] column) {
    double[] squares = new double[column.length / 2];
    for (int i = 0; i < squares.length; i++) {
      double difference = column[2 * i] - column[2 * i + 1];
      squares[i] = difference * difference / 2;
    }
    return squares;
  }

  private static int[] shuffled(int n, SplittableRandom random) {
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      int place = random.nextInt(i + 1);
      order[i] = order[place];
      order[place] = i;
    }
    return order;
  }
}
