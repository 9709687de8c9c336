package org.privatemean.mean;

import java.util.Arrays;
import org.privatemean.query.NormGrid;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;

/** The prices of questions about units and deviations, and the conditions for asking them. */
record UnitsPlan(RecentredSpec spec, long rows, int dimension) {
  private static final double MIN_OCTAVE_SHARE = 0.006;
  private static final double MAX_OCTAVE_SHARE = 0.02;

  /** Maximum share if rows are so few that a smaller share would show no column. */
  private static final double MAX_SMALL_OCTAVE_SHARE = 0.25;

  /** More coordinates than these would take more than 32 MB of counts per task. */
  private static final int MAX_OCTAVE_DIMENSION = 1 << 14;

  private static final double MIN_MOMENT_SHARE = 0.006;
  private static final double MAX_MOMENT_SHARE = 0.02;
  private static final double SCALED_STEP_SHARE = 0.005;

  /** Share of the rows that three octaves should show if rows are few, and must show. */
  private static final double BULK = 1.0 / 3;

  private static final double MIN_BULK = 0.5;

  /** Probability that noise is taken for rows by a question about octaves, and by a second one. */
  public static final double OCTAVE_FAILURE = 1e-4;

  public static final double SECOND_LOOK_FAILURE = 1e-3;

  /** Share of the budget for a second question about one column, and maximum for all of them. */
  static final double SECOND_LOOK_SHARE = 0.04;

  static final double MAX_SECOND_LOOK_SHARE = 0.06;

  /** Share of the budget for each norm that only serves to choose weights; more with few rows. */
  private static final double MIN_NORM_SHARE = 0.004;

  /** The same where rare values decide, whose few rows noise must not hide. */
  private static final double MIN_RARE_NORM_SHARE = 0.01;

  private static final double MAX_NORM_SHARE = 0.03;

  /** Share of the rows that the noise of such a norm should hide at most. */
  private static final double HIDDEN = 0.05;

  /** Such norms are first searched for up to this multiple of the median. */
  static final double NORM_REACH = 64;

  /** Share of the vectors of squares that are clipped, and that if each value is cut before. */
  private static final double BEYOND = 0.01;

  private static final double LIMITED_BEYOND = 0.003;

  /** Minimum share of the remaining budget for further questions about units. */
  static final double MIN_LEFT = 0.4;

  /** Minimum share of the budget that must be left after counts around the centre. */
  private static final double MIN_FOR_MEAN = 0.2;

  /** Minimum share of the budget that must be left for a second norm in a comparison. */
  private static final double MIN_FOR_COMPARISON = 0.3;

  private static final double LIFT = 0.05;

  /** Share of the budget for standard deviations that are released. */
  private static final double DEVIATION_SHARE = 0.15;

  private double rho() {
    return spec.rhoOfMean();
  }

  /** Budget of all questions about the units of Gaussian rows of similar deviations. */
  public double budget() {
    if (spec.scaling().equals(Scaling.STANDARD)) {
      double octaves = asksOctaves() ? octaveBudget() : 0;
      return deviationShare() * rho() + (dimension > 1 ? octaves + momentBudget() : 0);
    }
    return spec.scaling().equals(Scaling.AUTO) && dimension > 1 ? momentBudget() : 0;
  }

  /** True if most values of a column would exceed the noise of its counts by octave. */
  public boolean asksOctaves() {
    return dimension <= MAX_OCTAVE_DIMENSION
        && (seesSingleOctaves() || bulkBudget(MIN_BULK) <= mostOctaveBudget());
  }

  /** Maximum price of octaves of few rows: less if deviations are released too. */
  private double mostOctaveBudget() {
    return (MAX_SMALL_OCTAVE_SHARE - deviationShare()) * rho();
  }

  /** True if the fullest octave exceeds the noise by itself, for the usual share of the budget. */
  boolean seesSingleOctaves() {
    return heardAlone() * octaveDeviation(dimension, MAX_OCTAVE_SHARE * rho()) < rows / 4.0;
  }

  /** Standard deviation of the noise of counts of some columns, each by cells without overlap. */
  double octaveDeviation(int columns, double budget) {
    double square = spec.unit().squaredSensitivityOfPartitions(columns).doubleValue();
    return Math.sqrt(square / (2 * budget));
  }

  /** Budget of counts that detect octaves of a twelfth of the rows, or three of a third if few. */
  public double octaveBudget() {
    if (!seesSingleOctaves()) {
      return Math.min(mostOctaveBudget(), bulkBudget(BULK));
    }
    double enough = octaveBudget(12 * heardAlone() / rows);
    return Math.min(MAX_OCTAVE_SHARE * rho(), Math.max(MIN_OCTAVE_SHARE * rho(), enough));
  }

  /** Budget that detects three octaves together that hold a share of the rows. */
  private double bulkBudget(double share) {
    return octaveBudget(Math.sqrt(ColumnOctaves.TOGETHER) * heardAlone() / (share * rows));
  }

  /** Budget at which the inverse of a number is the standard deviation of the noise of counts. */
  private double octaveBudget(double inverse) {
    double square = spec.unit().squaredSensitivityOfPartitions(dimension).doubleValue();
    return square / 2 * inverse * inverse;
  }

  /** The deviations from which on a cell holds rows: noise passes once in ten thousand fits. */
  public double heardAlone() {
    return ColumnOctaves.seenAlone(OCTAVE_FAILURE, dimension);
  }

  /** Budget of counts of nearly constant columns: 50 rows of one show at rho = 0.5. */
  public double secondLookBudget(int columns) {
    double half = spec.unit().isCountPublic() ? 1 : 0.5;
    return Math.min(MAX_SECOND_LOOK_SHARE, columns * half * SECOND_LOOK_SHARE) * rho();
  }

  public double normBudget() {
    return normBudget(MIN_NORM_SHARE);
  }

  public double rareNormBudget() {
    return normBudget(MIN_RARE_NORM_SHARE);
  }

  private double normBudget(double least) {
    double noise = 3 * spec.unit().countSensitivity() / (HIDDEN * rows);
    double enough = noise * noise * normGrid().universe().levels() / 2;
    return Math.min(MAX_NORM_SHARE * rho(), Math.max(least * rho(), enough));
  }

  public NormGrid ordinaryNormGrid() {
    return NormGrid.octaves(0.25, 16 * Math.sqrt(dimension), RecentredPlan.COARSE_PER_OCTAVE);
  }

  public double ordinaryNormRank(double share, double budget) {
    return rankBeyond(share, ordinaryNormGrid(), budget);
  }

  private static NormGrid normGrid() {
    return NormGrid.octaves(0.5, NORM_REACH, RecentredPlan.FINE_PER_OCTAVE);
  }

  public double normRank(double share, double budget) {
    return rankBeyond(share, normGrid(), budget);
  }

  /** The rank that leaves a share of the rows beyond, or the number that noise may hide. */
  private double rankBeyond(double share, NormGrid grid, double budget) {
    int levels = grid.universe().levels();
    double countSquare = spec.unit().squaredSensitivityOfCounts(1).doubleValue();
    double noise = 3 * Math.sqrt(countSquare * levels / (2 * budget));
    return rows - Math.min(Math.max(noise, share * rows), rows / 2.0);
  }

  public double momentBudget() {
    double s = 1.8 * Math.sqrt(spec.unit().squaredSensitivityOfOrthantSum(1).doubleValue());
    double enough = s * s * dimension / (1.6 * 0.01 * rows * rows);
    return Math.min(MAX_MOMENT_SHARE * rho(), Math.max(MIN_MOMENT_SHARE * rho(), enough));
  }

  /** Budget of the round of second moments that gives the weights of least error. */
  public double secondMomentBudget() {
    return MAX_MOMENT_SHARE * rho();
  }

  public NormGrid momentGrid() {
    return NormGrid.octaves(
        0x1p-6, Math.scalb((double) dimension, 10), RecentredPlan.COARSE_PER_OCTAVE);
  }

  public double momentRank(double budget, boolean limited) {
    return rankBeyond(limited ? LIMITED_BEYOND : BEYOND, momentGrid(), budget);
  }

  public double scaledStepBudget() {
    return SCALED_STEP_SHARE * rho();
  }

  public boolean affordsLook(double left) {
    return left > (MIN_LEFT + deviationShare()) * rho();
  }

  /** True if enough budget is left for the mean after the first counts around the centre. */
  public boolean affordsSpreads(double left) {
    return left - octaveBudget() > (MIN_FOR_MEAN + deviationShare()) * rho();
  }

  public boolean affordsComparison(double left) {
    return left > MIN_FOR_COMPARISON * rho();
  }

  /** Deviations with a share of the mean one added, which matters for small ones. */
  public double[] lift(double[] deviations) {
    double mean = Arrays.stream(deviations).average().orElse(0);
    return Arrays.stream(deviations).map(s -> s + LIFT * mean).toArray();
  }

  /** True if weighting by these deviations lowers the noise by more than 3 percent. */
  public boolean scalingPays(double[] deviations) {
    double sum = Arrays.stream(deviations).sum();
    double squares = Arrays.stream(deviations).map(s -> s * s).sum();
    return sum < 0.97 * Math.sqrt(dimension * squares);
  }

  public double deviationBudget() {
    return DEVIATION_SHARE * rho();
  }

  public boolean releasesDeviations() {
    return spec.moments() == RecentredSpec.Moments.DEVIATIONS;
  }

  private double deviationShare() {
    return releasesDeviations() ? DEVIATION_SHARE : 0;
  }
}
