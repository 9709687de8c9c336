package org.privatemean.mean;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Finds the reach of groups (steps 6 and 7): each tests octaves, and similar ones share a norm. */
final class GroupClippingNorms {
  /** Octaves of the search beyond those tested, and its number of counts. */
  private static final int FAR_OCTAVES = 63;

  private static final int FAR_COUNTS = 6;
  private static final double WORTH = 0.98;
  private static final int MIN_TO_POOL = 8;

  /** The norms of a class: from this share of its octave on, for four octaves. */
  private static final double MIN_NORM = 0.3;

  private static final int CLASS_CELLS = 4 * RecentredPlan.FINE_PER_OCTAVE;
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

  /** In weighted coordinates, as the measured bias that a tighter norm adds. */
  private double[] norms;

  private final double[] biases;

  /** Groups with rows beyond the last test that they paid for. */
  private int[] far = {};

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
    this.biases = new double[state.groups()];
  }

  /** The norm that leaves few rows of a group out, in weighted coordinates. */
  double safe(int group) {
    return safe[group] * state.radius(group);
  }

  /** A norm that a group may be clipped to if that costs little bias. */
  private double tight(int group) {
    return Math.min(tight[group] * state.radius(group), safe(group));
  }

  /** This many rows of a group are meant to be beyond its norm. */
  double rowsOut(int group) {
    return classOf[group] < 0 ? allowed[group] : ranks[group];
  }

  int classes() {
    return classes;
  }

  /** The norm that each group is clipped to, in weighted coordinates. */
  double[] norms() {
    return norms;
  }

  double bias(int group) {
    return biases[group];
  }

  int[] far() {
    return far;
  }

  void find() {
    for (int group : live) {
      double left = Math.max(search.remainingBudget(group), Double.MIN_NORMAL);
      ranks[group] = plan.rank(state.rows(group), left);
      allowed[group] = plan.allowedLoss(state.rows(group), ranks[group]);
    }
    far = test();
    testFar(affordingOwn(far));
    for (int group : live) {
      safe[group] = RecentredPlan.WIDTH * StrictMath.pow(2, octaves[group]);
      tight[group] = safe[group] / RecentredPlan.WIDTH;
    }
    classify();
    askClasses();
    tighten();
  }

  /** Counts rows by norm, from a share of the octave of each group on. */
  private GroupTrustModel.ExactCounts counts(
      String step, Slots slots, double share, int perOctave, int cells) {
    double[] edges =
        state.values(
            live, 1, group -> share * StrictMath.pow(2, octaves[group]) * state.radius(group));
    return trust.counts(step, GroupCells.open(state.frame(), slots, edges, perOctave, cells));
  }

  private int[] affordingOwn(int[] groups) {
    return IntStream.of(groups)
        .filter(group -> plan.affordsOwn(search.remainingBudget(group)))
        .toArray();
  }

  /** Tests octaves in order, each paid when asked; returns the groups beyond their last one. */
  private int[] test() {
    boolean[] isBeyond = new boolean[state.groups()];
    Slots each = Slots.each(state.groups(), live);
    GroupTrustModel.ExactCounts counts =
        counts("clipping checks", each, RecentredPlan.WIDTH / 2, 1, GroupedPlan.TESTED_OCTAVES + 1);
    int[] open = live;
    for (int k = 0; k < GroupedPlan.TESTED_OCTAVES; k++) {
      int[] ask = affordingOwn(open);
      if (ask.length == 0) {
        break;
      }
      int[] first = new int[ask.length];
      Arrays.fill(first, k + 1);
      int[] slots = IntStream.of(ask).map(each::of).toArray();
      double[] beyond = counts.above("clipping checks", ask, slots, first, plan.testPrice());
      for (int i = 0; i < ask.length; i++) {
        isBeyond[ask[i]] = beyond[i] > allowed[ask[i]];
      }
      open = IntStream.of(ask).filter(group -> isBeyond[group]).toArray();
      for (int group : open) {
        octaves[group] = k + 1;
      }
    }
    return state.live(group -> isBeyond[group]);
  }

  /** Rows far beyond: most of such a group is at one point. */
  private void testFar(int[] ask) {
    if (ask.length == 0) {
      return;
    }
    double[] most =
        IntStream.of(ask).mapToDouble(g -> plan.allowedFar(state.rows(g), ranks[g])).toArray();
    Slots each = Slots.each(state.groups(), ask);
    int[] found =
        counts("clipping checks", each, RecentredPlan.WIDTH / 2, 1, FAR_OCTAVES)
            .search("clipping checks", ask, most, FAR_COUNTS * plan.testPrice());
    for (int i = 0; i < ask.length; i++) {
      octaves[ask[i]] += Math.max(0, found[i] - 1);
    }
  }

  /** Groups of one octave and of like size, those apart that are too small to say. */
  private void classify() {
    IntUnaryOperator key = g -> octaves[g] << 6 | Math.getExponent(state.rows(g));
    classOf = new int[state.groups()];
    Arrays.fill(classOf, -1);
    for (int each : IntStream.of(live).map(key).distinct().sorted().toArray()) {
      int[] of = IntStream.of(live).filter(g -> key.applyAsInt(g) == each).toArray();
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
      Slots slots = new Slots(classOf, classes);
      int fine = RecentredPlan.FINE_PER_OCTAVE;
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
    askAlone(affordingOwn(state.live(g -> classOf[g] < 0)));
  }

  private static double fine(int cell) {
    return StrictMath.pow(2, (double) cell / RecentredPlan.FINE_PER_OCTAVE);
  }

  private void askAlone(int[] alone) {
    if (alone.length == 0) {
      return;
    }
    Slots each = Slots.each(state.groups(), alone);
    int fine = RecentredPlan.FINE_PER_OCTAVE;
    double[] most = IntStream.of(alone).mapToDouble(g -> allowed[g]).toArray();
    int[] found =
        counts("group norm", each, RecentredPlan.WIDTH / 2, fine, fine)
            .search("group norm", alone, most, plan.ownNormPrice());
    for (int i = 0; i < alone.length; i++) {
      int group = alone[i];
      safe[group] = RecentredPlan.WIDTH / 2 * StrictMath.pow(2, octaves[group]) * fine(found[i]);
      tight[group] = safe[group] / RecentredPlan.WIDTH;
    }
  }

  /**
   * Clips groups tighter (step 7) where the bias that this would add, an estimate that is shrunk
   * toward those of its class as far as they agree, is below the noise that it saves.
   */
  private void tighten() {
    norms = state.values(live, 1, this::safe);
    double[] tighter = state.values(live, 0, this::tight);
    boolean[] decided = new boolean[state.groups()];
    GroupTransform frame = state.frame();
    for (int turn = 0; turn < plan.mostLooks(); turn++) {
      int[] ask =
          state.live(
              g ->
                  !decided[g]
                      && tighter[g] < WORTH * norms[g]
                      && search.remainingBudget(g) > 2 * plan.lookPrice());
      if (ask.length == 0) {
        return;
      }
      double[] seen = noisy(frame, ask, tighter);
      for (int i = 0; i < ask.length; i++) {
        int group = ask[i];
        double safe = norms[group];
        double norm = tighter[group];
        double noise = plan.unitNoise(state.rows(group)) / search.remainingBudget(group);
        double bias = Math.max(seen[i], 0) * (safe - norm) * (safe - norm);
        if (norm * norm * noise + bias < safe * safe * noise) {
          norms[group] = norm;
          biases[group] = Math.sqrt(bias);
          decided[group] = true;
        } else {
          tighter[group] = Math.sqrt(norm * safe);
        }
      }
    }
  }

  /** Squared biases, in squares of the difference of the norms. */
  private double[] noisy(GroupTransform frame, int[] ask, double[] tighter) {
    double[] prices = new double[ask.length];
    Arrays.fill(prices, plan.lookPrice());
    // A sum needs a positive difference for all groups, including those that are not asked.
    double[] outer = norms.clone();
    double[] inner = state.values(ask, 0, g -> tighter[g]);
    GroupSum sum = new GroupSum(frame, Slots.each(state.groups(), ask), inner, outer);
    double[] bias = search.means("clipping bias", sum, ask, prices);
    double[] squares = new double[ask.length];
    double[] variances = new double[ask.length];
    int d = plan.dimension();
    for (int i = 0; i < ask.length; i++) {
      double unit = outer[ask[i]] - inner[ask[i]];
      double noise = plan.unitNoise(state.rows(ask[i])) / plan.lookPrice();
      for (int j = 0; j < d; j++) {
        squares[i] += bias[i * d + j] / unit * (bias[i * d + j] / unit);
      }
      squares[i] -= noise;
      variances[i] = noise * noise * 2 / d;
    }
    for (int k = 0; k < classes; k++) {
      int number = k;
      int[] members =
          IntStream.range(0, ask.length).filter(i -> classOf[ask[i]] == number).toArray();
      if (members.length >= MIN_TO_POOL) {
        shrink(members, squares, variances);
      }
    }
    return squares;
  }

  /** Shrinks estimates toward their weighted mean, as far as noise explains their differences. */
  private static void shrink(int[] members, double[] values, double[] variances) {
    double weight = 0;
    double mean = 0;
    double variance = 0;
    for (int i : members) {
      weight += 1 / variances[i];
      mean += values[i] / variances[i];
      variance += variances[i];
    }
    int m = members.length;
    mean /= weight;
    double chi = 0;
    for (int i : members) {
      chi += (values[i] - mean) * (values[i] - mean) / variances[i];
    }
    double spread = Math.max(0, chi / (m - 1) - 1) * m / weight + variance / m / m;
    for (int i : members) {
      values[i] = (values[i] * spread + mean * variances[i]) / (spread + variances[i]);
    }
  }
}
