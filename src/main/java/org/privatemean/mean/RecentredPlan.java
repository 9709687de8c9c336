package org.privatemean.mean;

import org.privatemean.geometry.NormRange;
import org.privatemean.numeric.Normal;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.Zcdp;
import org.privatemean.query.NormGrid;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.query.RowCount;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.TooFewRowsException;
import org.privatemean.release.Estimate;
import org.privatemean.release.Guarantee;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;
import org.privatemean.release.TrustedParty;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.RecentredSpec;

/**
 * The constants and formulas of the recentred mean; {@link UnitsPlan} has those about units.
 *
 * @param usesCells true if the first steps see a sample, and the last ones the cells of one pass
 */
record RecentredPlan(
    RecentredSpec spec, long rows, int dimension, NormRange range, boolean usesCells) {
  /** A coarse step, and the finishing one, clip at this multiple of the median radius. */
  public static final double WIDTH = 1.2;

  private static final int MAX_TIGHTENINGS = 4;

  /** Minimum dimension for tightening: in fewer, the noise of the bias exceeds the gain. */
  static final int MIN_TIGHTENED_DIMENSION = 8;

  public static final int COARSE_PER_OCTAVE = 7;
  public static final int FINE_PER_OCTAVE = 24;
  public static final int FINE_LEVELS = new Universe(0, FINE_PER_OCTAVE).levels();

  /** Levels of the search within an octave of the cells of one pass. */
  private static final int CELL_LEVELS = new Universe(0, CellGrid.PER_OCTAVE).levels();

  private static final int TESTS = 2;
  private static final double MIN_THRESHOLD_SHARE = 0.02;
  private static final double MAX_THRESHOLD_SHARE = 0.05;

  /** Rows left above the clipping norm, in units of the number that balances bias against noise. */
  private static final double KAPPA = 1.6;

  /** Distance of the rank of the clipping norm from the end, in deviations of a count's noise. */
  private static final double RANK_DEVIATIONS = 2.5;

  private static final double OCTAVE_RANK_DEVIATIONS = 4;

  private static final double MIN_RADIUS_SHARE = 0.001;
  private static final double MAX_RADIUS_SHARE = 0.05;

  /** Share of the budget for one coarse step, if the accuracy allows, and for all of them. */
  private static final double COARSE_SHARE = 0.01;

  private static final double COARSE_CAP = 0.4;
  private static final double MIN_CLIPPED = 0.001;
  private static final double MAX_CLIPPED = 0.4;
  private static final double SHARE_STEP = 1.1;

  /** Maximum ratio of the last norm to a tighter one. */
  public static final double MAX_TIGHTENING = 1.2;

  private static final int TIGHT_PER_OCTAVE = 48;

  /** Share of the budget for the tighter norm, and for the bias that it adds. */
  private static final double TIGHT_SEARCH_SHARE = 0.01;

  private static final double TIGHTENING_SHARE = 0.015;

  /** Below this number of coordinates the clipping norm follows from the shape of the tail. */
  private static final int MIN_WITHOUT_TAIL = 8;

  /** Share of the uncertainty about the tail that counts in the choice of a norm. */
  public static final double DOUBT = 0.1;

  /** Rows beyond the cells of the tail are detected from this number of standard deviations on. */
  public static final double FAR_HEARD = 4.5;

  private static final double MIN_TAIL_ROWS = 30;

  /** Share of the budget for the counts of the tail, and for its direction. */
  private static final double TAIL_SHARE = 0.05;

  private static final double DEGENERATE_TAIL_SHARE = 0.2;
  private static final double SIDE_SHARE = 0.01;

  /** Rows are nearly equal up to a clipping norm of this multiple of their rounding error. */
  public static final double NEARLY_EQUAL = 256;

  /** Rows that noise may hide from a search, in deviations of a count's noise. */
  private static final double HIDDEN_DEVIATIONS = 3;

  private static final double EXCESS_SHARE = 0.02;

  /** More coordinates than these could overflow 64-bit sums. */
  static final int MAX_DIMENSION = 1 << 22;

  private RecentredPlan(RecentredSpec spec, long rows, int dimension, boolean usesCells) {
    this(spec, rows, dimension, spec.range(rows, dimension), usesCells);
  }

  /** Plans a release; refuses too few rows for the budget, or too many for exact sums. */
  public static RecentredPlan create(RecentredSpec spec, long rows, int dimension) {
    check(spec, dimension);
    RecentredPlan plan = new RecentredPlan(spec, rows, dimension, false);
    plan.checkSums();
    plan.checkRows();
    return plan;
  }

  /** Returns the plan with the last steps answered from the cells of one pass. */
  public RecentredPlan byCells() {
    return new RecentredPlan(spec, rows, dimension, true);
  }

  /** Returns the plan of the first steps on a sample, that of a release of this number of rows. */
  public RecentredPlan ofSample(long sampled) {
    return new RecentredPlan(spec, Math.max(1, sampled), dimension, true);
  }

  /** Checks what does not depend on the number of rows, which may have to be paid for. */
  static void check(RecentredSpec spec, int dimension) {
    boolean fits = dimension <= MAX_DIMENSION;
    Checks.param("dimension", fits, "at most 2^22 with {method} recentred", dimension);
    int most = spec.asksMatrix() ? SecondMomentMatrix.MAX_DIMENSION : MAX_DIMENSION;
    String range = "at most " + most + " with a matrix of second moments";
    Checks.param("dimension", dimension <= most, range, dimension);
    NormRange unused = spec.range(1, dimension);
  }

  double mostTotalWeight() {
    return spec.rowCount().most(rows) * spec.unit().mostWeight();
  }

  private void checkSums() {
    if (spec.asksMatrix() && mostTotalWeight() > SecondMomentMatrix.MAX_ROWS) {
      throw new ParamException(
          "inputCol",
          "n = " + rows + " rows could overflow 64-bit sums of products",
          "a matrix of second moments takes rows with a total weight of at most 2^33");
    }
    if (mostTotalWeight() > RowCount.MAX_ROWS) {
      throw new ParamException(
          "inputCol",
          "n = " + rows + " rows could overflow 64-bit sums",
          "{method} recentred takes at most 2^42 rows");
    }
  }

  private void checkRows() {
    long least = smallestUsefulRows();
    if (rows < least) {
      throw new TooFewRowsException(
          NumberFormat.format(
              "n = %d %s are too few for {rho} = %s and {dimension} %d: at least %d are needed; use"
                  + " more %s, a larger budget, or {minNorm} and {bound} to narrow the search",
              rows, spec.unit().plural(), spec.rho(), dimension, least, spec.unit().plural()),
          least);
    }
  }

  /** The smallest n at which a count shows half of the rows, and a mean is useful. */
  private long smallestUsefulRows() {
    double forCounts =
        8
            * Math.sqrt(
                countSquare() * firstGrid().universe().levels() / (2 * MAX_RADIUS_SHARE * rho()));
    double s = spec.unit().replacementSensitivity();
    double forMean = 2 * s * Math.sqrt(2.0 * dimension / rho());
    return (long) Math.ceil(Math.max(forCounts, forMean));
  }

  public UnitsPlan units() {
    return new UnitsPlan(spec, rows, dimension);
  }

  private double countSquare() {
    return spec.unit().squaredSensitivityOfCounts(1).doubleValue();
  }

  public Release release(Estimate estimate, Noise noise) {
    Guarantee guarantee = Guarantee.inZcdp(new Zcdp(spec.rho()), spec.unit());
    return Release.of(spec.name(), TrustedParty.CURATOR, guarantee, estimate, noise);
  }

  /** Standard deviation of the number of rows, as a share of it; 0 if it is public. */
  public double countDeviation() {
    return spec.rowCount().deviation() / rows;
  }

  public double rho() {
    return spec.rhoOfMean();
  }

  /** Budget of the clipping norm: its noise moves the rank no farther than {@link #KAPPA} does. */
  public double thresholdBudget() {
    double ratio = RANK_DEVIATIONS / KAPPA;
    double s = spec.unit().replacementSensitivity();
    double enough = ratio * ratio * countSquare() * (fineLevels() + TESTS) / (s * s * dimension);
    return Math.min(MAX_THRESHOLD_SHARE, Math.max(MIN_THRESHOLD_SHARE, enough)) * rho();
  }

  public NormGrid firstGrid() {
    return NormGrid.octaves(range.low(), range.high(), COARSE_PER_OCTAVE);
  }

  /** Budget of a radius: the error of its counts is n/10 or less if that is affordable. */
  public double radiusBudget(NormGrid grid) {
    double enough = 50.0 * countSquare() * grid.universe().levels() / ((double) rows * rows);
    return Math.min(MAX_RADIUS_SHARE * rho(), Math.max(MIN_RADIUS_SHARE * rho(), enough));
  }

  /** The mean square of the noise of a mean clipped to norm 1 at budget 1. */
  public double unitNoise() {
    double s = spec.unit().sumSensitivity();
    return s * s * dimension / 2 / ((double) rows * rows);
  }

  /** Fineness of a coarse step, which leaves the centre off by the radius over this number. */
  public double fineness() {
    double unit = WIDTH * WIDTH * unitNoise();
    return Math.max(2, Math.min(8, Math.sqrt(COARSE_SHARE * rho() / unit)));
  }

  public double coarseBudget() {
    double fineness = fineness();
    return fineness * fineness * WIDTH * WIDTH * unitNoise();
  }

  /** True if one more coarse step and its radius are within the budget of all of them. */
  public boolean affordsCoarse(double spent, double step, double left) {
    return spent + step <= COARSE_CAP * rho() && coarseBudget() <= left / 4;
  }

  /**
   * Median distance of the rows to the centre, the expected squared distance of that to the mean,
   * and the median squared distance without it, limited to plausible values.
   */
  public record Spread(double radius, double offset, double intrinsic) {
    public Spread(double radius, double offset) {
      this(radius, offset, Math.max(radius * radius - offset, radius * radius / 2));
    }
  }

  /** Mean square of the noise that a finishing step would leave at budget 1. */
  public double finishingNoise(Spread spread) {
    return WIDTH * spread.radius() * WIDTH * spread.radius() * unitNoise();
  }

  /**
   * Budget of a finishing step, 0 if it does not reduce the error, {@code (1 + (1 + G) o) / left}:
   * o the relative squared offset, G the square of what clipping takes back of it, over the noise.
   */
  public double finishingBudget(Spread spread, double left) {
    double amplified = amplify(left);
    double a = amplified * finishingNoise(spread) / spread.intrinsic();
    double budget = -a + Math.sqrt(a * a + a * left);
    double off = amplified * Math.min(spread.offset(), spread.radius() * spread.radius() / 2);
    double with = (1 + a / budget) / (left - budget);
    double without = (1 + off / spread.intrinsic()) / left;
    return with < 0.995 * without ? budget : 0;
  }

  /** Budget of the finishing step of a start, which is always taken. */
  public double startBudget(Spread spread, double left) {
    double a = amplify(left) * finishingNoise(spread) / spread.intrinsic();
    return -a + Math.sqrt(a * a + a * left);
  }

  /** 1 + G. */
  private double amplify(double left) {
    double share = takenBack(left);
    return 1 + share * share * left / unitNoise();
  }

  /**
   * The share of a small offset that clipping reverses, for Gaussian rows: {@code E[(1 - C/|x|)+]}
   * by the normal approximation of the norm, plus a d-th of the clipped rows.
   */
  private double takenBack(double left) {
    double safe = safeNorm(left);
    double tight = tightNorm(safe, left);
    boolean tightens = mostTightenings() > 0 && triesTightening(tight, safe);
    double above = GaussianNorm.upperQuantile(dimension, tightens ? tight : safe);
    double z = Normal.roughUpperQuantile(above);
    double loss = Normal.density(z) - z * above;
    return loss / Math.sqrt(2.0 * dimension) + above / dimension;
  }

  /** The norm that step 4 finds for Gaussian rows, in units of their median distance. */
  public double safeNorm(double left) {
    double above = (rows - thresholdRank(left)) / rows;
    return halfCell(FINE_PER_OCTAVE) * GaussianNorm.quantile(dimension, above);
  }

  /** The tighter norm of Gaussian rows, in units of their median distance. */
  public double tightNorm(double safe, double left) {
    double quantile = GaussianNorm.quantile(dimension, bestShare(left));
    return Math.max(safe / MAX_TIGHTENING, halfCell(TIGHT_PER_OCTAVE) * quantile);
  }

  public NormGrid tightGrid(double norm) {
    return NormGrid.octaves(norm / MAX_TIGHTENING, norm, TIGHT_PER_OCTAVE);
  }

  /** Budget of the search for the tighter norm: the error of its counts is 3 percent of n. */
  public double tightSearchBudget(NormGrid grid) {
    return tightSearchBudget(grid.universe().levels(), 0.03);
  }

  public double tightSearchBudget(int levels, double error) {
    double enough = countSquare() * levels / (2 * error * error * ((double) rows * rows));
    return Math.min(TIGHT_SEARCH_SHARE * rho(), enough);
  }

  /** The share of Gaussian rows to clip that balances final noise against {@code taken}. */
  private double bestShare(double left) {
    double best = Double.POSITIVE_INFINITY;
    double share = MIN_CLIPPED;
    for (double q = MIN_CLIPPED; q <= MAX_CLIPPED; q *= SHARE_STEP) {
      double z = Normal.roughUpperQuantile(q);
      double norm = GaussianNorm.quantile(dimension, q);
      double noise = norm * norm * dimension * unitNoise() / left;
      double taken = ((1 + z * z) * q - z * Normal.density(z)) / (2 * rows);
      if (noise + taken < best) {
        best = noise + taken;
        share = q;
      }
    }
    return share;
  }

  public double tightRank(double left) {
    return (1 - bestShare(left)) * rows;
  }

  public boolean readsTail() {
    return !usesCells
        && dimension < MIN_WITHOUT_TAIL
        && rows > MIN_TAIL_ROWS * units().octaveDeviation(1, TAIL_SHARE * rho());
  }

  public double tailBudget(boolean degenerate) {
    return (degenerate && dimension == 1 ? DEGENERATE_TAIL_SHARE : TAIL_SHARE) * rho();
  }

  public double sideBudget() {
    return SIDE_SHARE * rho();
  }

  /** Maximum ratio of a norm by the tail to that of step 4. */
  public double mostOverSafe(boolean degenerate) {
    if (dimension > 1) {
      return 2;
    }
    return degenerate ? 16 : 2.5;
  }

  /** True if the norm of step 4 is kept, since the rows beyond it are to be bounded. */
  public boolean keepsSafeNorm() {
    return spec.regions().kind() == ErrorBarCoverage.CoverageKind.PROVED;
  }

  /** Number of standard deviations of its doubt added to the measured bias for its upper bound. */
  public double biasQuantile(boolean degenerate) {
    if (!readsTail()) {
      return 1.645;
    }
    return degenerate && dimension == 1 ? 2.2 : 2.5;
  }

  public int mostTightenings() {
    return dimension < MIN_TIGHTENED_DIMENSION ? 0 : MAX_TIGHTENINGS;
  }

  /** True if a tighter norm saves enough noise to be worth a measurement. */
  public boolean triesTightening(double tight, double norm) {
    return tight < 0.98 * norm;
  }

  public double tighteningBudget() {
    return TIGHTENING_SHARE * rho();
  }

  /** Standard deviation of the noise of a coordinate of the mean, at a budget. */
  public double deviation(double norm, double budget) {
    return norm * Math.sqrt(unitNoise() / dimension / budget);
  }

  /** The mean square of the noise of the final sum, in rows. */
  public double squaredNoise(double norm, double budget) {
    double deviation = deviation(norm, budget) * rows;
    return dimension * deviation * deviation;
  }

  public boolean coversNoiseOnly() {
    return spec.regions().kind() == ErrorBarCoverage.CoverageKind.NONE;
  }

  /** True if a separate question measures the effect of clipping. */
  public boolean asksExcess() {
    return switch (spec.regions().kind()) {
      case NONE -> false;
      case SAMPLE -> !readsTail();
      case PROVED -> true;
    };
  }

  public double excessBudget() {
    return EXCESS_SHARE * rho();
  }

  /** A bound on the rows beyond the norm of step 4, unless its search fails. */
  public long clippedRowsAtMost(double rank) {
    return (long) Math.min((double) rows, Math.ceil(rows - rank + rankError()));
  }

  private double rankError() {
    double budget = fineLevels() * thresholdCountBudget();
    return QuantileSearch.rankError(spec.unit(), fineLevels(), budget, MeanSpec.DEFAULT_BETA);
  }

  /** Budget of one count of the search for the clipping norm. */
  public double thresholdCountBudget() {
    return thresholdBudget() / (fineLevels() + TESTS);
  }

  private int fineLevels() {
    return usesCells ? CELL_LEVELS : FINE_LEVELS;
  }

  /** The rank of the clipping norm, with a given budget left for the final sum. */
  public double thresholdRank(double left) {
    return rankAbove(left, RANK_DEVIATIONS);
  }

  /** Number of rows that the noise of a search for a norm may hide. */
  double hiddenRows(NormGrid grid, double budget) {
    return HIDDEN_DEVIATIONS
        * spec.unit().countSensitivity()
        * Math.sqrt(grid.universe().levels() / (2 * budget));
  }

  /** The rank with a number of rows above it, at most half of them. */
  double rankBelow(double above) {
    return rows - Math.min(above, rows / 2.0);
  }

  /** The rank for octaves, where one wrong count moves the result far. */
  public double octaveRank(double left) {
    return rankAbove(left, OCTAVE_RANK_DEVIATIONS);
  }

  private double rankAbove(double left, double deviations) {
    double noise =
        deviations * spec.unit().countSensitivity() / Math.sqrt(2 * thresholdCountBudget());
    double s = spec.unit().sumSensitivity();
    return rankBelow(Math.max(KAPPA * s / 2 * Math.sqrt(2.0 * dimension / left), noise));
  }

  private static double halfCell(int perOctave) {
    return StrictMath.pow(2, 0.5 / perOctave);
  }

  /** Upper bound on the error from clipping; infinite if no range was given. */
  public double biasBound(double rank, double centre) {
    if (spec.bounds().isEmpty()) {
      return Double.POSITIVE_INFINITY;
    }
    return Math.min(1, (rows - rank + rankError()) / rows) * (range.high() + centre);
  }
}
