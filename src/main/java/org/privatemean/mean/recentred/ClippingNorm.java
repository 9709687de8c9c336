package org.privatemean.mean.recentred;

import java.util.Arrays;
import org.privatemean.numeric.TailFit;
import org.privatemean.query.NormGrid;
import org.privatemean.query.block.AnchoredSum;
import org.privatemean.query.block.TailCounts;
import org.privatemean.query.block.ViewNorm;

/** Step 4: the clipping norm, found from the radius upwards, and what it takes off. */
final class ClippingNorm {
  private static final int MOST_DOUBLINGS = 8;

  /** Cells an octave that the tail is counted in. */
  private static final int PER_OCTAVE = 3;

  private final RecentredPlan plan;
  private final Questions questions;
  private final Locator locator;

  /** Whether the tail does not stand out of the noise. */
  private boolean silent;

  ClippingNorm(RecentredPlan plan, Questions questions, Locator locator) {
    this.locator = locator;
    this.plan = plan;
    this.questions = questions;
  }

  /** A private quantile near the top: it leaves about as many rows above as noise may hide. */
  double safe(Frame frame) {
    double perCount = plan.thresholdCountBudget();
    double rank = plan.thresholdRank(questions.left());
    double octaveRank = plan.octaveRank(questions.left());
    double top = RecentredPlan.WIDTH * frame.radius();
    boolean found = false;
    int tests = 0;
    while (!found && tests < MOST_DOUBLINGS) {
      // Two norms, one count: the answer is the top itself, or twice that.
      double tested = search(frame, NormGrid.octaves(top, 2 * top, 1), rank, perCount);
      found = tested == top;
      top = tested;
      tests++;
    }
    if (!found && top < plan.range().high()) {
      NormGrid octaves = NormGrid.octaves(top, plan.range().high(), 1);
      top = search(frame, octaves, octaveRank, octaves.universe().levels() * perCount);
    }
    NormGrid fine = NormGrid.octaves(top / 2, top, RecentredPlan.FINE_PER_OCTAVE);
    return search(frame, fine, rank, RecentredPlan.FINE_LEVELS * perCount);
  }

  private double search(Frame frame, NormGrid grid, double rank, double budget) {
    return questions.norm(new ViewNorm(frame.view(), grid), grid, rank, budget, "clipping norm");
  }

  /** Whether nothing but rows next to the centre was seen. */
  boolean isSilent() {
    return silent;
  }

  /** The clipping norm of the final sum. */
  Clipping choose(Frame frame, double safe) {
    if (plan.keepsSafeNorm()) {
      return new Clipping(frame, safe, safe, 0, 0, 0);
    }
    if (!plan.readsTail()) {
      return tighten(frame, safe);
    }
    return plan.dimension() == 1 ? interval(frame, safe) : byTail(frame, safe);
  }

  /** The lower edges of the cells that the tail is counted in. */
  private static double[] edges(double safe) {
    double[] edges =
        new double[PER_OCTAVE * (RecentredPlan.TAIL_BELOW + RecentredPlan.TAIL_ABOVE)];
    for (int k = 0; k < edges.length; k++) {
      int above = k - PER_OCTAVE * RecentredPlan.TAIL_BELOW;
      double octave =
          StrictMath.pow(
              2, (double) Math.floorMod(above, PER_OCTAVE) / PER_OCTAVE);
      edges[k] = safe * Math.scalb(octave, Math.floorDiv(above, PER_OCTAVE));
    }
    return edges;
  }

  /**
   * Noisy counts of the tail.
   *
   * @param safe the norm of step 4 that they are counted around
   * @param edges lower edges of the cells
   * @param values one a cell, and a side in one dimension
   * @param deviation of the noise of each
   */
  private record Tail(double safe, double[] edges, double[] values, double deviation) {
    /** The rows beyond the last edge. */
    double beyond() {
      double sum = 0;
      for (int k = edges.length - 1; k < values.length; k += edges.length) {
        sum += values[k];
      }
      return sum;
    }
  }

  private Tail count(Frame frame, double safe) {
    double[] edges = edges(safe);
    TailCounts cells = new TailCounts(frame.view(), edges, PER_OCTAVE);
    double budget = plan.tailBudget(locator.isDegenerate());
    double[] values = questions.total(cells, budget, "tail");
    return new Tail(safe, edges, values, questions.totalDeviation(cells, budget));
  }

  /**
   * The tail, counted around the norm of step 4, or around a larger one where more rows lie far
   * beyond that than its search could tell from none.
   */
  private Tail tail(Frame frame, double safe) {
    Tail near = count(frame, safe);
    double top = near.edges()[near.edges().length - 1];
    double sides = Math.sqrt((double) near.values().length / near.edges().length);
    if (near.beyond() < RecentredPlan.FAR_HEARD * near.deviation() * sides
        || !(2 * top < plan.range().high())) {
      return near;
    }
    NormGrid octaves = NormGrid.octaves(top, plan.range().high(), 1);
    double[] edges = new double[(int) octaves.universe().high() + 1];
    Arrays.setAll(edges, octaves::norm);
    TailCounts cells = new TailCounts(frame.view(), edges, 1);
    double[] values = questions.total(cells, plan.tailBudget(false), "tail");
    double deviation = questions.totalDeviation(cells, plan.tailBudget(false));
    int last = -1;
    for (int from = 0; from < values.length; from += edges.length) {
      double[] side = Arrays.copyOfRange(values, from, from + edges.length);
      last = Math.max(last, TailFit.lastHeard(side, deviation));
    }
    return last < 0 ? near : count(frame, 2 * edges[last]);
  }

  /**
   * One dimension: the interval that rows are cut to, its ends chosen apart. What is cut off on one
   * side makes up for what is cut off on the other; and an interval around another centre than the
   * rows' own has less noise where one side has the longer tail.
   */
  private Clipping interval(Frame frame, double first) {
    Tail tail = tail(frame, first);
    double safe = tail.safe();
    double[] edges = tail.edges();
    double[] noisy = tail.values();
    double deviation = tail.deviation();
    double[] positive = Arrays.copyOf(noisy, edges.length);
    double[] negative = Arrays.copyOfRange(noisy, edges.length, 2 * edges.length);
    double[] ends = candidates(edges);
    TailFit right = TailFit.of(edges, positive, deviation);
    TailFit left = TailFit.of(edges, negative, deviation);
    silent = right.isSilent() && left.isSilent();
    TailFit.Beyond[] above = beyond(right, ends);
    TailFit.Beyond[] below = beyond(left, ends);
    double[] halves = new double[edges.length];
    Arrays.setAll(halves, k -> (positive[k] + negative[k]) / 2);
    TailFit.Beyond[] either = beyond(TailFit.of(edges, halves, deviation / Math.sqrt(2)), ends);
    double alike = TailFit.alike(positive, negative, deviation);
    double best = Double.POSITIVE_INFINITY;
    int lower = 0;
    int upper = 0;
    for (int i = 0; i < ends.length; i++) {
      for (int k = 0; k < ends.length; k++) {
        double norm = (ends[i] + ends[k]) / 2;
        if (reaches(ends[i], ends[k], safe) && norm <= plan.mostOverSafe(locator.isDegenerate()) * safe) {
          double error =
              square(alike, above[k], below[i], either[k], either[i], RecentredPlan.DOUBT)
                  + squaredNoise(norm);
          if (error < best) {
            best = error;
            lower = i;
            upper = k;
          }
        }
      }
    }
    double norm = (ends[lower] + ends[upper]) / 2;
    double[] centre = frame.centre().clone();
    centre[0] += frame.weights().undo(new double[] {(ends[upper] - ends[lower]) / 2})[0];
    double expected =
        square(
            alike, above[upper], below[lower], either[upper], either[lower], RecentredPlan.DOUBT);
    double bias =
        alike * (either[upper].mean() - either[lower].mean())
            + (1 - alike) * (above[upper].mean() - below[lower].mean());
    double whole = square(alike, above[upper], below[lower], either[upper], either[lower], 1);
    double doubt = Math.sqrt(Math.max(0, whole - bias * bias));
    return new Clipping(
        new Frame(centre, frame.weights(), frame.radius()),
        norm,
        safe,
        Math.sqrt(expected) / plan.rows(),
        Math.abs(bias) / plan.rows(),
        doubt / plan.rows());
  }

  /**
   * The mean square of what cutting both sides adds to the sum.
   *
   * @param alike probability that both sides have one shape
   * @param doubtful the share of the fits' doubt that counts
   */
  private static double square(
      double alike,
      TailFit.Beyond above,
      TailFit.Beyond below,
      TailFit.Beyond eitherAbove,
      TailFit.Beyond eitherBelow,
      double doubtful) {
    double bias = above.mean() - below.mean();
    double apart =
        bias * bias
            + doubtful * (above.doubt() + below.doubt())
            + above.scatter()
            + below.scatter();
    double one = eitherAbove.mean() - eitherBelow.mean();
    double together = one * one + eitherAbove.scatter() + eitherBelow.scatter();
    return alike * together + (1 - alike) * apart;
  }

  /** The norms to choose from: parts of the cells. */
  private static double[] candidates(double[] edges) {
    double[] candidates = new double[edges.length * TailFit.PARTS];
    for (int i = 0; i < candidates.length; i++) {
      double part =
          StrictMath.pow(
              2, (double) (i % TailFit.PARTS) / (TailFit.PARTS * PER_OCTAVE));
      candidates[i] = edges[i / TailFit.PARTS] * part;
    }
    return candidates;
  }

  /** Where few rows differ at all, no side that matters ends before the norm of step 4. */
  private boolean reaches(double left, double right, double safe) {
    return locator.isDegenerate() ? Math.max(left, right) >= safe : (left + right) / 2 >= safe / 2;
  }

  private static TailFit.Beyond[] beyond(TailFit fit, double[] edges) {
    return Arrays.stream(edges).mapToObj(fit::beyond).toArray(TailFit.Beyond[]::new);
  }

  /** The mean square of the noise that the final sum would have now, in rows. */
  private double squaredNoise(double norm) {
    double deviation = plan.deviation(norm, questions.left()) * plan.rows();
    return plan.dimension() * deviation * deviation;
  }

  /** A few dimensions: the norm that balances noise against what the tail has beyond it. */
  private Clipping byTail(Frame frame, double first) {
    Tail tail = tail(frame, first);
    double safe = tail.safe();
    TailFit fit = TailFit.of(tail.edges(), tail.values(), tail.deviation());
    silent = fit.isSilent();
    double[] ends = candidates(tail.edges());
    TailFit.Beyond[] cut = beyond(fit, ends);
    double onesided = onesidedness(frame, safe, ends, cut);
    double best = Double.POSITIVE_INFINITY;
    int chosen = 0;
    for (int k = 0; k < ends.length; k++) {
      double bias = onesided * cut[k].mean();
      double error = bias * bias + onesided * onesided * RecentredPlan.DOUBT * cut[k].doubt() + cut[k].scatter() + squaredNoise(ends[k]);
      if (ends[k] >= safe / 2 && ends[k] <= plan.mostOverSafe(locator.isDegenerate()) * safe && error < best) {
        best = error;
        chosen = k;
      }
    }
    double bias = onesided * cut[chosen].mean();
    double doubt = onesided * onesided * cut[chosen].doubt();
    double scatter = cut[chosen].scatter();
    return new Clipping(
        frame,
        ends[chosen],
        safe,
        Math.sqrt(bias * bias + RecentredPlan.DOUBT * doubt + scatter) / plan.rows(),
        bias / plan.rows(),
        Math.sqrt(doubt + scatter) / plan.rows());
  }

  /**
   * How far the rows of the tail lie in one direction: the length of the mean of what they have
   * beyond a norm, over the mean of its length; 0 where they lie alike on all sides.
   */
  private double onesidedness(
      Frame frame, double safe, double[] edges, TailFit.Beyond[] cut) {
    int inner = 0;
    while (inner < edges.length - 1 && cut[inner].rows() > plan.tailRows()) {
      inner++;
    }
    int outer = inner;
    while (outer < edges.length - 1 && edges[outer] < safe) {
      outer++;
    }
    if (outer == inner) {
      return 1;
    }
    AnchoredSum excess = AnchoredSum.ofExcess(frame.view(), edges[inner], edges[outer]);
    double[] mean = questions.mean(excess, plan.sideBudget(), "side of the tail");
    double deviation = questions.deviation(excess, plan.sideBudget());
    double length = (cut[inner].mean() - cut[outer].mean()) / plan.rows();
    if (!(length > 0)) {
      return 1;
    }
    int d = plan.dimension();
    double square = squaredNorm(mean) - d * deviation * deviation;
    return Math.min(1, Math.sqrt(Math.max(0, square)) / length);
  }

  /**
   * Many dimensions: smaller norms, as long as they lower the mean square error.
   *
   * <p>The norm of step 4 keeps nearly all rows whole, since the rows beyond it may all lie in one
   * direction. Mostly they do not, and then a smaller norm has less noise and hardly more bias. The
   * bias that it adds is the mean of what it takes off the rows, vectors of a small norm: a little
   * of the budget tells its square well enough to compare it with the noise that is saved.
   */
  private Clipping tighten(Frame frame, double safe) {
    double norm = safe;
    double[] bias = new double[plan.dimension()];
    double biasNoise = 0;
    double known = 0;
    double doubt = 0;
    double error = weightedNoise(frame, safe);
    for (int step = 0; step < plan.mostTightenings(); step++) {
      double tight = tighter(frame, norm);
      if (!plan.triesTightening(tight, norm)) {
        break;
      }
      double budget = plan.tighteningBudget();
      AnchoredSum excess = AnchoredSum.ofExcess(frame.view(), tight, norm);
      double[] more = questions.mean(excess, budget, "clipping bias");
      double deviation = questions.deviation(excess, budget);
      biasNoise += deviation * deviation;
      Arrays.setAll(bias, j -> bias[j] + more[j]);
      double square = frame.weights().squaredNorm(bias) - frame.weights().square(Math.sqrt(biasNoise));
      double next = square + weightedNoise(frame, tight);
      if (!(next < error)) {
        break;
      }
      error = next;
      norm = tight;
      double seen = squaredNorm(bias) - plan.dimension() * biasNoise;
      known = Math.max(0, seen);
      double variance = 2 * plan.dimension() * biasNoise * biasNoise + 4 * known * biasNoise;
      double upper = Math.sqrt(Math.max(0, seen + plan.biasQuantile(false) * Math.sqrt(variance)));
      doubt = Math.max(0, upper - Math.sqrt(known)) / plan.biasQuantile(false);
    }
    return new Clipping(frame, norm, safe, Math.sqrt(known), Math.sqrt(known), doubt);
  }

  /** The mean square of the noise that the final sum would have now, in data units. */
  private double weightedNoise(Frame frame, double norm) {
    return frame.weights().square(plan.deviation(norm, questions.left()));
  }

  /** A private norm below another one that keeps a given share of the rows whole. */
  private double tighter(Frame frame, double norm) {
    NormGrid grid = plan.tightGrid(norm);
    return questions.norm(
        new ViewNorm(frame.view(), grid),
        grid,
        plan.tightRank(questions.left()),
        plan.tightSearchBudget(grid),
        "tighter norm");
  }

  private static double squaredNorm(double[] vector) {
    return Arrays.stream(vector).map(x -> x * x).sum();
  }
}
