package org.privatemean.mean;

import org.privatemean.numeric.NumberFormat;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;

/** The size of the sample of the first steps: each row is in it with probability 2^-h. */
record SamplingRate(RecentredPlan plan) {
  /** Minimum number of coordinates in all rows: with fewer, the cost of jobs dominates. */
  private static final double MIN_COORDINATES = 4e6;

  /** Minimum dimension: in fewer, the norm follows from a tail that one pass does not measure. */
  private static final int MIN_DIMENSION = 8;

  /** Minimum number of wanted rows, and minimum share of all. */
  private static final double MIN_WANTED = 8192;

  private static final double MIN_PART = 1.0 / 32;

  /** A finest coarse step costs a percent of the budget for {@code sqrt(this d / rho)} rows. */
  private static final double ENOUGH = 18432;

  /** Wanted rows, and the minimum that suffices, in units of that number. */
  private static final double WANTED = 2;

  private static final double FEWEST = 0.7;

  /** With a larger share of the rows a sample costs more than it saves. */
  private static final int MIN_HALVINGS = 2;

  private static final double MAX_BYTES = 0x1p26;

  /** Maximum bytes if a smaller sample would have too few rows for the units of the coordinates. */
  private static final double MAX_BYTES_FOR_UNITS = 0x1p27;

  /** More rows could overflow the sums of one pass. */
  private static final double MAX_ROWS = 0x1p38;

  private double rows() {
    return (double) plan.rows();
  }

  /** Returns the number of halvings h; refuses a requested sample that is too small. */
  public static int compute(RecentredPlan plan) {
    return switch (plan.spec().sampling()) {
      case NONE -> 0;
      case AUTO -> new SamplingRate(plan).whereItPays();
      case ALWAYS -> new SamplingRate(plan).always();
    };
  }

  private int whereItPays() {
    int h = wantedHalvings();
    boolean pays =
        obstacle().isEmpty()
            && plan.dimension() >= MIN_DIMENSION
            && rows() * plan.dimension() >= MIN_COORDINATES
            && h >= MIN_HALVINGS
            && isEnough(h)
            && keepsUnits(h);
    return pays ? h : 0;
  }

  private int always() {
    String obstacle = obstacle();
    if (!obstacle.isEmpty()) {
      throw new ParamException(
          "sampling",
          "{sampling} always is not possible with " + obstacle,
          "set {sampling} auto, or leave that out");
    }
    int h = Math.max(1, wantedHalvings());
    if (!isEnough(h)) {
      throw new ParamException(
          "sampling",
          NumberFormat.format(
              "{sampling} always: a sample of 1/%d of n = %.0f rows is too small for {rho} = %s and"
                  + " {dimension} %d: it would need %.0f rows",
              1L << h, rows(), plan.spec().rho(), plan.dimension(), Math.ceil(FEWEST * enough())),
          "set {sampling} auto, or use more rows or a larger budget");
    }
    return h;
  }

  private String obstacle() {
    if (plan.spec().unit().mostWeight() > 1) {
      return "rows that have weights";
    }
    if (plan.spec().regions().kind() == ErrorBarCoverage.CoverageKind.PROVED) {
      return "{regions} proved";
    }
    if (plan.spec().moments() != RecentredSpec.Moments.MEAN) {
      return plan.spec().moments().plural();
    }
    return plan.spec().rowCount().most(plan.rows()) > MAX_ROWS ? "more than 2^38 rows" : "";
  }

  private double enough() {
    return Math.sqrt(ENOUGH * plan.dimension() / plan.spec().rho());
  }

  private double sampledRows(int h) {
    return Math.scalb(rows(), -h);
  }

  private double bytes(int h) {
    return sampledRows(h) * plan.dimension() * Double.BYTES;
  }

  private boolean isEnough(int h) {
    return sampledRows(h) >= FEWEST * enough();
  }

  /** The largest number of halvings that leaves the wanted rows, or more if memory requires it. */
  private int wantedHalvings() {
    double wanted = Math.max(Math.max(MIN_WANTED, MIN_PART * rows()), WANTED * enough());
    int h = rows() < wanted ? 0 : Math.getExponent(rows() / wanted);
    while (bytes(h) > MAX_BYTES && !needsForUnits(h)) {
      h++;
    }
    return h;
  }

  /** True if one more halving would lose the units, and memory allows for the present size. */
  private boolean needsForUnits(int h) {
    return bytes(h) <= MAX_BYTES_FOR_UNITS && keepsUnits(h) && !keepsUnits(h + 1);
  }

  /** True if the sample searches for units, and detects them as cheaply, if all rows would. */
  private boolean keepsUnits(int h) {
    UnitsPlan all = plan.units();
    UnitsPlan sample = plan.ofSample((long) sampledRows(h)).units();
    return !plan.spec().scaling().equals(Scaling.STANDARD)
        || ((sample.asksOctaves() || !all.asksOctaves())
            && (sample.seesSingleOctaves() || !all.seesSingleOctaves()));
  }

  /** Upper bound on the rows of a sample, exceeded by one sample in 10^22. */
  public static long most(RecentredPlan plan, int halvings) {
    double expected = Math.scalb(plan.spec().rowCount().most(plan.rows()), -halvings);
    return (long) Math.ceil(expected + 10 * Math.sqrt(expected) + 50);
  }
}
