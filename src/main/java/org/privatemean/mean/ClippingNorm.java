package org.privatemean.mean;

import java.util.Arrays;
import org.privatemean.mean.PrivateQueries.NoisyValues;
import org.privatemean.mean.TailHistogram.TailCounts;
import org.privatemean.query.NormGrid;

/** The clipping norm of the final sum, from that of step 4, and what it takes off. */
record ClippingNorm(RecentredPlan plan, PrivateQueries queries, CentreSearch search) {
  /** The share of the tail on one side is at most this number of deviations above the seen one. */
  private static final double SIDE_DOUBT = 2;

  /** Share of the rows beyond the norm at which the direction of the tail is measured. */
  private static final double MEASURED = 0.05;

  private static final double MIN_FOR_FAR_LOOK = 0.35;

  Clipping choose(CentredQueries centred) {
    Frame frame = centred.frame();
    double safe = centred.safe();
    if (plan.keepsSafeNorm()) {
      return new Clipping(frame, safe, safe, 0, 0, 0);
    }
    if (!plan.readsTail()) {
      return tighten(centred);
    }
    TailHistogram cells = tail(frame, safe);
    return new TailClippingNorm(
            plan,
            frame,
            cells,
            norm -> plan.squaredNoise(norm, queries.remaining()),
            search.isDegenerate())
        .choose((ends, beyond) -> onesidedness(frame, cells.safe(), ends, beyond));
  }

  /** Tries smaller norms while measured bias and saved noise lower the mean square error. */
  private Clipping tighten(CentredQueries centred) {
    double safe = centred.safe();
    Frame frame = centred.frame();
    Clipping best = new Clipping(frame, safe, safe, 0, 0, 0);
    double error = squaredError(frame, safe);
    // The parts that tightening has taken off so far, in the weighted coordinates.
    double[] bias = new double[plan.dimension()];
    double noise = 0;
    for (int step = 0; step < plan.mostTightenings(); step++) {
      double tight = centred.tighter(best.norm());
      if (!plan.triesTightening(tight, best.norm())) {
        return best;
      }
      NoisyValues more = centred.between(tight, best.norm(), plan.tighteningBudget());
      noise += more.deviation() * more.deviation();
      Arrays.setAll(bias, j -> bias[j] + more.values()[j]);
      // An unbiased private estimate of the squared bias, so it may be negative.
      double squaredBias = frame.squaredError(bias) - frame.squaredError(Math.sqrt(noise));
      double next = squaredBias + squaredError(frame, tight);
      if (!(next < error)) {
        return best;
      }
      error = next;
      best = tightened(frame, tight, safe, bias.clone(), noise);
    }
    return best;
  }

  /** The mean square of the noise that the final sum would have now, in the measure of weights. */
  private double squaredError(Frame frame, double norm) {
    return frame.squaredError(plan.deviation(norm, queries.remaining()));
  }

  private Clipping tightened(Frame frame, double norm, double safe, double[] bias, double noise) {
    double excess = Arrays.stream(bias).map(x -> x * x).sum() - plan.dimension() * noise;
    double square = Math.max(0, excess);
    double known = Math.sqrt(square);
    double doubt = Math.sqrt(noise) * Math.sqrt(2 * plan.dimension() * noise + 4 * square);
    double z = plan.biasQuantile(false);
    double atMost = Math.sqrt(Math.max(0, excess + z * doubt));
    double after = Math.max(0, atMost - known) / z;
    return new Clipping(frame, norm, safe, known, known, after, bias, false);
  }

  private TailHistogram count(Frame frame, double safe) {
    double[] edges = TailHistogram.edges(safe);
    TailCounts cells = new TailCounts(frame.view(), edges, TailHistogram.PER_OCTAVE);
    NoisyValues counts = queries.total(cells, plan.tailBudget(search.isDegenerate()), "tail");
    return new TailHistogram(safe, edges, counts.values(), counts.deviation());
  }

  /** The tail around the norm of step 4, or around a larger one if many rows lie far beyond it. */
  private TailHistogram tail(Frame frame, double safe) {
    TailHistogram near = count(frame, safe);
    double top = near.edges()[near.edges().length - 1];
    if (!near.showsFarRows()
        || !(2 * top < plan.range().high())
        || !(queries.remaining() > MIN_FOR_FAR_LOOK * plan.rho())) {
      return near;
    }
    NormGrid octaves = NormGrid.octaves(top, plan.range().high(), 1);
    double[] edges = new double[(int) octaves.universe().high() + 1];
    Arrays.setAll(edges, octaves::norm);
    TailCounts cells = new TailCounts(frame.view(), edges, 1);
    NoisyValues counts = queries.total(cells, plan.tailBudget(false), "far rows");
    TailHistogram far = new TailHistogram(top, edges, counts.values(), counts.deviation());
    int last = -1;
    for (int side = 0; side < far.sides(); side++) {
      last = Math.max(last, TailFit.lastHeard(far.side(side), far.deviation()));
    }
    return last < 0 ? near : count(frame, 2 * edges[last]);
  }

  /** Returns the length of the mean of what rows have beyond a norm, over its mean length. */
  private TailClippingNorm.Share onesidedness(
      Frame frame, double safe, double[] ends, TailFit.TailMass[] beyond) {
    int inner = 0;
    while (inner < ends.length - 1 && beyond[inner].rows() > MEASURED * plan.rows()) {
      inner++;
    }
    int outer = inner;
    while (outer < ends.length - 1 && ends[outer] < safe) {
      outer++;
    }
    double length = (beyond[inner].mean() - beyond[outer].mean()) / plan.rows();
    if (!(length > 0)) {
      return new TailClippingNorm.Share(1, 1);
    }
    AnchoredSum excess = AnchoredSum.forExcess(frame.view(), ends[inner], ends[outer]);
    NoisyValues mean = queries.mean(excess, plan.sideBudget(), "tail direction");
    double deviation = mean.deviation();
    int d = plan.dimension();
    double variance = deviation * deviation;
    double square = Arrays.stream(mean.values()).map(x -> x * x).sum() - d * variance;
    double doubt = deviation * Math.sqrt(2 * d * variance + 4 * Math.max(0, square));
    return new TailClippingNorm.Share(
        share(square, length), share(square + SIDE_DOUBT * doubt, length));
  }

  private static double share(double square, double length) {
    return Math.min(1, Math.sqrt(Math.max(0, square)) / length);
  }
}
