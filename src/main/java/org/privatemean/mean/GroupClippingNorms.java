package org.privatemean.mean;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Finds how far the rows of a group reach (step 6): every group tests octaves on its own, and those
 * of like size and answer are a class, which is asked together for a norm.
 */
final class GroupClippingNorms {
  private static final int FAR_OCTAVES = 63;

  /** The norms of a class: from this share of its octave on, for four octaves. */
  private static final double MIN_NORM = 0.3;

  private static final int CLASS_CELLS = 4 * GroupedPlan.FINE_PER_OCTAVE;
  static final int CLASS_LEVELS = Integer.SIZE - Integer.numberOfLeadingZeros(CLASS_CELLS);

  private final GroupedPlan plan;
  private final GroupTrustModel trust;
  private final GroupState state;
  private final GroupCentreSearch search;
  private final int[] live;

  private final int[] octaves;

  private final double[] ranks;
  private final double[] allowed;

  /** In units of the radius. */
  private final double[] safe;

  private final double[] tight;
  private int[] classOf;
  private int classes;

  GroupClippingNorms(
      GroupedPlan plan, GroupTrustModel trust, GroupState state, GroupCentreSearch search) {
    this.plan = plan;
    this.trust = trust;
    this.state = state;
    this.search = search;
    this.live = state.live();
    this.octaves = new int[state.groups()];
    this.ranks = new double[state.groups()];
    this.allowed = new double[state.groups()];
    this.safe = new double[state.groups()];
    this.tight = new double[state.groups()];
  }

  /** The norm that leaves few rows of a group out, in weighted coordinates. */
  double safe(int group) {
    return safe[group] * state.radius(group);
  }

  /** A norm that a group may be clipped to if that costs little bias. */
  double tight(int group) {
    return Math.min(tight[group] * state.radius(group), safe(group));
  }

  /** This many rows of a group are meant to be beyond its norm. */
  double rowsOut(int group) {
    return classOf[group] < 0 ? allowed[group] : ranks[group];
  }

  /** The class of each group, or -1. */
  int[] classOf() {
    return classOf;
  }

  int classes() {
    return classes;
  }

  void find() {
    for (int group : live) {
      double left = Math.max(search.remainingBudget(group), Double.MIN_NORMAL);
      ranks[group] = plan.rank(state.rows(group), left);
      allowed[group] = plan.allowedLoss(state.rows(group), ranks[group]);
    }
    boolean[] open = new boolean[state.groups()];
    for (int group : live) {
      open[group] = true;
    }
    test(open);
    testFar(state.live(g -> open[g] && plan.affordsOwn(search.remainingBudget(g))));
    for (int group : live) {
      safe[group] = GroupedPlan.WIDTH * StrictMath.pow(2, octaves[group]);
      tight[group] = safe[group] / GroupedPlan.WIDTH;
    }
    classify();
    askClasses();
  }

  /** Counts rows by norm, from a share of the octave of each group on. */
  private GroupTrustModel.ExactCounts counts(
      String step, Slots slots, double share, int perOctave, int cells) {
    return trust.counts(
        step, GroupCells.open(state.frame(), slots, edges(share), perOctave, cells));
  }

  private double[] edges(double share) {
    double[] edges = new double[state.groups()];
    Arrays.fill(edges, 1);
    for (int group : live) {
      edges[group] = share * StrictMath.pow(2, octaves[group]) * state.radius(group);
    }
    return edges;
  }

  /** One octave after the other, from one look: only what is asked is paid for. */
  private void test(boolean[] open) {
    Slots each = Slots.each(state.groups(), live);
    GroupTrustModel.ExactCounts counts =
        counts("clipping checks", each, GroupedPlan.WIDTH / 2, 1, GroupedPlan.TESTED_OCTAVES + 1);
    for (int k = 0; k < GroupedPlan.TESTED_OCTAVES; k++) {
      int[] ask = state.live(g -> open[g] && plan.affordsOwn(search.remainingBudget(g)));
      for (int group : live) {
        open[group] = false;
      }
      if (ask.length == 0) {
        return;
      }
      int[] first = new int[ask.length];
      Arrays.fill(first, k + 1);
      int[] slots = IntStream.of(ask).map(each::of).toArray();
      double[] beyond = counts.above("clipping checks", ask, slots, first, plan.testPrice());
      for (int i = 0; i < ask.length; i++) {
        if (beyond[i] > allowed[ask[i]]) {
          open[ask[i]] = true;
          octaves[ask[i]] = k + 1;
        }
      }
    }
  }

  /** Rows far beyond: most of such a group is at one point. */
  private void testFar(int[] far) {
    if (far.length == 0) {
      return;
    }
    double[] most =
        IntStream.of(far).mapToDouble(g -> plan.allowedFar(state.rows(g), ranks[g])).toArray();
    Slots each = Slots.each(state.groups(), far);
    int[] found =
        counts("clipping checks", each, GroupedPlan.WIDTH / 2, 1, FAR_OCTAVES)
            .search("clipping checks", far, most, plan.farPrice());
    for (int i = 0; i < far.length; i++) {
      octaves[far[i]] += Math.max(0, found[i] - 1);
    }
  }

  /** Groups of one octave and of like size, those apart that are too small to say. */
  private void classify() {
    int[] key = new int[state.groups()];
    Arrays.fill(key, -1);
    for (int group : live) {
      key[group] = octaves[group] << 6 | Math.getExponent(state.rows(group));
    }
    classOf = new int[state.groups()];
    Arrays.fill(classOf, -1);
    for (int each : IntStream.of(live).map(g -> key[g]).distinct().sorted().toArray()) {
      int[] of = IntStream.of(live).filter(g -> key[g] == each).toArray();
      if (classRowsOut(of) <= IntStream.of(of).mapToDouble(g -> allowed[g]).sum()) {
        for (int group : of) {
          classOf[group] = classes;
        }
        classes++;
      }
    }
  }

  private double classRowsOut(int[] groups) {
    double ranked = IntStream.of(groups).mapToDouble(g -> ranks[g]).sum();
    return Math.max(ranked, plan.leastOut(CLASS_LEVELS));
  }

  int[] of(int number) {
    return IntStream.of(live).filter(g -> classOf[g] == number).toArray();
  }

  private void askClasses() {
    if (classes > 0) {
      Slots slots = Slots.classes(classOf, classes);
      int fine = GroupedPlan.FINE_PER_OCTAVE;
      GroupTrustModel.ExactCounts counts =
          counts("reach of classes", slots, MIN_NORM, fine, CLASS_CELLS);
      double[] few = new double[classes];
      double[] many = new double[classes];
      for (int k = 0; k < classes; k++) {
        int[] of = of(k);
        few[k] = classRowsOut(of);
        many[k] = (1 - GroupedPlan.TIGHT) * state.rows(of);
      }
      int[] safeCells = counts.search("reach of classes", few, plan.safePrice());
      int[] tightCells = counts.search("reach of classes", many, plan.tightPrice());
      for (int group : live) {
        int of = classOf[group];
        if (of >= 0) {
          double first = MIN_NORM * StrictMath.pow(2, octaves[group]);
          safe[group] = first * fine(safeCells[of]);
          tight[group] = first * fine(tightCells[of]);
        }
      }
    }
    askAlone(state.live(g -> classOf[g] < 0 && plan.affordsOwn(search.remainingBudget(g))));
  }

  private static double fine(int cell) {
    return StrictMath.pow(2, (double) cell / GroupedPlan.FINE_PER_OCTAVE);
  }

  private void askAlone(int[] alone) {
    if (alone.length == 0) {
      return;
    }
    Slots each = Slots.each(state.groups(), alone);
    int fine = GroupedPlan.FINE_PER_OCTAVE;
    double[] most = IntStream.of(alone).mapToDouble(g -> allowed[g]).toArray();
    int[] found =
        counts("group norm", each, GroupedPlan.WIDTH / 2, fine, fine)
            .search("group norm", alone, most, plan.ownNormPrice());
    for (int i = 0; i < alone.length; i++) {
      int group = alone[i];
      safe[group] = GroupedPlan.WIDTH / 2 * StrictMath.pow(2, octaves[group]) * fine(found[i]);
      tight[group] = safe[group] / GroupedPlan.WIDTH;
    }
  }
}
