package org.privatemean.mean.recentred.plan;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Weights and clipping limits of columns, so that each column pays for its own tail.
 *
 * <p>With s the deviation of a column and r its reach, the largest {@code |x - c|} that is seen, an
 * ordinary column has the weight {@code 1 / s}. A rare column, whose reach is many deviations,
 * would set the clipping norm of all the others: its weight is at most {@code tau / r}, so that its
 * rare values add no more than tau to a row. A row with one of these has a squared norm of about
 * {@code C0^2 + tau^2}, C0 the norm of ordinary rows, and the noise of column j in its own
 * deviations is proportional to {@code C / (w_j s_j)}: tau minimises the sum of the squares, but
 * raises the noise of the other columns by no more than a quarter where these are at least half.
 *
 * <p>Every weighted coordinate is clipped to its own limit before rows are clipped by their norm.
 * All of it is computed from released and public values.
 */
public final class ColumnScales {
  /** Rare columns may raise the noise of the others by this factor. */
  private static final double MAX_COST = 1.25;

  /** The same as what they add to the norm of ordinary rows. */
  private static final double MAX_TAU = Math.sqrt(MAX_COST * MAX_COST - 1);

  /**
   * A reach of more deviations makes a column rare; if its highest octave is isolated, of these.
   */
  private static final double LONG_REACH = 8;

  private static final double LONG_LONE_REACH = 3;

  /**
   * Tails of columns are unlike where the longest is this multiple of the median, in deviations.
   */
  private static final double UNLIKE_TAILS = 4;

  /** A limit over the reach: a compromise between long tails and the other columns. */
  static final double MARGIN = 2;

  /** The least limit of an ordinary column, in deviations. */
  private static final double MIN_LIMIT = 16;

  /** Limits in the norm of ordinary rows, in deviations. */
  private static final double ORDINARY_LIMIT = 8;

  private static final double RARE_LIMIT = 2;

  private static final int TAUS = 200;
  private static final double MIN_TAU = 0.5;

  /** A clipping norm over that of ordinary rows, from which on rare values share their rows. */
  private static final double SHARED_ROWS = 1.35;

  /** A second moment is believed within these factors of what octaves showed. */
  private static final double MIN_REFINED = 0.3;

  private static final double MAX_REFINED = 3.5;

  /** Weights are worth their trouble where they lower the error by this factor. */
  public static final double PAYS = 1.15;

  /** Less gain than this is what octaves, which are coarse, make of columns alike. */
  public static final double SURELY_ALIKE = 1.08;

  /** Classes of columns. */
  public enum ColumnClass {
    /** Some of its octaves are seen. */
    SEEN,
    /** The same, and the highest is isolated and holds few rows. */
    LONE,
    /** Nearly all values are equal, as far as counts show. */
    EQUAL,
    /** Nothing but 0 is seen: it is measured in the public unit of rare values. */
    SILENT
  }

  private final double[] deviations;
  private final double[] reaches;
  private final ColumnClass[] kinds;

  /** Norm of ordinary rows, in deviations; 0 before it is known. */
  private final double ordinary;

  private final double tau;

  private ColumnScales(
      double[] deviations, double[] reaches, ColumnClass[] kinds, double ordinary, double tau) {
    this.deviations = deviations;
    this.reaches = reaches;
    this.kinds = kinds;
    this.ordinary = ordinary;
    this.tau = tau;
  }

  /**
   * Columns.
   *
   * @param deviations positive, in data units; of a silent column anything
   * @param reaches at least 0, in data units
   */
  public static ColumnScales of(double[] deviations, double[] reaches, ColumnClass[] kinds) {
    return new ColumnScales(
        deviations.clone(), reaches.clone(), kinds.clone(), 0, Double.POSITIVE_INFINITY);
  }

  /**
   * Returns whether a second moment is believed, by its ratio to the square of what octaves showed.
   */
  public static boolean isRefined(double ratio) {
    return ratio > MIN_REFINED && ratio < MAX_REFINED;
  }

  /** The same columns with deviations that are known better. */
  public ColumnScales withDeviations(double[] better) {
    return of(better, reaches, kinds);
  }

  /** Number of columns. */
  public int size() {
    return kinds.length;
  }

  /** Deviations, in data units. */
  public double[] deviations() {
    return deviations.clone();
  }

  /** The largest distances to the centre that are seen, in data units. */
  public double[] reaches() {
    return reaches.clone();
  }

  /** Returns whether rare values of a column are many deviations away. */
  public boolean isRare(int j) {
    double least = kinds[j] == ColumnClass.LONE ? LONG_LONE_REACH : LONG_REACH;
    return !isDark(j) && reaches[j] > least * deviations[j];
  }

  /** Returns whether counts show no values but one. */
  public boolean isDark(int j) {
    return kinds[j] == ColumnClass.EQUAL || kinds[j] == ColumnClass.SILENT;
  }

  /** Returns whether counts show nothing but 0. */
  public boolean isSilent(int j) {
    return kinds[j] == ColumnClass.SILENT;
  }

  private boolean isLone(int j) {
    return kinds[j] == ColumnClass.LONE && isRare(j);
  }

  /** Returns whether most columns are rare or dark: no others are left to protect. */
  public boolean areMostlyRare() {
    return 2 * count(j -> isRare(j) || isDark(j)) > size();
  }

  /** Returns whether there is a column whose values are isolated, or all equal. */
  public boolean hasIsolated() {
    return count(j -> isDark(j) || isLone(j)) > 0;
  }

  /**
   * Returns whether there is a column whose tail is of another length than those of most columns.
   */
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

  /**
   * Returns whether weights are worth their trouble where columns are of like units: because tails
   * are unlike, or by how much smaller the error in standard units is.
   *
   * @param factor the least gain, {@link #PAYS} or {@link #SURELY_ALIKE}
   */
  public boolean pays(double factor) {
    return !areMostlyRare() && (hasUnlikeTails() || gain() >= factor);
  }

  /** Returns how much smaller weights by the deviations make the error in standard units. */
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

  /**
   * Units of a round of second moments: deviations, and larger ones of a column whose reach would
   * make rows long. Dark columns are left out by a limit of 0.
   */
  public double[] momentUnits() {
    double[] units = new double[size()];
    for (int j = 0; j < units.length; j++) {
      double ratio = Math.max(1, reaches[j] / deviations[j]);
      double share = Math.min(1, 4 * Math.sqrt(3.0 * size()) / (ratio * ratio));
      units[j] = isDark(j) ? 1 : deviations[j] / Math.sqrt(share);
    }
    return units;
  }

  /** Limits of values in these units: twice the reach. */
  public double[] momentLimits() {
    double[] units = momentUnits();
    double[] limits = new double[size()];
    Arrays.setAll(limits, j -> isDark(j) ? 0 : MARGIN * reaches[j] / units[j]);
    return limits;
  }

  /** Returns what values are divided by before they are clipped to {@link #ordinaryLimits}. */
  public double[] ordinaryScales() {
    double[] scales = deviations.clone();
    Arrays.setAll(scales, j -> isDark(j) ? 1 : scales[j]);
    return scales;
  }

  /** Limits of ordinary values, in deviations; dark columns are left out. */
  public double[] ordinaryLimits() {
    double[] limits = new double[size()];
    for (int j = 0; j < limits.length; j++) {
      limits[j] = isRare(j) ? RARE_LIMIT : ORDINARY_LIMIT;
      limits[j] = isDark(j) ? 0 : limits[j];
    }
    return limits;
  }

  /**
   * The same columns with the norm of ordinary rows known.
   *
   * @param norm C0, in deviations, positive
   * @param rareUnit unit of silent columns, positive
   */
  public ColumnScales withOrdinaryNorm(double norm, double rareUnit) {
    double[] units = deviations.clone();
    double[] ends = reaches.clone();
    for (int j = 0; j < units.length; j++) {
      if (isSilent(j)) {
        ends[j] = 17.0 / 16 * rareUnit;
        units[j] = ends[j] / (MAX_TAU * norm);
      }
    }
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

  /**
   * True if rare values of several columns lie in the same rows, so that these set the clipping
   * norm of all.
   *
   * @param norm a clipping norm of the weighted rows
   */
  public boolean shareRows(double norm) {
    return count(j -> isLone(j) || isSilent(j)) > 1
        && !areMostlyRare()
        && norm > SHARED_ROWS * ordinary;
  }

  /** The same columns with less weight of rare ones, for such a norm. */
  public ColumnScales withSharedRows(double norm) {
    double most = MAX_TAU * ordinary;
    double excess = Math.sqrt(norm * norm - ordinary * ordinary);
    return withTau(Math.min(tau, most) * most / excess);
  }

  /** Returns what each column is multiplied by. */
  public double[] weights() {
    double[] weights = new double[size()];
    for (int j = 0; j < weights.length; j++) {
      weights[j] = 1 / deviations[j];
      if (isRare(j) || isSilent(j)) {
        weights[j] = Math.min(weights[j], tau / reaches[j]);
      }
    }
    return weights;
  }

  /** Returns what each weighted coordinate is clipped to. */
  public double[] limits() {
    double[] weights = weights();
    double[] limits = new double[size()];
    double small = Math.min(tau, MAX_TAU * ordinary);
    for (int j = 0; j < limits.length; j++) {
      double reach = weights[j] * reaches[j];
      if (isSilent(j)) {
        limits[j] = small;
      } else if (isDark(j)) {
        limits[j] = Math.max(2, small);
      } else if (isRare(j)) {
        limits[j] = isLone(j) ? reach : MARGIN * reach;
      } else {
        limits[j] = Math.max(MARGIN * reach, MIN_LIMIT);
      }
    }
    return limits;
  }
}
