package org.privatemean.mean.recentred.plan;

import java.util.Locale;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.Scaling;

/**
 * The size of the sample that the first steps work on: each row is in it with probability {@code p
 * = 2^-h}, and h = 0 means that they work on all rows. From public and released values alone: the
 * number of rows n, their dimension d, the budget and what was asked for.
 */
public final class SamplingRate {
  /** Fewer coordinates in all rows are read so fast that only jobs are seen. */
  private static final double MIN_COORDINATES = 4e6;

  /** In fewer dimensions the clipping norm follows from a tail that one pass does not tell. */
  private static final int MIN_DIMENSION = 8;

  /** Wanted rows at least, and at least this part of all: it adds little to what is read anyway. */
  private static final double MIN_WANTED = 8192;

  private static final double MIN_PART = 1.0 / 32;

  /**
   * This many rows, {@code sqrt(18432 d / rho)}, pay a percent of the budget for a coarse step of
   * the greatest fineness.
   */
  private static final double ENOUGH = 18432;

  /** Wanted rows, and the fewest that do, in units of that. */
  private static final double WANTED = 2;

  private static final double FEWEST = 0.7;

  /** With a larger part of the rows a sample costs more than it saves. */
  private static final int MIN_HALVINGS = 2;

  /** Bytes of the sample, which the driver holds. */
  private static final double MAX_BYTES = 0x1p26;

  /** The same, where fewer rows would be too few for the units of the coordinates. */
  private static final double MAX_BYTES_FOR_UNITS = 0x1p27;

  /** More rows could overflow the sums of one pass. */
  private static final double MAX_ROWS = 0x1p38;

  private final RecentredPlan plan;
  private final double rows;
  private final int dimension;

  private SamplingRate(RecentredPlan plan) {
    this.plan = plan;
    this.rows = plan.rows();
    this.dimension = plan.dimension();
  }

  /**
   * The number of halvings h.
   *
   * @param plan of a release that takes all rows for every step
   * @throws IllegalArgumentException if a sample is asked for where there can be none, or where it
   *     would be too small
   */
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
            && dimension >= MIN_DIMENSION
            && rows * dimension >= MIN_COORDINATES
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
          "{sampling} always does not go with " + obstacle,
          "set {sampling} auto, or leave that out");
    }
    int h = Math.max(1, wantedHalvings());
    if (!isEnough(h)) {
      throw new ParamException(
          "sampling",
          String.format(
              Locale.ROOT,
              "{sampling} always: a sample of 1/%d of n = %.0f rows is too small for {rho} = %s and"
                  + " {dimension} %d: it would need %.0f rows",
              1L << h,
              rows,
              plan.spec().rho(),
              dimension,
              Math.ceil(FEWEST * enough())),
          "set {sampling} auto, or use more rows or a larger budget");
    }
    return h;
  }

  /** Why no sample can be taken; empty where it can. */
  private String obstacle() {
    if (plan.spec().unit().mostWeight() > 1) {
      return "rows that have weights";
    }
    if (plan.spec().regions().kind() == ErrorBarCoverage.CoverageKind.PROVED) {
      return "{regions} proved";
    }
    if (plan.spec().deviations()) {
      return "standard deviations";
    }
    return plan.spec().rowCount().most(plan.rows()) > MAX_ROWS ? "more than 2^38 rows" : "";
  }

  private double enough() {
    return Math.sqrt(ENOUGH * dimension / plan.spec().rho());
  }

  private double sampledRows(int h) {
    return Math.scalb(rows, -h);
  }

  private double bytes(int h) {
    return sampledRows(h) * dimension * Double.BYTES;
  }

  private boolean isEnough(int h) {
    return sampledRows(h) >= FEWEST * enough();
  }

  /** The most halvings that leave the wanted rows, or as many more as memory asks for. */
  private int wantedHalvings() {
    double wanted = Math.max(Math.max(MIN_WANTED, MIN_PART * rows), WANTED * enough());
    int h = rows < wanted ? 0 : Math.getExponent(rows / wanted);
    while (bytes(h) > MAX_BYTES && !needsForUnits(h)) {
      h++;
    }
    return h;
  }

  /** True if one halving more would lose the units, and memory stands these. */
  private boolean needsForUnits(int h) {
    return bytes(h) <= MAX_BYTES_FOR_UNITS && keepsUnits(h) && !keepsUnits(h + 1);
  }

  /**
   * True if the sample looks for units of different magnitude where all rows would, and sees them
   * for no larger share of the budget.
   */
  private boolean keepsUnits(int h) {
    UnitsPlan all = plan.units();
    UnitsPlan sample = plan.ofSample((long) sampledRows(h)).units();
    return !plan.spec().scaling().equals(Scaling.STANDARD)
        || ((sample.asksOctaves() || !all.asksOctaves())
            && (sample.seesSingleOctaves() || !all.seesSingleOctaves()));
  }

  /**
   * Rows that a sample may have, except for one sample in 10^22.
   *
   * @param halvings h, at least 1
   */
  public static long most(RecentredPlan plan, int halvings) {
    double expected = Math.scalb(plan.spec().rowCount().most(plan.rows()), -halvings);
    return (long) Math.ceil(expected + 10 * Math.sqrt(expected) + 50);
  }
}
