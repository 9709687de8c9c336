package org.privatemean.mean;

import org.privatemean.numeric.Normal;
import org.privatemean.privacy.Neighbours;
import org.privatemean.request.GroupedSpec;

/**
 * The constants and formulas of the grouped mean. Shares for a group's own questions are of {@code
 * rho / L}; common questions have noise for L rows of a person, so that {@code T / L} replaces the
 * number of rows T.
 */
record GroupedPlan(GroupedSpec spec, int dimension) {
  static final int TESTED_OCTAVES = 8;
  static final double TIGHT = 0.6;
  static final int MAX_ROUNDS = 12;
  static final int MAX_LOOKS = 2;
  private static final double COUNT_SHARE = 0.02;
  private static final double SAFE_SHARE = 0.005;
  private static final double TIGHT_SHARE = 0.003;
  private static final double OWN_NORM_SHARE = 0.05;
  private static final double TEST_SHARE = 0.01;
  private static final double LOOK_SHARE = 0.01;
  private static final double EXCESS_SHARE = 0.004;
  private static final double LOOP_CAP = 0.4;

  static final double MAX_EXCESS = 2;

  /** A class is asked for the effect of clipping if the noise of the answer is below this share. */
  private static final double CLEAR = 0.25;

  private static final double UPPER = 1.645;

  /** Guess, in clipping norms, of the excess length of rows beyond the norm. */
  private static final double GUESSED_EXCESS = 0.25;

  private static final double MIN_LEFT = 0.2;

  /** Maximum share of pooled counts by octave if rows are few. */
  private static final double MAX_BULK_SHARE = 0.03;

  /** The budget of common questions. */
  double rho() {
    return spec.rho();
  }

  /** The budget of a group's own questions. */
  double own() {
    return spec.rho() / spec.groupsPerPerson();
  }

  private double sumSensitivity() {
    return spec.unit().sumSensitivity();
  }

  private double cellSquare() {
    return spec.unit().squaredSensitivityOfPartitions(1).doubleValue();
  }

  double countPrice() {
    return COUNT_SHARE * own();
  }

  /** Standard deviation of that number. */
  double countDeviation() {
    return 1 / Math.sqrt(2 * countPrice());
  }

  /** Minimum number of rows: smaller groups are not asked anything else. */
  double leastRows() {
    return Math.max(25 / Math.sqrt(own()), sumSensitivity() * Math.sqrt(8 * dimension / own()));
  }

  /** The mean square of the noise of a mean clipped to norm 1 at budget 1. */
  double unitNoise(double rows) {
    double s = sumSensitivity();
    return s * s * dimension / (2 * rows * rows);
  }

  double cellDeviation(double price) {
    return Math.sqrt(cellSquare() / (2 * price));
  }

  static double countDeviation(double price) {
    return 1 / Math.sqrt(2 * price);
  }

  double meanDeviation(double norm, double price, double rows) {
    return norm * Math.sqrt(unitNoise(rows) / dimension / price);
  }

  // Step 1: the location of all rows.

  double pooledSearchPrice(int levels, double rows) {
    return Math.min(0.02 * rho(), Math.max(0.0005 * rho(), 50 * levels / (rows * rows)));
  }

  /** Fineness of a pooled mean, whose noise moves the centre by the radius over this number. */
  double pooledFineness(double rows) {
    return fineness(rows, 0.002 * rho(), 2);
  }

  private double fineness(double rows, double price, double least) {
    double unit = RecentredPlan.WIDTH * RecentredPlan.WIDTH * unitNoise(rows);
    return Math.min(8, Math.max(least, Math.sqrt(price / unit)));
  }

  double pooledStepPrice(double rows) {
    return stepPrice(rows, pooledFineness(rows));
  }

  private double stepPrice(double rows, double fineness) {
    return fineness * fineness * RecentredPlan.WIDTH * RecentredPlan.WIDTH * unitNoise(rows);
  }

  /** True if common questions of one kind may cost this amount. */
  boolean affordsPooled(double spent) {
    return spent <= 0.05 * rho();
  }

  double octavePrice() {
    return 0.005 * rho();
  }

  // Steps 3 and 4: the location of a group.

  /** Price of the histogram of held octaves, of a group of n rows. */
  double locatePrice(double rows) {
    return Math.min(0.02 * own(), Math.max(0.002 * own(), 50 / (rows * rows)));
  }

  double fineness(double rows) {
    return fineness(rows, 0.01 * own(), 2.5);
  }

  double stepPrice(double rows) {
    return stepPrice(rows, fineness(rows));
  }

  double radiusPrice(double rows) {
    return Math.min(0.01 * own(), Math.max(0.002 * own(), 50 / (rows * rows)));
  }

  /** Number of half octaves of that histogram: 10 to 13, down to a quarter of the offset. */
  int radiusCells(double rows) {
    return (int) Math.ceil(2 * (Math.log(4 * fineness(rows)) / Math.log(2) + 1.5));
  }

  /** True if a group may spend this amount on finding its centre, given the remaining budget. */
  boolean affordsStep(double spent, double rows, double left) {
    double step = stepPrice(rows);
    return spent + step + radiusPrice(rows) <= LOOP_CAP * own() && step <= left / 4;
  }

  // Scaling, between the steps 0 and 1 and after step 4.

  /** True if most of a column's values would exceed the noise of pooled counts by octave. */
  boolean asksOctaves(double rows) {
    return dimension <= 1 << 14 && bulkPrice(rows) <= MAX_BULK_SHARE * rho();
  }

  double octaveDeviation(int columns, double price) {
    return spec.groupsPerPerson() * Math.sqrt(columns * cellSquare() / (2 * price));
  }

  ColumnOctaves[] octaves(double[] counts, double rows, double failure, double price) {
    int columns = counts.length / OctaveCounts.CELLS;
    return ColumnOctaves.of(counts, rows, octaveDeviation(columns, price), failure);
  }

  /** The price at which an octave that holds a part of all rows is detected. */
  private double heardPrice(double part, double rows) {
    double alone = ColumnOctaves.seenAlone(UnitsPlan.OCTAVE_FAILURE, dimension);
    double ratio = alone / (part * rows);
    return dimension * cellSquare() / 2 * ratio * ratio;
  }

  /** The price at which three octaves that hold half of the rows are detected together. */
  private double bulkPrice(double rows) {
    return heardPrice(0.5 / Math.sqrt(ColumnOctaves.TOGETHER), rows);
  }

  /** Price of the orders of magnitude: octaves of an eighth of the rows show, if affordable. */
  double magnitudePrice(double rows) {
    return octavesPrice(0.012, 1 / 8.0, rows);
  }

  /** Price of spreads and rare values: it detects octaves of one row in 500, if affordable. */
  double spreadPrice(double rows) {
    return octavesPrice(0.01, 1 / 500.0, rows);
  }

  private double octavesPrice(double most, double part, double rows) {
    double enough = Math.min(most * rho(), Math.max(0.0005 * rho(), heardPrice(part, rows)));
    return Math.max(bulkPrice(rows), enough);
  }

  /** Price of a second question about columns that seem to be constant. */
  double secondLookPrice(int columns) {
    return Math.min(
            UnitsPlan.MAX_SECOND_LOOK_SHARE,
            columns * cellSquare() / 2 * UnitsPlan.SECOND_LOOK_SHARE)
        * rho();
  }

  /** Price of a round of pooled second moments: their relative error is a tenth, if affordable. */
  double momentPrice(double rows) {
    double enough = 1.8 * 1.8 * orthantSquare() * dimension / (1.6 * 0.01 * rows * rows);
    return Math.min(0.01 * rho(), Math.max(0.0005 * rho(), enough));
  }

  /** Standard deviation of the noise of a pooled second moment clipped to a norm. */
  double momentDeviation(double norm, double price, double rows) {
    return norm * Math.sqrt(orthantSquare() / (2 * price)) / rows;
  }

  private double orthantSquare() {
    return spec.unit().squaredSensitivityOfOrthantSum(1).doubleValue();
  }

  double normPrice() {
    return 0.003 * rho();
  }

  /** Smallest number of rows beyond a pooled norm that is detected. */
  double leastBeyond(int levels, double price) {
    return 3 * spec.groupsPerPerson() * countDeviation(price / levels);
  }

  boolean affordsColumns(double left) {
    return left > UnitsPlan.MIN_LEFT * rho();
  }

  // Steps 5 to 8: the extent of the rows of a group.

  /** The amount that the steps after the finishing one certainly need of a group. */
  double reserve() {
    // Questions about classes are charged twice if rows may move.
    double twice = spec.unit().neighbours() == Neighbours.REPLACE ? 2 : 1;
    double pooled = SAFE_SHARE + TIGHT_SHARE + (spec.excess() ? EXCESS_SHARE : 0);
    return (twice * pooled + TEST_SHARE + LOOK_SHARE) * own();
  }

  /** Price of a finishing step for a group, 0 if it does not reduce the error. */
  double finishingPrice(double rows, double radius, double offset, double left) {
    double room = left - reserve();
    if (!(room > 0)) {
      return 0;
    }
    double unit = unitNoise(rows);
    double z = Normal.roughUpperQuantile(1 - TIGHT);
    double loss = Normal.density(z) - z * (1 - TIGHT);
    double share = loss / Math.sqrt(2.0 * dimension) + (1 - TIGHT) / dimension;
    double amplified = 1 + share * share * room / unit;
    double intrinsic = new RecentredPlan.Spread(radius, offset).intrinsic();
    double a = amplified * finishingNoise(rows, radius) / intrinsic;
    double price = Math.sqrt(a * a + a * room) - a;
    double off = amplified * Math.min(offset, radius * radius / 2);
    double with = (1 + a / price) / (room - price);
    double without = 0.995 * (1 + off / intrinsic) / room;
    return with < without ? price : 0;
  }

  double finishingNoise(double rows, double radius) {
    return RecentredPlan.WIDTH * radius * RecentredPlan.WIDTH * radius * unitNoise(rows);
  }

  /** Optimal number of rows of a group beyond its clipping norm. */
  double rank(double rows, double left) {
    return Math.min(0.8 * sumSensitivity() * Math.sqrt(2.0 * dimension / left), rows / 2);
  }

  /** Number of rows allowed beyond the norm, given the noise of the count. */
  double allowedLoss(double rows, double rank) {
    return Math.min(Math.max(rank, 2.5 * countDeviation(testPrice())), rows / 2);
  }

  double allowedFar(double rows, double rank) {
    return Math.min(Math.max(rank, 4 * countDeviation(testPrice())), rows / 2);
  }

  double testPrice() {
    return TEST_SHARE * own();
  }

  /** True if a group has enough budget left for its own questions. */
  boolean affordsOwn(double left) {
    return left > MIN_LEFT * own();
  }

  /** Price of the search for the norm of a class that leaves few rows out. */
  double safePrice() {
    return SAFE_SHARE * rho();
  }

  /** Minimum number of rows of a class that are left out, so that noise does not decide. */
  double leastOut(int levels) {
    return 2.5 * spec.groupsPerPerson() * Math.sqrt(levels / (2 * safePrice()));
  }

  double tightPrice() {
    return TIGHT_SHARE * rho();
  }

  double ownNormPrice() {
    return OWN_NORM_SHARE * own();
  }

  double lookPrice() {
    return LOOK_SHARE * own();
  }

  int mostLooks() {
    return dimension < RecentredPlan.MIN_TIGHTENED_DIMENSION ? 0 : MAX_LOOKS;
  }

  /** True if the noise of a class's answer about clipping is well below that of a group's mean. */
  boolean asksExcess(double all, double rows, double left) {
    double noise = Math.sqrt(unitNoise(rows) / Math.max(left, excessPrice()));
    return excessDoubt(all) / UPPER < CLEAR * noise;
  }

  /** Uncertainty of that answer due to noise, in clipping norms, at a one-sided 95 percent. */
  double excessDoubt(double all) {
    return UPPER * MAX_EXCESS * spec.groupsPerPerson() * countDeviation(excessPrice()) / all;
  }

  /** Guess of the effect of clipping, in clipping norms, used if it was not measured. */
  double guessedExcess(double rowsOut, double rows) {
    return GUESSED_EXCESS * rowsOut / rows;
  }

  double excessPrice() {
    return EXCESS_SHARE * rho();
  }
}
