package org.privatemean.mean;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.privatemean.privacy.ledger.GroupLedger.GroupQueryKind;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;

/** Finds the rows of every group (steps 3 to 5), all groups in lockstep. */
final class GroupCentreSearch {
  private static final int WINDOW = 4;
  private static final int GUESSED_OCTAVES = 8;

  private final GroupedPlan plan;
  private final GroupTrustModel trust;
  private final GroupState state;
  private final double least;
  private final double[] spent;

  GroupCentreSearch(GroupedPlan plan, GroupTrustModel trust, GroupState state) {
    this.plan = plan;
    this.trust = trust;
    this.state = state;
    this.least = plan.spec().range().low();
    this.spent = new double[state.groups()];
  }

  double remainingBudget(int group) {
    return trust.ledger().remaining(group, GroupQueryKind.SUM);
  }

  /** Step 3: the two neighbouring octaves that hold most of a group, of those that hold rows. */
  void locate(double low, int[] held) {
    int[] live = state.live();
    double[] prices =
        Arrays.stream(live).mapToDouble(g -> plan.locatePrice(state.rows(g))).toArray();
    GroupCells cells =
        GroupCells.octaves(state.frame(), Slots.each(state.groups(), live), low, held);
    double[] counts = trust.own("magnitude count", cells, live, prices);
    for (int i = 0; i < live.length; i++) {
      double[] own = Arrays.copyOfRange(counts, i * held.length, (i + 1) * held.length);
      double deviation = plan.cellDeviation(prices[i]);
      int best = 0;
      double most = Double.NEGATIVE_INFINITY;
      for (int k = 0; k + 1 < held.length; k++) {
        boolean adjacent = held[k + 1] == held[k] + 1;
        double pair = adjacent ? own[k] + own[k + 1] : Math.max(own[k], own[k + 1]);
        if (pair > most) {
          most = pair;
          best = k;
        }
      }
      if (most > Math.max(3 * Math.sqrt(2) * deviation, 0.3 * state.rows(live[i]))) {
        int top = own[best + 1] > 2 * deviation ? held[best + 1] : held[best];
        double radius = low * StrictMath.pow(2, top + 0.75);
        state.recordFound(live[i], radius);
        // A group that can afford no step stays there: nothing pooled may see an infinite offset.
        state.offBy(live[i], radius * radius);
      } else {
        state.end(live[i], GroupStatus.NOT_LOCATED, trust.ledger().spent(live[i]));
      }
    }
  }

  /** Takes coarse clipped means (step 4), each followed by the radius, if rows are off centre. */
  void recentre(int most) {
    boolean[] settled = new boolean[state.groups()];
    for (int round = 0; round < most; round++) {
      int[] go = state.live(g -> !settled[g] && affords(g));
      if (go.length == 0) {
        return;
      }
      step(go, "recentring", group -> plan.stepPrice(state.rows(group)));
      for (int group : go) {
        double off = state.radius(group) / plan.fineness(state.rows(group));
        state.offBy(group, off * off);
      }
      measure(go, settled);
      for (int group : go) {
        spent[group] += plan.stepPrice(state.rows(group)) + plan.radiusPrice(state.rows(group));
      }
    }
  }

  /** Measures radii in new units, whose guess may be far off. */
  void remeasure() {
    int[] go = state.live(this::affords);
    if (go.length == 0) {
      return;
    }
    int[] cells = new int[state.groups()];
    Arrays.fill(cells, 2 * GUESSED_OCTAVES);
    double half = StrictMath.pow(2, -GUESSED_OCTAVES / 2.0);
    double[] lows = state.values(go, 1, group -> state.radius(group) * half);
    double[] medians = medians(go, lows, cells);
    for (int k = 0; k < go.length; k++) {
      state.recordFound(go[k], Math.max(lows[go[k]] * StrictMath.pow(2, medians[k] / 2), least));
      spent[go[k]] += plan.radiusPrice(state.rows(go[k]));
    }
  }

  private boolean affords(int group) {
    return plan.affordsStep(spent[group], state.rows(group), remainingBudget(group));
  }

  private void step(int[] groups, String name, IntToDoubleFunction price) {
    double[] norms = state.values(groups, 0, group -> RecentredPlan.WIDTH * state.radius(group));
    GroupSum sum = GroupSum.create(state.frame(), Slots.each(state.groups(), groups), norms);
    double[] prices = Arrays.stream(groups).mapToDouble(price).toArray();
    state.move(groups, means(name, sum, groups, prices));
  }

  /** Asks for sums and returns them as means, in weighted coordinates. */
  double[] means(String name, GroupSum sum, int[] groups, double[] prices) {
    double[] totals = trust.own(name, sum, groups, prices);
    double[] means = new double[totals.length];
    int d = plan.dimension();
    for (int k = 0; k < groups.length; k++) {
      double factor = sum.step(groups[k]) / state.rows(groups[k]);
      for (int j = 0; j < d; j++) {
        means[k * d + j] = totals[k * d + j] * factor;
      }
    }
    return means;
  }

  /** The radius around a new centre: the median within the four cells that hold most. */
  private void measure(int[] groups, boolean[] settled) {
    int[] cells = new int[state.groups()];
    for (int group : groups) {
      cells[group] = plan.radiusCells(state.rows(group));
    }
    double[] lows =
        state.values(groups, 1, g -> state.radius(g) * StrictMath.pow(2, 1.5 - cells[g] / 2.0));
    double[] medians = medians(groups, lows, cells);
    for (int k = 0; k < groups.length; k++) {
      int group = groups[k];
      double before = state.radius(group);
      double next = Math.min(lows[group] * StrictMath.pow(2, medians[k] / 2), 2 * before);
      double floor = Math.max(least, CentreSearch.ROUNDING_FLOOR * state.largest(group));
      double fineness = plan.fineness(state.rows(group));
      boolean spread = next > 2 * before / fineness;
      settled[group] = spread || next <= floor;
      state.falling(group, !spread);
      state.recordFound(group, Math.max(next, floor));
    }
  }

  /** Medians of distances to the centre, in cells of half an octave. */
  private double[] medians(int[] groups, double[] lows, int[] cells) {
    GroupCells norms =
        GroupCells.create(state.frame(), Slots.each(state.groups(), groups), lows, 2, cells);
    double[] prices =
        Arrays.stream(groups).mapToDouble(g -> plan.radiusPrice(state.rows(g))).toArray();
    double[] counts = trust.own("radius", norms, groups, prices);
    double[] medians = new double[groups.length];
    for (int k = 0; k < groups.length; k++) {
      int from = k * norms.width();
      medians[k] = median(Arrays.copyOfRange(counts, from, from + cells[groups[k]]));
    }
    return medians;
  }

  /** Returns where the noisy counts of the fullest window pass half of its total, in cells. */
  private static double median(double[] counts) {
    int width = Math.min(WINDOW, counts.length);
    int best = 0;
    double most = Double.NEGATIVE_INFINITY;
    for (int k = 0; k + width <= counts.length; k++) {
      double total = Arrays.stream(counts, k, k + width).sum();
      if (total > most) {
        most = total;
        best = k;
      }
    }
    double below = 0;
    for (int k = best; k < best + width; k++) {
      if (below + counts[k] >= most / 2) {
        double within = (most / 2 - below) / Math.max(counts[k], 1e-9);
        return k + Math.max(0, Math.min(1, within));
      }
      below += counts[k];
    }
    return best;
  }

  /** Step 5: one finer step, where it pays for itself, and the radius to expect after it. */
  void finish() {
    double[] prices =
        state.values(
            state.live(),
            0,
            g ->
                plan.finishingPrice(
                    state.rows(g), state.radius(g), state.offset(g), remainingBudget(g)));
    int[] pays = state.live(group -> prices[group] > 0);
    if (pays.length == 0) {
      return;
    }
    step(pays, "final centre", group -> prices[group]);
    for (int group : pays) {
      double radius = state.radius(group);
      double intrinsic = new RecentredPlan.Spread(radius, state.offset(group)).intrinsic();
      double offset = plan.finishingNoise(state.rows(group), radius) / prices[group];
      state.recordFound(group, Math.sqrt(intrinsic + offset));
      state.offBy(group, offset);
    }
  }
}
