package org.privatemean.mean;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Weights and clipping limits of columns, with which each column bears the cost of its tail; from
 * released and public values. An ordinary column of deviation s has the weight {@code 1 / s}. A
 * rare column, whose reach r is many deviations, has at most {@code tau / r}: tau minimises the
 * squared noise for rows of norm {@code sqrt(C0^2 + tau^2)}, C0 that of ordinary rows, but raises
 * the noise of the other columns by no more than a quarter if these are at least half.
 *
 * @param deviations in data units
 * @param reaches the largest distances to the centre that are seen, in data units
 * @param ordinary C0, in deviations; 0 before it is known
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record ColumnScales(
    double[] deviations, double[] reaches, ColumnClass[] kinds, double ordinary, double tau) {
  /** Maximum factor by which rare columns may raise the noise of the others. */
  private static final double MAX_COST = 1.25;

  /** The same bound in terms of the addition to the norm of ordinary rows. */
  private static final double MAX_TAU = Math.sqrt(MAX_COST * MAX_COST - 1);

  /** Reach, in deviations, above which a column is rare; then that of an isolated octave. */
  private static final double LONG_REACH = 8;

  private static final double LONG_LONE_REACH = 3;

  /** Tails of columns are unlike if the longest is this multiple of the median, in deviations. */
  private static final double UNLIKE_TAILS = 4;

  /** Ratio of a limit to the reach: a compromise between long tails and the other columns. */
  static final double MARGIN = 2;

  private static final double MIN_LIMIT = 16;

  /** Limits in the norm of ordinary rows, in deviations. */
  private static final double ORDINARY_LIMIT = 8;

  private static final double RARE_LIMIT = 2;
  private static final int TAUS = 200;
  private static final double MIN_TAU = 0.5;

  /** Ratio of a clipping norm to C0 from which on rare values are taken to share their rows. */
  private static final double SHARED_ROWS = 1.35;

  /** Smaller weights of rare columns are kept if they lower the norm by this factor. */
  private static final double SHORTER = 0.85;

  /** Range of the ratio of a second moment to the square of the deviation by octaves. */
  private static final double MIN_REFINED = 0.3;

  private static final double MAX_REFINED = 3.5;

  /** Weights are used if they lower the error by this factor. */
  public static final double PAYS = 1.15;

  /** A smaller gain than this may come from the coarseness of octaves in similar columns. */
  public static final double SURELY_ALIKE = 1.08;

  /** Kinds of columns, by the results of counts. */
  public enum ColumnClass {
    /** Some of its octaves are seen. */
    SEEN,
    /** Some of its octaves are seen, and the highest is isolated and holds few rows. */
    LONE,
    /** Nearly all values are equal, as far as counts show. */
    EQUAL,
    /** Only 0 is seen: it is measured in the public unit of rare values. */
    SILENT
  }

  public static ColumnScales of(double[] deviations, double[] reaches, ColumnClass[] kinds) {
    return new ColumnScales(
        deviations.clone(), reaches.clone(), kinds.clone(), 0, Double.POSITIVE_INFINITY);
  }

  /** True if a second moment is used, by its ratio to the square of the octaves' deviation. */
  public static boolean isRefined(double ratio) {
    return ratio > MIN_REFINED && ratio < MAX_REFINED;
  }

  /** Returns a copy with resolved second moments that are near those by octaves. */
  public ColumnScales withMoments(double[] squares, boolean[] resolved) {
    double[] better = deviations.clone();
    for (int j = 0; j < better.length; j++) {
      double ratio = squares[j] / (better[j] * better[j]);
      if (resolved[j] && !isDark(j) && isRefined(ratio)) {
        better[j] *= Math.sqrt(ratio);
      }
    }
    return of(better, reaches, kinds);
  }

  /** Returns a copy with values far out in one column: their deviation, and where they end. */
  public ColumnScales withFar(int j, double deviation, double end) {
    ColumnScales copy = of(deviations, reaches, kinds);
    copy.deviations[j] = Math.hypot(deviations[j], deviation);
    copy.reaches[j] = Math.max(reaches[j], end);
    return copy;
  }

  /** Returns the error in standard units of a clipping norm of 1, with weights and without. */
  public double[] errorsOfNorm(double[] weighted) {
    double with = 0;
    double without = 0;
    for (int j = 0; j < weighted.length; j++) {
      with += 1 / (weighted[j] * weighted[j]);
      without += 1 / (deviations[j] * deviations[j]);
    }
    return new double[] {Math.sqrt(with), Math.sqrt(without)};
  }

  public int size() {
    return kinds.length;
  }

  @Override
  public double[] deviations() {
    return deviations.clone();
  }

  public boolean isRare(int j) {
    double least = kinds[j] == ColumnClass.LONE ? LONG_LONE_REACH : LONG_REACH;
    return !isDark(j) && reaches[j] > least * deviations[j];
  }

  public boolean isDark(int j) {
    return kinds[j] == ColumnClass.EQUAL || kinds[j] == ColumnClass.SILENT;
  }

  public boolean isSilent(int j) {
    return kinds[j] == ColumnClass.SILENT;
  }

  private boolean isLone(int j) {
    return kinds[j] == ColumnClass.LONE && isRare(j);
  }

  /** True if most columns are rare or dark, so that few others are left to protect. */
  public boolean areMostlyRare() {
    return 2 * count(j -> isRare(j) || isDark(j)) > size();
  }

  /** True if there is a column whose values are isolated, or all equal. */
  public boolean hasIsolated() {
    return count(j -> isDark(j) || isLone(j)) > 0;
  }

  /** True if there is a column whose tail has another length than those of most columns. */
  private boolean hasUnlikeTails() {
    double[] ratios =
        IntStream.range(0, size())
            .filter(j -> !isDark(j))
            .mapToDouble(j -> reaches[j] / deviations[j])
            .sorted()
            .toArray();
    return hasIsolated()
        || (ratios.length > 0
            && count(this::isRare) > 0
            && ratios[ratios.length - 1] > UNLIKE_TAILS * ratios[ratios.length / 2]);
  }

  /** True if tails are unlike, or weights reduce the error in standard units by the factor. */
  public boolean pays(double factor) {
    return !areMostlyRare() && (hasUnlikeTails() || gain() >= factor);
  }

  /** The factor by which weights by the deviations reduce the error in standard units. */
  private double gain() {
    double squares = 0;
    double inverses = 0;
    int known = 0;
    for (int j = 0; j < deviations.length; j++) {
      if (!isDark(j)) {
        squares += deviations[j] * deviations[j];
        inverses += 1 / (deviations[j] * deviations[j]);
        known++;
      }
    }
    return known == 0 ? 1 : Math.sqrt(squares * inverses) / known;
  }

  private long count(IntPredicate which) {
    return IntStream.range(0, size()).filter(which).count();
  }

  private double[] ofEach(IntToDoubleFunction column) {
    return IntStream.range(0, size()).mapToDouble(column).toArray();
  }

  /** Deviations, larger for a column of a long reach: units of second moments. */
  public double[] momentUnits() {
    return ofEach(j -> isDark(j) ? 1 : momentUnit(j));
  }

  private double momentUnit(int j) {
    double ratio = Math.max(1, reaches[j] / deviations[j]);
    double share = Math.min(1, 4 * Math.sqrt(3.0 * size()) / (ratio * ratio));
    return deviations[j] / Math.sqrt(share);
  }

  /** Limits of values in these units: twice the reach. */
  public double[] momentLimits() {
    return ofEach(j -> isDark(j) ? 0 : MARGIN * reaches[j] / momentUnit(j));
  }

  /** Divisors of values before they are clipped to {@link #ordinaryLimits}. */
  public double[] ordinaryScales() {
    return ofEach(j -> isDark(j) ? 1 : deviations[j]);
  }

  public double[] ordinaryLimits() {
    return ofEach(j -> isDark(j) ? 0 : isRare(j) ? RARE_LIMIT : ORDINARY_LIMIT);
  }

  public ColumnScales withOrdinaryNorm(double norm, double rareUnit) {
    double[] ends = ofEach(j -> isSilent(j) ? 17.0 / 16 * rareUnit : reaches[j]);
    double[] units = ofEach(j -> isSilent(j) ? ends[j] / (MAX_TAU * norm) : deviations[j]);
    ColumnScales known = new ColumnScales(units, ends, kinds, norm, Double.POSITIVE_INFINITY);
    return known.withTau(known.bestTau());
  }

  private ColumnScales withTau(double most) {
    return new ColumnScales(deviations, reaches, kinds, ordinary, most);
  }

  private double bestTau() {
    double[] ratios =
        IntStream.range(0, size())
            .filter(this::isRare)
            .mapToDouble(j -> reaches[j] / deviations[j])
            .toArray();
    if (ratios.length == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double largest = Arrays.stream(ratios).max().orElse(1);
    double best = Double.POSITIVE_INFINITY;
    double tau = MIN_TAU;
    for (int i = 0; i < TAUS; i++) {
      double tried = MIN_TAU * StrictMath.pow(Math.max(largest, 1) / MIN_TAU, i / (TAUS - 1.0));
      double sum = size() - ratios.length;
      for (double ratio : ratios) {
        sum += Math.max(1, ratio / tried * (ratio / tried));
      }
      double error = (ordinary * ordinary + tried * tried) * sum;
      if (error < best) {
        best = error;
        tau = tried;
      }
    }
    return 2 * ratios.length <= size() ? Math.min(tau, MAX_TAU * ordinary) : tau;
  }

  /** True if rare values of several columns share rows, which determine this norm. */
  public boolean shareRows(double norm) {
    return count(j -> isLone(j) || isSilent(j)) > 1
        && !areMostlyRare()
        && norm > SHARED_ROWS * ordinary;
  }

  /** Returns a copy with smaller weights of rare columns, for such a norm. */
  public ColumnScales withSharedRows(double norm) {
    double most = MAX_TAU * ordinary;
    double excess = Math.sqrt(norm * norm - ordinary * ordinary);
    return withTau(Math.min(tau, most) * most / excess);
  }

  /** True if smaller weights of rare columns shorten the rows, and so serve the other columns. */
  public static boolean shortens(double retried, double norm) {
    return retried < SHORTER * norm;
  }

  public double[] weights() {
    return ofEach(this::weight);
  }

  private double weight(int j) {
    double weight = 1 / deviations[j];
    return isRare(j) || isSilent(j) ? Math.min(weight, tau / reaches[j]) : weight;
  }

  public double[] limits() {
    return ofEach(this::limit);
  }

  private double limit(int j) {
    double small = Math.min(tau, MAX_TAU * ordinary);
    double reach = weight(j) * reaches[j];
    if (isDark(j)) {
      return isSilent(j) ? small : Math.max(2, small);
    }
    if (isRare(j)) {
      return isLone(j) ? reach : MARGIN * reach;
    }
    return Math.max(MARGIN * reach, MIN_LIMIT);
  }
}
