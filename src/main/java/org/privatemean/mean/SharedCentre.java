package org.privatemean.mean;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.privatemean.geometry.NormRange;

/** Finds what the rows of all live groups share (steps 1 and 2): magnitudes, offset and octaves. */
final class SharedCentre {
  private static final int MAX_STEPS = 25;
  private static final double UNLIKE = 0x1p6;
  private static final double SETTLED = 0.8;
  static final int RADIUS_LEVELS = 13;
  static final int STEP_LEVELS = 6;

  /** Octaves below and above the pooled radius that are looked at. */
  private static final int BELOW = 40;

  private static final int ABOVE = 60;
  private static final int MAX_OCTAVES = 64;
  private static final double HELD = 4.5;

  private final GroupedPlan plan;
  private final GroupTrustModel trust;
  private final GroupState state;
  private final NormRange range;
  private final Slots all;
  private final double rows;
  private final double share;
  private double[] centre;
  private GroupTransform frame;
  private double radius;

  SharedCentre(GroupedPlan plan, GroupTrustModel trust, GroupState state) {
    this.plan = plan;
    this.trust = trust;
    this.state = state;
    this.range = plan.spec().range();
    int[] live = state.live();
    this.all = Slots.together(state.groups(), live);
    this.rows = state.rows(live);
    this.share = rows / plan.spec().groupsPerPerson();
    this.centre = new double[plan.dimension()];
  }

  /** Units of different orders of magnitude, where there are such: powers of two. */
  ColumnOctaves[] magnitudes() {
    GroupExponents question = new GroupExponents(state.transformAround(centre), all);
    double price = plan.magnitudePrice(share);
    double[] counts = trust.pooledSum("magnitudes", question, price);
    ColumnOctaves[] seen = plan.octaves(counts, rows, UnitsPlan.OCTAVE_FAILURE, price);
    double[] units = Arrays.stream(seen).mapToDouble(ColumnOctaves::rms).toArray();
    double low = Arrays.stream(units).filter(u -> u > 0).min().orElse(1);
    double high = Arrays.stream(units).max().orElse(1);
    if (high > low * UNLIKE) {
      state.weighBy(
          Arrays.stream(units)
              .map(u -> u > 0 ? Math.scalb(1.0, -Math.getExponent(u) - 1) : 1)
              .toArray(),
          null);
    }
    return seen;
  }

  void locate() {
    frame = state.transformAround(centre);
    radius = radius(range.low(), range.high(), RADIUS_LEVELS);
    double fineness = plan.pooledFineness(share);
    double price = plan.pooledStepPrice(share);
    double cost = price + plan.pooledSearchPrice(STEP_LEVELS, share);
    double spent = 0;
    boolean settled = false;
    for (int k = 0; k < MAX_STEPS && !settled && plan.affordsPooled(spent + cost); k++) {
      spent += cost;
      move(price);
      double floor = Math.max(range.low(), CentreSearch.ROUNDING_FLOOR * state.largest(centre, 0));
      double low = Math.max(radius / (4 * fineness), floor);
      double next = radius(Math.min(low, radius), 2 * radius, STEP_LEVELS);
      settled = next > SETTLED * radius || next <= low;
      radius = next;
    }
    state.startAt(centre);
  }

  private void move(double price) {
    GroupSum sum = GroupSum.create(frame, all, RecentredPlan.WIDTH * radius);
    double[] total = trust.pooledSum("shared centre", sum, price);
    double[] moved = centre.clone();
    for (int j = 0; j < moved.length; j++) {
      moved[j] += total[j] * sum.step(0) / rows / state.weight(j);
    }
    centre = moved;
    frame = state.transformAround(centre);
  }

  private double radius(double low, double high, int levels) {
    double octaves = (Math.log(high) - Math.log(low)) / Math.log(2);
    int cells = (int) Math.ceil(octaves * RecentredPlan.COARSE_PER_OCTAVE);
    double[] lows = {low};
    GroupCells lengths = GroupCells.open(frame, all, lows, RecentredPlan.COARSE_PER_OCTAVE, cells);
    double price = plan.pooledSearchPrice(levels, share);
    int cell =
        trust.counts("shared centre", lengths)
            .search("shared centre", new double[] {rows / 2}, price)[0];
    return low * StrictMath.pow(2, (double) cell / RecentredPlan.COARSE_PER_OCTAVE);
  }

  /** Lower end of octave 0 of distance. */
  double lowest() {
    return Math.scalb(1.0, Math.getExponent(radius) - BELOW);
  }

  /** Octaves of distance that hold rows, ascending, two adjacent. */
  int[] octaves() {
    int[] every = IntStream.rangeClosed(0, BELOW + ABOVE).toArray();
    GroupCells cells = GroupCells.octaves(frame, all, lowest(), every);
    double price = plan.octavePrice();
    double[] counts = trust.pooledSum("magnitude counts", cells, price);
    double least = HELD * plan.spec().groupsPerPerson() * plan.cellDeviation(price);
    boolean[] full = new boolean[counts.length];
    for (int k = 0; k < counts.length; k++) {
      full[k] = counts[k] > least || Math.abs(k - BELOW) <= 1;
    }
    int[] held =
        IntStream.range(0, full.length)
            .filter(k -> full[k] || (k > 0 && full[k - 1]) || (k < full.length - 1 && full[k + 1]))
            .toArray();
    return Arrays.stream(held)
        .boxed()
        .sorted((one, other) -> Double.compare(counts[other], counts[one]))
        .limit(MAX_OCTAVES)
        .mapToInt(Integer::intValue)
        .sorted()
        .toArray();
  }
}
