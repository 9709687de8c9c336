package org.privatemean.mean;

import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.DoubleUnaryOperator;
import org.privatemean.mean.TailFit.TailMass;

/**
 * The norm in few dimensions (step 4) that balances noise against the tail beyond it.
 *
 * @param squaredNoise mean square of the noise of the final sum as a function of its norm, in rows
 */
record TailClippingNorm(
    RecentredPlan plan,
    Frame frame,
    TailHistogram cells,
    DoubleUnaryOperator squaredNoise,
    boolean degenerate) {
  /** Prior weight of flat shapes: a compromise between lognormal rows of sigma 1 and 2. */
  private static final double HEAVY = 0.1;

  private static final double MIDDLE = Math.pow(2, 0.5 / TailHistogram.PER_OCTAVE);

  private double[] ends() {
    double[] ends = new double[cells.edges().length * TailFit.PARTS];
    for (int i = 0; i < ends.length; i++) {
      double part = (double) (i % TailFit.PARTS) / (TailFit.PARTS * TailHistogram.PER_OCTAVE);
      ends[i] = cells.edges()[i / TailFit.PARTS] * StrictMath.pow(2, part);
    }
    return ends;
  }

  /** Chooses the limits; the direction of the tail counts from two dimensions on. */
  Clipping choose(BiFunction<double[], TailMass[], Share> direction) {
    return plan.dimension() == 1 ? interval() : ball(direction);
  }

  /** Returns the clipping to a norm, from its effect on the sum of the rows. */
  private Clipping clipping(
      Frame around, double norm, double expected, double bias, double doubt, boolean silent) {
    double rows = (double) plan.rows();
    double[] none = new double[plan.dimension()];
    return new Clipping(
        around, norm, cells.safe(), expected / rows, bias / rows, doubt / rows, none, silent);
  }

  /** True if a cell is beyond a norm, and not beyond its double. */
  private static boolean isNext(double middle, double norm) {
    return middle > norm && middle <= 2 * norm;
  }

  /** Variance of the part beyond a norm of rows that noise hides, if few rows differ. */
  private double hidden(double norm) {
    double square = 0;
    for (double edge : cells.edges()) {
      double above = edge * MIDDLE - norm;
      square += isNext(edge * MIDDLE, norm) ? above * above : 0;
    }
    return degenerate ? cells.deviation() * cells.deviation() * square : 0;
  }

  /** The part beyond a norm of such rows, from the noisy counts as they are. */
  private double countBeyond(int side, double norm) {
    double[] counts = cells.side(side);
    double sum = 0;
    for (int k = 0; k < counts.length; k++) {
      double middle = cells.edges()[k] * MIDDLE;
      sum += isNext(middle, norm) ? counts[k] * (middle - norm) : 0;
    }
    return degenerate ? Math.max(0, sum) : 0;
  }

  /** The rows of a side above its fitted tail, by cells, if they exceed the noise. */
  private double[] farGroup(int side, TailFit fit) {
    // A search has found rows about as long as that.
    int near = (int) Arrays.stream(cells.edges()).filter(edge -> edge <= cells.safe()).count();
    return fit.farGroup(cells.side(side), cells.deviation(), near);
  }

  /** Sum of the parts of such rows beyond a norm. */
  private double beyond(double[] group, double norm) {
    double sum = 0;
    for (int k = 0; k < group.length; k++) {
      sum += group[k] * Math.max(0, cells.edges()[k] * MIDDLE - norm);
    }
    return Math.max(0, sum);
  }

  /** Variance of that from noise, and from the places of the rows in their cells. */
  private double variance(double[] group, double norm) {
    double square = 0;
    for (int k = 0; k < group.length; k++) {
      double edge = cells.edges()[k];
      double end = edge * MIDDLE * MIDDLE;
      if (group[k] != 0 && end > norm) {
        square += CentreSearch.square(cells.deviation() * (end - norm));
        square += CentreSearch.square(group[k] * (end - edge)) / 12;
      }
    }
    return square;
  }

  private double most() {
    return plan.mostOverSafe(degenerate) * cells.safe();
  }

  private static TailMass[] massBeyond(TailFit fit, double[] ends) {
    return Arrays.stream(ends).mapToObj(fit::massBeyond).toArray(TailMass[]::new);
  }

  /** Chooses the interval in one dimension: what is cut off on either side compensates. */
  private Clipping interval() {
    double[] positive = cells.side(0);
    double[] negative = cells.side(1);
    double[] halves = new double[positive.length];
    Arrays.setAll(halves, k -> (positive[k] + negative[k]) / 2);
    TailFit right = TailFit.fit(cells.edges(), positive, cells.deviation(), HEAVY);
    TailFit left = TailFit.fit(cells.edges(), negative, cells.deviation(), HEAVY);
    TailFit either = TailFit.fit(cells.edges(), halves, cells.deviation() / Math.sqrt(2), HEAVY);
    double alike = TailFit.alike(positive, negative, cells.deviation());
    double[] ends = ends();
    Sides sides =
        new Sides(alike, massBeyond(right, ends), massBeyond(left, ends), massBeyond(either, ends));
    double[][] far = {farGroup(0, right), farGroup(1, left)};
    return interval(ends, sides, far, right.isSilent() && left.isSilent());
  }

  private Clipping interval(double[] ends, Sides sides, double[][] far, boolean silent) {
    double best = Double.POSITIVE_INFINITY;
    int lower = 0;
    int upper = 0;
    for (int i = 0; i < ends.length; i++) {
      for (int k = 0; k < ends.length; k++) {
        if (isAllowed(ends[i], ends[k])) {
          double norm = (ends[i] + ends[k]) / 2;
          double farRows = beyond(far[0], ends[k]) - beyond(far[1], ends[i]);
          double error =
              sides.square(i, k, RecentredPlan.DOUBT)
                  + farRows * farRows
                  + squaredNoise.applyAsDouble(norm);
          if (error < best) {
            best = error;
            lower = i;
            upper = k;
          }
        }
      }
    }
    double bias = sides.bias(lower, upper);
    double farRows = Math.max(beyond(far[0], ends[upper]), beyond(far[1], ends[lower]));
    double counted = Math.max(countBeyond(0, ends[upper]), countBeyond(1, ends[lower]));
    // Limits that differ on the two sides are a norm around their middle.
    double shift = frame.undo(new double[] {(ends[upper] - ends[lower]) / 2})[0];
    double[] centre = {frame.centre()[0] + shift};
    return clipping(
        new Frame(centre, frame.weights(), frame.radius()),
        (ends[lower] + ends[upper]) / 2,
        Math.hypot(Math.max(counted, farRows), Math.sqrt(sides.square(lower, upper, 0))),
        Math.max(Math.abs(bias) + farRows, counted),
        Math.sqrt(
            Math.max(0, sides.square(lower, upper, 1) - bias * bias)
                + hidden(ends[lower])
                + hidden(ends[upper])
                + variance(far[0], ends[upper])
                + variance(far[1], ends[lower])),
        silent);
  }

  private boolean isAllowed(double below, double above) {
    double norm = (below + above) / 2;
    boolean reaches =
        degenerate ? Math.max(below, above) >= cells.safe() : norm >= cells.safe() / 2;
    return reaches && norm <= most();
  }

  /** The parts beyond the ends on each side, and with one shape, which is that likely. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Sides(double alike, TailMass[] above, TailMass[] below, TailMass[] either) {
    double bias(int lower, int upper) {
      return alike * (either[upper].mean() - either[lower].mean())
          + (1 - alike) * (above[upper].mean() - below[lower].mean());
    }

    /** The mean square of the effect of cutting both sides on the sum. */
    double square(int lower, int upper, double doubtful) {
      TailMass high = above[upper];
      TailMass low = below[lower];
      double bias = high.mean() - low.mean();
      double doubt = doubtful * (high.doubt() + low.doubt());
      double apart = bias * bias + doubt + addDoubt(high, doubtful) + addDoubt(low, doubtful);
      double one = either[upper].mean() - either[lower].mean();
      double together =
          one * one + addDoubt(either[upper], doubtful) + addDoubt(either[lower], doubtful);
      return alike * together + (1 - alike) * apart;
    }
  }

  /** Variance of the part beyond a norm; with doubt, also that around the shape. */
  private static double addDoubt(TailMass beyond, double doubtful) {
    return beyond.scatter() + (doubtful > 0 ? beyond.misfit() : 0);
  }

  /** Measured concentration in one direction of the part beyond a norm, 0 to 1, and its bound. */
  public record Share(double seen, double most) {}

  private Clipping ball(BiFunction<double[], TailMass[], Share> direction) {
    // If only few rows differ at all, a flat tail is no more likely than a group of equal rows.
    double heavy = degenerate ? 0 : HEAVY;
    TailFit fit = TailFit.fitMixture(cells.edges(), cells.values(), cells.deviation(), heavy);
    double[] ends = ends();
    TailMass[] beyond = massBeyond(fit, ends);
    Share onesided = direction.apply(ends, beyond);
    double[] far = farGroup(0, fit);
    double best = Double.POSITIVE_INFINITY;
    int chosen = 0;
    for (int k = 0; k < ends.length; k++) {
      double error =
          square(beyond[k], onesided.seen())
              + CentreSearch.square(beyond(far, ends[k]))
              + squaredNoise.applyAsDouble(ends[k]);
      if (ends[k] >= cells.safe() / 2 && ends[k] <= most() && error < best) {
        best = error;
        chosen = k;
      }
    }
    TailMass cut = beyond[chosen];
    double farRows = beyond(far, ends[chosen]);
    double doubt =
        onesided.most() * onesided.most() * cut.doubt()
            + addDoubt(cut, 1)
            + hidden(ends[chosen])
            + variance(far, ends[chosen]);
    return clipping(
        frame,
        ends[chosen],
        Math.hypot(farRows, Math.sqrt(square(cut, onesided.seen()))),
        Math.max(onesided.most() * cut.mean() + farRows, countBeyond(0, ends[chosen])),
        Math.sqrt(doubt),
        fit.isSilent());
  }

  private static double square(TailMass cut, double onesided) {
    double mean = cut.mean() * cut.mean() + RecentredPlan.DOUBT * cut.doubt();
    return onesided * onesided * mean + addDoubt(cut, 1);
  }
}
