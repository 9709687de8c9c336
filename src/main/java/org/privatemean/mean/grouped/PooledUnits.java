package org.privatemean.mean.grouped;

import java.util.Arrays;
import org.privatemean.query.group.GroupCells;
import org.privatemean.query.group.GroupFrame;
import org.privatemean.query.group.GroupSum;
import org.privatemean.query.group.GroupTrust;
import org.privatemean.query.group.Slots;

/**
 * After step 4: units in which every coordinate has a deviation of about 1 within the groups, where
 * that pays.
 *
 * <p>A round asks all live groups together for the second moments of the coordinates about their
 * groups' own centres, each group in units of its radius. How far these centres are off is known,
 * it is noise; so what is left of a moment is spread within groups. A coordinate whose moment is
 * mostly offset is measured again after a step in smaller units.
 *
 * <p><b>Privacy.</b> A row has one vector of squares, about the centre of its group, and each is
 * clipped to the released norm; all groups' are added up. So adding or removing a row moves the sum
 * by at most the norm, replacing one, whether inside its group or with another group, by at most
 * the norm times the root of two, no coordinate being negative: the sensitivity of one sum of
 * squares over all rows, at a price that every live group pays.
 */
final class PooledUnits {
  private static final int MOST_ROUNDS = 8;

  /** Weights are worth their trouble where they lower the error by this factor. */
  private static final double PAYS = 1.15;

  private static final double RESOLVED = 4;

  /** A unit falls by this factor in one round at most: offsets are known roughly. */
  private static final double MOST_FALL = 8;

  private static final double SETTLED = 2;

  /** The share of the vectors of squares that is clipped: groups that lag behind do not decide. */
  private static final double CLIPPED = 0.05;

  /** Rows so many deviations away are no bulk. */
  private static final double FAR = 8;

  /** Groups are made alike up to this factor: one whose rows are nearly equal is not blown up. */
  private static final double MOST_FACTOR = 64;

  private static final double ROUNDING_FLOOR = 0x1p-40;

  /** Octaves of norms in units of a radius, from a quarter of it on. */
  private static final int GUARD_OCTAVES = 10;

  private final GroupedPlan plan;
  private final GroupTrust trust;
  private final GroupState state;
  private final GroupLocator locator;
  private final int[] live;
  private final Slots all;
  private final double rows;
  private final double share;
  private double spent;

  /** Null where nobody asked. */
  private Magnitudes spreads;

  /** What moments were when they were asked. */
  private double[] bulks;

  private boolean[] falling;

  PooledUnits(GroupedPlan plan, GroupTrust trust, GroupState state, GroupLocator locator) {
    this.plan = plan;
    this.trust = trust;
    this.state = state;
    this.locator = locator;
    this.live = state.live();
    this.all = Slots.together(state.groups(), live);
    this.rows = state.rows(live);
    this.share = rows / plan.spec().groupsPerPerson();
    this.falling = new boolean[plan.dimension()];
  }

  /** Weighs coordinates, unless private norms say that rows become too long by that. */
  void standardise() {
    if (live.length == 0) {
      return;
    }
    Runnable back = state.remember();
    double[] weights = state.weights();
    double[] radii = state.radii().clone();
    double[] units = units(typicalRadius() / Math.sqrt(plan.dimension()), weights);
    boolean changed = false;
    for (int round = 0; round < MOST_ROUNDS && affords(); round++) {
      Moments moments = ask(units);
      double[] next = moments.units();
      if (!changed && gain(next) < PAYS) {
        return;
      }
      askSpreads(moments);
      lift(next);
      falling = falling(units, next);
      boolean settled = settled(units, next);
      units = next;
      weigh(units, moments);
      changed = true;
      locator.remeasure();
      locator.recentre(settled ? 2 : 1);
      if (settled) {
        break;
      }
    }
    if (changed && isWorse(units, weights, radii)) {
      Arrays.fill(falling, false);
      back.run();
    }
  }

  private boolean affords() {
    double price = plan.momentPrice(share);
    return plan.affordsUnits(spent + price) && trust.ledger().remainingCommon() > 4 * price;
  }

  /** Values that few rows have, which clipped moments lose: again where the others fell. */
  private void askSpreads(Moments moments) {
    boolean again = bulks == null;
    for (int j = 0; bulks != null && j < bulks.length; j++) {
      again |= falling[j] && moments.bulk(j) * FAR < bulks[j];
    }
    double price = plan.spreadPrice(share);
    if (again
        && plan.asksMagnitudes(share)
        && plan.affordsUnits(spent + price)
        && trust.ledger().remainingCommon() > 4 * price) {
      spent += price;
      spreads = Magnitudes.ask(plan, trust, "spreads", state.frame(null), all, price);
      bulks = new double[plan.dimension()];
      Arrays.setAll(bulks, moments::bulk);
    }
  }

  /** Units are no less than what rows far from the others spread. */
  private void lift(double[] units) {
    for (int j = 0; spreads != null && j < units.length; j++) {
      units[j] = Math.max(units[j], spreads.beyond(j, FAR * bulks[j], rows));
    }
  }

  private static boolean[] falling(double[] before, double[] after) {
    boolean[] falling = new boolean[before.length];
    for (int j = 0; j < falling.length; j++) {
      falling[j] = after[j] * SETTLED < before[j];
    }
    return falling;
  }

  /**
   * Coordinates whose rows are nearly equal as far as was looked: those that fell to the end. Rare
   * values of them may have been missed.
   */
  boolean[] nearlyEqual() {
    return falling.clone();
  }

  /** So many rows of a value may have been missed. */
  double missed() {
    return spreads == null ? rows : spreads.least();
  }

  private void stretch(double[] weights, double stretch) {
    double offsetBefore = 0;
    double offsetAfter = 0;
    for (int j = 0; j < weights.length; j++) {
      double offset = 1 / (state.weight(j) * state.weight(j));
      offsetBefore += offset * state.weight(j) * state.weight(j);
      offsetAfter += offset * weights[j] * weights[j];
    }
    state.weighBy(weights);
    for (int group : live) {
      state.found(group, state.radius(group) * stretch);
      state.offBy(group, state.offset(group) * offsetAfter / offsetBefore);
    }
  }

  /** The mean square by which the centres are off in a coordinate, in data units. */
  private double offset(int coordinate, double[] factors) {
    double offset = 0;
    for (int group : live) {
      double off = state.offset(group) * factors[group] * factors[group];
      offset += state.rows(group) * off / rows;
    }
    return offset / plan.dimension() / (state.weight(coordinate) * state.weight(coordinate));
  }

  /** A mean of the radii that no group decides: the geometric one. */
  private double typicalRadius() {
    double sum = 0;
    for (int group : live) {
      sum += state.rows(group) * StrictMath.log(state.radius(group));
    }
    return StrictMath.exp(sum / rows);
  }

  /** What makes the radii of all groups the typical one, so that none decides what units are. */
  private double[] factors() {
    double typical = typicalRadius();
    double[] factors = new double[state.groups()];
    for (int group : live) {
      double factor = typical / state.radius(group);
      factors[group] = Math.max(1 / MOST_FACTOR, Math.min(MOST_FACTOR, factor));
    }
    return factors;
  }

  private double meanSquare(double[] radii) {
    double sum = 0;
    for (int group : live) {
      sum += state.rows(group) * radii[group] * radii[group];
    }
    return sum / rows;
  }

  private double[] units(double typical, double[] weights) {
    double[] units = new double[plan.dimension()];
    Arrays.setAll(units, j -> typical / (weights == null ? 1 : weights[j]));
    return units;
  }

  /**
   * What a round saw.
   *
   * @param values second moments in data units squared; noise may take them below 0
   * @param noise standard deviation of the noise of each
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Moments(double[] values, double[] noise, double[] offsets, double[] floors) {
    /** The deviation of most rows from the centres, offsets included. */
    double bulk(int coordinate) {
      return Math.sqrt(Math.max(values[coordinate], noise[coordinate] / RESOLVED));
    }

    /** Deviations within groups, at least what the round could resolve. */
    double[] units() {
      double[] units = new double[values.length];
      for (int j = 0; j < units.length; j++) {
        double seen = Math.max(values[j], noise[j] / RESOLVED);
        double within = Math.max(values[j] - offsets[j], seen / (MOST_FALL * MOST_FALL));
        units[j] = Math.max(Math.sqrt(Math.max(within, noise[j] / RESOLVED)), floors[j]);
      }
      return units;
    }
  }

  private Moments ask(double[] units) {
    double price = plan.momentPrice(share);
    spent += price;
    double[] inverse = Arrays.stream(units).map(u -> 1 / u).toArray();
    double[] factors = factors();
    GroupFrame frame = state.squares(inverse, factors);
    double norm = squareNorm(frame, price / 5);
    GroupSum sum = GroupSum.of(frame, all, norm);
    double forSum = price * 4 / 5;
    double[] total = trust.pooled("variances", sum, forSum);
    double deviation = plan.momentDeviation(norm, forSum, share);
    int d = plan.dimension();
    Moments moments = new Moments(new double[d], new double[d], new double[d], new double[d]);
    for (int j = 0; j < d; j++) {
      double square = units[j] * units[j];
      moments.values[j] = square * (total[j] * sum.step(0) / rows);
      moments.noise[j] = square * deviation;
      moments.offsets[j] = offset(j, factors);
      moments.floors[j] =
          Math.max(plan.spec().range().low(), ROUNDING_FLOOR * state.largestCentre(j));
    }
    return moments;
  }

  /**
   * A norm that one in twenty of the vectors of squares is beyond, or more where noise is larger.
   */
  private double squareNorm(GroupFrame frame, double price) {
    int perOctave = GroupedPlan.COARSE_PER_OCTAVE;
    double low = 0x1p-6;
    int octaves = 17 + Math.getExponent((double) plan.dimension());
    int cells = octaves * perOctave;
    int levels = Integer.SIZE - Integer.numberOfLeadingZeros(cells);
    double noise = 3 * plan.spec().groupsPerPerson() * GroupedPlan.countDeviation(price / levels);
    double most = Math.min(Math.max(noise, CLIPPED * rows), rows / 2);
    GroupCells norms = GroupCells.open(frame, all, new double[] {low}, perOctave, cells);
    int cell =
        trust.counts("variance norm", norms).search("variance norm", new double[] {most}, price)[0];
    return low * StrictMath.pow(2, (double) cell / perOctave);
  }

  private static boolean settled(double[] before, double[] after) {
    for (int j = 0; j < before.length; j++) {
      if (after[j] * SETTLED < before[j] || after[j] > SETTLED * before[j]) {
        return false;
      }
    }
    return true;
  }

  /** How much smaller weights by these units make the error in standard units. */
  private double gain(double[] units) {
    double squares = 0;
    double inverses = 0;
    for (int j = 0; j < units.length; j++) {
      double weighted = units[j] * state.weight(j);
      squares += weighted * weighted;
      inverses += 1 / (weighted * weighted);
    }
    return Math.sqrt(squares * inverses) / units.length;
  }

  /** Takes units for weights; radii and offsets are those of the same rows in the new ones. */
  private void weigh(double[] units, Moments moments) {
    double[] weights = Arrays.stream(units).map(u -> 1 / u).toArray();
    double before = 0;
    double after = 0;
    for (int j = 0; j < units.length; j++) {
      double moment = Math.max(moments.values[j], moments.noise[j] / RESOLVED);
      before += moment * state.weight(j) * state.weight(j);
      after += moment * weights[j] * weights[j];
    }
    stretch(weights, Math.sqrt(after / before));
  }

  /**
   * Whether the norms that hold nearly all rows are so much longer in units of the deviations that
   * the error in these is larger than without weights: a rare category, say, makes a long row.
   */
  private boolean isWorse(double[] units, double[] weightsBefore, double[] radiiBefore) {
    if (trust.ledger().remainingCommon() < 4 * plan.guardPrice()) {
      return false;
    }
    double now = guardNorm(state.weights(), state.radii()) * Math.sqrt(plan.dimension());
    double inverses = 0;
    for (int j = 0; j < units.length; j++) {
      double weighted = units[j] * (weightsBefore == null ? 1 : weightsBefore[j]);
      inverses += 1 / (weighted * weighted);
    }
    double then = guardNorm(weightsBefore, radiiBefore) * Math.sqrt(inverses);
    return now > then;
  }

  /** A private norm of nearly all rows, in units of their groups' radii, times the mean radius. */
  private double guardNorm(double[] weights, double[] radii) {
    int perOctave = GroupedPlan.COARSE_PER_OCTAVE;
    double[] lows = radii.clone();
    for (int group = 0; group < lows.length; group++) {
      lows[group] = lows[group] > 0 ? lows[group] / 4 : 1;
    }
    int cells = GUARD_OCTAVES * perOctave;
    int levels = Integer.SIZE - Integer.numberOfLeadingZeros(cells);
    double most =
        Math.max(
            0.02 * rows,
            2.5
                * plan.spec().groupsPerPerson()
                * GroupedPlan.countDeviation(plan.guardPrice() / levels));
    GroupCells norms = GroupCells.open(state.frame(weights), all, lows, perOctave, cells);
    int cell =
        trust.counts("norm of all", norms)
            .search("norm of all", new double[] {Math.min(most, rows / 2)}, plan.guardPrice())[0];
    return Math.sqrt(meanSquare(radii)) / 4 * StrictMath.pow(2, (double) cell / perOctave);
  }
}
