package org.privatemean.mean;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.privatemean.mean.ColumnScales.ColumnClass;

/**
 * Finds units in which every column has a deviation of about 1 within the groups and bears the cost
 * of its tail (after step 4), as {@link StandardScaling} does, for all live groups together.
 *
 * <p><b>Privacy.</b> A row is in one cell of each counted column and has one vector of squares,
 * clipped to a released norm. Each is one common question, at a price that every live group pays
 * (grouped-mean.md, "Proof").
 */
final class PooledScaling {
  private static final int MAX_LOOKS = 8;

  /** Weights that leave the error larger than this share of the previous error are not used. */
  private static final double WORSE = 0.97;

  private static final double FALLS = 2;

  /** Maximum factor by which a unit falls in one question: offsets are known only roughly. */
  private static final double MAX_FALL = 8;

  /** A group whose squared offset is this multiple of the median one could not pay for a step. */
  private static final double LAGS = 16;

  /** Bound on the noise of one centre, in standard deviations. */
  private static final double OFFSET = 6;

  /** A reach that is larger than before by this factor belongs to other values. */
  private static final double BEYOND_BULK = 8;

  private static final double CLIPPED = 0.01;

  /** Log2 of the maximum factor that equalises groups: nearly equal rows are not magnified. */
  private static final int MAX_FACTOR = 6;

  /** Number of octaves of norms in units of a radius, from a quarter of it on. */
  private static final int NORM_OCTAVES = 10;

  private final GroupedPlan plan;
  private final GroupTrustModel trust;
  private final GroupState state;
  private final GroupCentreSearch search;
  private final int[] live;
  private final Slots all;
  private final double rows;
  private final double squaredRows;
  private final double share;
  private double spent;

  /** Deviations of most rows from the centres, at their last measurement. */
  private double[] bulks;

  private PrivateColumnCounts columns;
  private double[] deviations;

  PooledScaling(
      GroupedPlan plan, GroupTrustModel trust, GroupState state, GroupCentreSearch search) {
    this.plan = plan;
    this.trust = trust;
    this.state = state;
    this.search = search;
    this.live = state.live();
    this.all = Slots.together(state.groups(), live);
    this.rows = state.rows(live);
    this.squaredRows = Arrays.stream(live).mapToDouble(g -> state.rows(g) * state.rows(g)).sum();
    this.share = rows / plan.spec().groupsPerPerson();
  }

  Optional<PrivateColumnCounts> columns() {
    return Optional.ofNullable(columns);
  }

  double deviation(int j) {
    return deviations[j];
  }

  /** Weights and clips columns, unless that would increase the error. */
  void standardise(ColumnOctaves[] magnitudes) {
    if (live.length == 0 || !affords(plan.magnitudePrice(share))) {
      return;
    }
    boolean alike = state.weights() == null;
    Runnable back = state.remember();
    // Taken before settling, which weights columns to recentre them.
    double[] plainRadii = state.radii().clone();
    GroupTransform plain = state.frame();
    settle();
    ColumnScales first = scales(j -> false);
    if (alike && !first.pays(ColumnScales.SURELY_ALIKE)) {
      back.run();
      return;
    }
    askReaches();
    lookAgain();
    ColumnScales scales = refine(scales(j -> isSilent(magnitudes[j])));
    boolean useless = alike && !scales.pays(ColumnScales.PAYS);
    if (useless || !affords(3 * plan.normPrice())) {
      back.run();
      return;
    }
    scales = scales.withOrdinaryNorm(ordinaryNorm(scales), plan.spec().rareUnit());
    weigh(scales);
    if (scales.shareRows(Double.POSITIVE_INFINITY)) {
      double norm = rowNorm("norm of all", state.frame(factors()));
      if (scales.shareRows(norm)) {
        scales = scales.withSharedRows(norm);
        weigh(scales);
      }
    }
    search.remeasure();
    search.recentre(2);
    if (alike && !scales.hasIsolated() && isWorse(scales, plain, plainRadii)) {
      back.run();
    }
  }

  private boolean affords(double price) {
    return plan.affordsColumns(trust.ledger().remainingCommon() - price);
  }

  /** True for a column of nothing but 0 in all groups, if it has a public unit. */
  private boolean isSilent(ColumnOctaves magnitudes) {
    return plan.spec().rareUnit() > 0 && magnitudes.isMostlyZero() && !magnitudes.isSeen();
  }

  /** Alternates counts with clipped means in the units that they showed, until none falls. */
  private void settle() {
    int d = plan.dimension();
    double price = plan.magnitudePrice(share);
    bulks = new double[d];
    Arrays.setAll(bulks, j -> typicalRadius() / Math.sqrt(d) / state.weight(j));
    for (int noisy = 1; ; noisy++) {
      spent += price;
      double[] factors = factors();
      ColumnOctaves[] seen = octaves("spreads", factors, price);
      double[] units = bulks.clone();
      boolean[] dark = new boolean[d];
      double[] offsets = offsets(factors);
      boolean unsettled = false;
      for (int j = 0; j < d; j++) {
        dark[j] = !seen[j].isSeen();
        if (!dark[j]) {
          double rms = seen[j].rms();
          boolean fell = rms * FALLS < bulks[j];
          boolean rounding = rms <= 4 * floor(j);
          boolean falls = noisy == 1 ? isNear(rms, offsets[j]) : fell;
          dark[j] = rounding || (falls && fell);
          units[j] = rmsWithin(j, rms, offsets[j]);
          unsettled |= falls && !rounding;
          bulks[j] = rms;
        }
      }
      if (!unsettled
          || noisy == MAX_LOOKS
          || !plan.affordsPooled(spent + price)
          || !affords(price)) {
        record(seen, dark, offsets);
        return;
      }
      weigh(CoordinateWeights.inverse(units), null);
      search.remeasure();
      search.recentre(1);
    }
  }

  private ColumnOctaves[] octaves(String step, double[] factors, double price) {
    int[] every = IntStream.range(0, plan.dimension()).toArray();
    return octaves(step, factors, every, null, UnitsPlan.OCTAVE_FAILURE, price);
  }

  /** Counts some columns; values below {@code least}, if any, count as 0. */
  private ColumnOctaves[] octaves(
      String step, double[] factors, int[] which, double[] least, double failure, double price) {
    int[] near = near(factors);
    Slots slots = Slots.together(state.groups(), near);
    GroupTransform frame = state.frame(null, factors);
    GroupExponents question = new GroupExponents(frame, slots, which, least);
    double[] counts = trust.pooledSum(step, question, price);
    return plan.octaves(counts, state.rows(near), failure, price);
  }

  /** Counts again to detect rare values too, with known deviations of the columns. */
  private void askReaches() {
    double price = plan.spreadPrice(share);
    if (price <= plan.magnitudePrice(share) || !affords(price)) {
      return;
    }
    double[] factors = factors();
    ColumnOctaves[] seen = octaves("reaches", factors, price);
    boolean[] dark = new boolean[plan.dimension()];
    for (int j = 0; j < dark.length; j++) {
      boolean beyond = seen[j].reach() > BEYOND_BULK * columns.column(j).reach();
      dark[j] = !seen[j].isSeen() || (columns.isDark(j) && !beyond);
    }
    record(seen, dark, offsets(factors));
  }

  private void record(ColumnOctaves[] seen, boolean[] dark, double[] offsets) {
    columns = new PrivateColumnCounts(seen, dark);
    deviations = bulks.clone();
    for (int j = 0; j < deviations.length; j++) {
      if (!dark[j]) {
        deviations[j] = rmsWithin(j, seen[j].rms(), offsets[j]);
      }
      deviations[j] = Math.max(deviations[j], floor(j));
    }
  }

  private ColumnScales scales(IntPredicate silent) {
    double[] reaches = new double[deviations.length];
    ColumnClass[] kinds = new ColumnClass[deviations.length];
    for (int j = 0; j < kinds.length; j++) {
      reaches[j] = Math.max(deviations[j], columns.column(j).reach());
      kinds[j] = columns.kind(j, silent.test(j));
    }
    return ColumnScales.of(deviations, reaches, kinds);
  }

  private double rmsWithin(int j, double rms, double offset) {
    double square = Math.max(rms * rms - offset * offset, rms * rms / (MAX_FALL * MAX_FALL));
    return Math.max(isNear(rms, offset) ? Math.sqrt(square) : rms, floor(j));
  }

  /** True if a value may be only the noise of the centres, which varies more over few groups. */
  private boolean isNear(double rms, double offset) {
    return rms < (1.2 + 2.2 * Math.sqrt(squaredRows) / rows) * offset;
  }

  private double floor(int coordinate) {
    return Math.max(
        plan.spec().range().low(), CentreSearch.ROUNDING_FLOOR * state.largestCentre(coordinate));
  }

  private void lookAgain() {
    int[] dark = columns.dark();
    double price = plan.secondLookPrice(dark.length);
    if (dark.length == 0 || !affords(price)) {
      return;
    }
    double[] factors = factors();
    double[] least = new double[state.groups() * dark.length];
    for (int group : live) {
      double offset = OFFSET * Math.sqrt(state.offset(group) / plan.dimension());
      for (int k = 0; k < dark.length; k++) {
        double noise = offset / state.weight(dark[k]);
        double floor = 4 * CentreSearch.ROUNDING_FLOOR * Math.abs(state.centre(group, dark[k]));
        double most = Math.max(noise, floor) * factors[group];
        least[group * dark.length + k] = Math.max(most, columns.column(dark[k]).reach());
      }
    }
    double failure = UnitsPlan.SECOND_LOOK_FAILURE;
    ColumnOctaves[] second =
        octaves("nearly constant columns", factors, dark, least, failure, price);
    boolean[] still = new boolean[dark.length];
    for (int k = 0; k < dark.length; k++) {
      still[k] = !second[k].isSeen();
      deviations[dark[k]] = still[k] ? deviations[dark[k]] : second[k].rms();
    }
    columns.detect(dark, second, new double[plan.dimension()], still);
  }

  /** Refines deviations by second moments, with each value cut at twice its column's reach. */
  private ColumnScales refine(ColumnScales scales) {
    double price = plan.momentPrice(share);
    if (!affords(price)) {
      return scales;
    }
    double[] factors = factors();
    double[] units = scales.momentUnits();
    GroupTransform frame =
        state
            .frame(CoordinateWeights.inverse(units), factors)
            .withLimits(scales.momentLimits())
            .withSquares();
    int octaves = 17 + Math.getExponent((double) plan.dimension());
    double norm = norm("variance norm", frame, 0x1p-6, octaves, CLIPPED, price / 5);
    GroupSum sum = GroupSum.create(frame, all, norm);
    double forSum = price * 4 / 5;
    double[] total = trust.pooledSum("variances", sum, forSum);
    double noise = plan.momentDeviation(norm, forSum, share);
    double[] squares = new double[scales.size()];
    double[] offsets = offsets(factors);
    boolean[] resolved = new boolean[squares.length];
    for (int j = 0; j < squares.length; j++) {
      double mean = total[j] * sum.step(0) / rows;
      squares[j] = units[j] * units[j] * mean - offsets[j] * offsets[j];
      resolved[j] = mean > StandardScaling.RESOLVED * noise;
    }
    return scales.withMoments(squares, resolved);
  }

  /** C0: the norm of rows without rare values, with the same share of rows beyond it as later. */
  private double ordinaryNorm(ColumnScales scales) {
    GroupTransform frame =
        state
            .frame(CoordinateWeights.inverse(scales.ordinaryScales()), factors())
            .withLimits(scales.ordinaryLimits());
    return rowNorm("norm of ordinary rows", frame);
  }

  private double rowNorm(String step, GroupTransform frame) {
    int octaves = 6 + Math.getExponent((double) plan.dimension()) / 2;
    return norm(step, frame, 0.25, octaves, biasBeyond(), plan.normPrice());
  }

  /** The share of the rows that are later left beyond their group's clipping norm. */
  private double biasBeyond() {
    double out = 0;
    for (int group : live) {
      out +=
          plan.rank(state.rows(group), Math.max(search.remainingBudget(group), Double.MIN_NORMAL));
    }
    return out / rows;
  }

  /** A pooled norm with a share of the rows beyond it, or a larger share if noise requires it. */
  private double norm(
      String step, GroupTransform frame, double low, int octaves, double beyond, double price) {
    double[] lows = {low};
    return low * StrictMath.pow(2, octave(step, frame, lows, octaves, beyond, price));
  }

  /** The pooled norm in octaves above the low end of each group. */
  private double octave(
      String step, GroupTransform frame, double[] lows, int octaves, double beyond, double price) {
    int cells = octaves * RecentredPlan.COARSE_PER_OCTAVE;
    int levels = Integer.SIZE - Integer.numberOfLeadingZeros(cells);
    double most = Math.min(Math.max(plan.leastBeyond(levels, price), beyond * rows), rows / 2);
    GroupCells norms = GroupCells.open(frame, all, lows, RecentredPlan.COARSE_PER_OCTAVE, cells);
    int cell = trust.counts(step, norms).search(step, new double[] {most}, price)[0];
    return (double) cell / RecentredPlan.COARSE_PER_OCTAVE;
  }

  private void weigh(ColumnScales scales) {
    double[] factors = factors();
    double[] most = scales.limits();
    int d = most.length;
    double[] limits = new double[state.groups() * d];
    // The limits of a group with a large spread are larger by the same factor.
    Arrays.setAll(limits, k -> most[k % d] * Math.max(1, 1 / factors[k / d]));
    weigh(scales.weights(), limits);
  }

  /** Applies weights; radii and offsets become those of the same rows in the new weights. */
  private void weigh(double[] weights, double[] limits) {
    double before = 0;
    double after = 0;
    double offsetAfter = 0;
    for (int j = 0; j < weights.length; j++) {
      double ratio = weights[j] / state.weight(j);
      double old = bulks[j] * state.weight(j);
      before += old * old;
      after += old * ratio * old * ratio;
      offsetAfter += ratio * ratio;
    }
    double stretch = Math.sqrt(after / before);
    state.weighBy(weights, limits);
    for (int group : live) {
      state.recordFound(group, state.radius(group) * stretch);
      state.offBy(group, state.offset(group) * offsetAfter / weights.length);
    }
  }

  /** The groups that do not lag behind; the rows of the others are far from their centres. */
  private int[] near(double[] factors) {
    double[] offsets =
        Arrays.stream(live).mapToDouble(g -> offsetOf(g, factors)).sorted().toArray();
    double most = LAGS * offsets[offsets.length / 2];
    return Arrays.stream(live).filter(g -> offsetOf(g, factors) <= most).toArray();
  }

  private double offsetOf(int group, double[] factors) {
    return state.offset(group) * factors[group] * factors[group];
  }

  /** The root mean square distance of the centres to the means by column, in data units. */
  private double[] offsets(double[] factors) {
    int[] near = near(factors);
    double sum = Arrays.stream(near).mapToDouble(g -> state.rows(g) * offsetOf(g, factors)).sum();
    double[] offsets = new double[plan.dimension()];
    Arrays.fill(offsets, Math.sqrt(sum / state.rows(near) / offsets.length));
    Arrays.setAll(offsets, j -> offsets[j] / state.weight(j));
    return offsets;
  }

  /** A mean of the radii that is not dominated by one group: the geometric one. */
  private double typicalRadius() {
    double sum = 0;
    for (int group : live) {
      sum += state.rows(group) * StrictMath.log(state.radius(group));
    }
    return StrictMath.exp(sum / rows);
  }

  /** Powers of two that make the radii of groups nearly equal: no group determines the units. */
  private double[] factors() {
    double typical = typicalRadius();
    return state.values(
        live,
        1,
        group -> {
          double octaves = StrictMath.log(typical / state.radius(group)) / StrictMath.log(2);
          int power = (int) Math.max(-MAX_FACTOR, Math.min(MAX_FACTOR, octaves));
          return Math.scalb(1.0, power);
        });
  }

  /** True if weights make nearly all rows so long that the error in deviations grows. */
  private boolean isWorse(ColumnScales scales, GroupTransform plain, double[] plainRadii) {
    double[] weighted = scales.deviations();
    Arrays.setAll(weighted, j -> weighted[j] * state.weight(j));
    double[] errors = scales.errorsOfNorm(weighted);
    return guardNorm(state.frame(), state.radii()) * errors[0]
        > WORSE * guardNorm(plain, plainRadii) * errors[1];
  }

  /** A private norm of nearly all rows, in units of their groups' radii, times the mean radius. */
  private double guardNorm(GroupTransform frame, double[] radii) {
    double[] lows = new double[radii.length];
    Arrays.setAll(lows, group -> radii[group] > 0 ? radii[group] / 4 : 1);
    double octave =
        octave("norm of all", frame, lows, NORM_OCTAVES, biasBeyond(), plan.normPrice());
    double squares = 0;
    for (int group : live) {
      squares += state.rows(group) * radii[group] * radii[group];
    }
    return Math.sqrt(squares / rows) / 4 * StrictMath.pow(2, octave);
  }
}
