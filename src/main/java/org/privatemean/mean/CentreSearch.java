package org.privatemean.mean;

import java.util.Arrays;
import java.util.Optional;
import org.privatemean.mean.PrivateQueries.NoisyValues;
import org.privatemean.mean.RecentredPlan.Spread;
import org.privatemean.query.NormGrid;
import org.privatemean.request.WarmStart;

/** Steps 1 to 3: finds the centre of the rows by private radii and a few clipped means. */
final class CentreSearch {
  private static final int MAX_COARSE_STEPS = 25;

  /** Maximum number of finishing steps after a start; each follows a step that moved far. */
  private static final int MAX_APPROACHES = 4;

  /** The radius around an earlier mean is searched from 2^-16 to 4 earlier clipping norms. */
  private static final int START_OCTAVES = 16;

  private static final double START_REACH = 4;

  /** Approximate ratio of a clipping norm to the median distance, if only the norm is known. */
  private static final double START_OVER_RADIUS = 1.1;

  /** A step of more than this share of the radius moves far. */
  private static final double FAR_SHIFT = 0.3;

  /** The radius has settled if a step leaves more than this share of it. */
  private static final double SETTLED = 0.8;

  /** A radius below this share of the centre's coordinates is rounding error. */
  static final double ROUNDING_FLOOR = 0x1p-40;

  private final RecentredPlan plan;
  private final PrivateQueries queries;
  private final double[] centre;

  /** Standard deviation of the noise of the last move in every coordinate, in data units. */
  private double[] offsets;

  /** Columns whose centre is known to be 0 and stays there. */
  private boolean[] pinned;

  private boolean settled;

  /** True if the rows are nearly equal: the radius is rounding error. */
  private boolean degenerate;

  CentreSearch(PrivateQueries queries) {
    this.plan = queries.plan();
    this.queries = queries;
    this.centre = new double[plan.dimension()];
    this.offsets = new double[plan.dimension()];
    this.pinned = new boolean[plan.dimension()];
  }

  /** Fixes the centre of some columns at 0: most of their values are exactly 0. */
  void pin(boolean[] columns) {
    pinned = columns.clone();
    offsets = offsets.clone();
    for (int j = 0; j < pinned.length; j++) {
      if (pinned[j]) {
        centre[j] = 0;
        offsets[j] = 0;
      }
    }
  }

  double offset(int j) {
    return offsets[j];
  }

  double[] centre() {
    return centre.clone();
  }

  boolean isSettled() {
    return settled;
  }

  boolean isDegenerate() {
    return degenerate;
  }

  /** Performs steps 1 and 2: coarse clipped means, each with the radius that it leaves. */
  Spread locate(CoordinateWeights weights) {
    double fineness = plan.fineness();
    double spent = 0;
    Spread spread = new Spread(radius(weights, plan.firstGrid()), 0);
    for (int step = 0; step < MAX_COARSE_STEPS && !settled; step++) {
      NormGrid widest = coarseGrid(spread.radius(), spread.radius() / (4 * fineness));
      double cost = plan.coarseBudget() + plan.radiusBudget(widest);
      if (!plan.affordsCoarse(spent, cost, queries.remaining())) {
        break;
      }
      spent += cost;
      move(weights, RecentredPlan.WIDTH * spread.radius(), plan.coarseBudget());
      double offset = square(spread.radius() / fineness);
      double floor = roundingFloor(weights);
      double low = Math.max(spread.radius() / (4 * fineness), floor);
      double next = radius(weights, coarseGrid(spread.radius(), low));
      degenerate = next <= floor;
      settled = next > SETTLED * spread.radius() || degenerate;
      spread = new Spread(next, offset);
    }
    return spread;
  }

  /** Resumes from an earlier mean in place of steps 1 to 3; empty, and restarted, if rows moved. */
  Optional<Spread> resume(CoordinateWeights weights, WarmStart start) {
    double[] earlier = start.mean();
    double stretched = start.norm() * stretch(weights, start);
    if (!(length(earlier) <= 2 * plan.range().high()) || !Double.isFinite(stretched)) {
      return Optional.empty();
    }
    System.arraycopy(earlier, 0, centre, 0, centre.length);
    double floor = roundingFloor(weights);
    double norm = Math.max(Math.min(stretched, plan.range().high()), floor);
    double low = Math.max(Math.scalb(norm, -START_OCTAVES), floor);
    NormGrid grid = NormGrid.octaves(low, START_REACH * norm, RecentredPlan.COARSE_PER_OCTAVE);
    double radius = radius(weights, grid);
    degenerate = radius <= floor;
    boolean closer = radius <= grid.norm(0) && !degenerate;
    if (closer || radius >= START_REACH / 2 * norm) {
      restart();
      return Optional.empty();
    }
    settled = true;
    // Rows are as close as they were then, or closer.
    double earlierRadius = norm / START_OVER_RADIUS;
    double intrinsic = Math.min(earlierRadius * earlierRadius, radius * radius);
    return Optional.of(
        approach(weights, new Spread(radius, radius * radius - intrinsic, intrinsic)));
  }

  /** Performs the finishing step of a start, and repeats it while it moves far. */
  private Spread approach(CoordinateWeights weights, Spread first) {
    Spread spread = first;
    double shift = Double.POSITIVE_INFINITY;
    for (int step = 0; step < MAX_APPROACHES && shift > FAR_SHIFT * spread.radius(); step++) {
      double[] before = centre.clone();
      spread = move(weights, spread, plan.startBudget(spread, queries.remaining()));
      double[] difference = new double[before.length];
      Arrays.setAll(difference, j -> centre[j] - before[j]);
      shift = length(weights.apply(difference));
    }
    return spread;
  }

  void restart() {
    Arrays.fill(centre, 0);
    offsets = new double[centre.length];
    pinned = new boolean[centre.length];
    degenerate = false;
    settled = false;
  }

  /** The ratio of the lengths of rows with the present weights to those with the start's. */
  private static double stretch(CoordinateWeights weights, WarmStart start) {
    double[] ones = CoordinateWeights.filled(start.dimension(), 1);
    double[] deviations = start.deviations().or(start::scales).orElse(ones);
    CoordinateWeights then =
        start
            .scales()
            .map(CoordinateWeights::dividing)
            .orElse(CoordinateWeights.none(start.dimension()));
    return length(weights.apply(deviations)) / length(then.apply(deviations));
  }

  private static double length(double[] vector) {
    double largest = largest(vector);
    return largest == 0
        ? 0
        : largest * Math.sqrt(Arrays.stream(vector).map(x -> square(x / largest)).sum());
  }

  double radius(CoordinateWeights weights, NormGrid grid) {
    return queries.norm(
        weights.view(centre), grid, plan.rows() / 2.0, plan.radiusBudget(grid), "radius");
  }

  private static NormGrid coarseGrid(double radius, double low) {
    double high = 2 * radius;
    return NormGrid.octaves(Math.min(low, high), high, RecentredPlan.COARSE_PER_OCTAVE);
  }

  /** Lower bound on radii: the lower end of the range, or rounding at the centre. */
  private double roundingFloor(CoordinateWeights weights) {
    return Math.max(plan.range().low(), ROUNDING_FLOOR * largest(weights.apply(centre)));
  }

  private static double largest(double[] vector) {
    return Arrays.stream(vector).map(Math::abs).max().orElse(0);
  }

  /** Rounding error of coordinates as large as the centre's if most rows are that close, else 0. */
  double floor() {
    return degenerate ? Math.max(Double.MIN_NORMAL, ROUNDING_FLOOR * largest(centre)) : 0;
  }

  void move(CoordinateWeights weights, double norm, double budget) {
    NoisyValues mean =
        queries.mean(AnchoredSum.of(weights.view(centre), norm), budget, "recentring");
    double[] shift = weights.undo(mean.values());
    double[] noise = weights.undo(mean.deviation());
    offsets = offsets.clone();
    for (int j = 0; j < centre.length; j++) {
      if (!pinned[j] && weights.sees(j)) {
        centre[j] += shift[j];
        offsets[j] = noise[j];
      }
    }
  }

  /** Measures a radius and moves the centre by a clipped mean, in units of the coordinates. */
  void recentre(CoordinateWeights weights, double budget) {
    double root = Math.sqrt(weights.size());
    NormGrid grid = NormGrid.octaves(0.25, 64 * root, RecentredPlan.COARSE_PER_OCTAVE);
    double radius = radius(weights, grid);
    move(weights, RecentredPlan.WIDTH * Math.max(0.5, radius), budget);
  }

  /** Lower bound on a coordinate's unit: the low end of the range, or rounding at the centre. */
  double roundingFloor(int j) {
    return Math.max(plan.range().low(), ROUNDING_FLOOR * Math.abs(centre[j]));
  }

  /** The expected squared distance of the centre to the mean, with weights, caused by its noise. */
  double offset(CoordinateWeights weights) {
    return Arrays.stream(weights.apply(offsets)).map(CentreSearch::square).sum();
  }

  void moveTo(Found found) {
    System.arraycopy(found.centre, 0, centre, 0, centre.length);
    offsets = found.offsets;
    pinned = found.pinned;
  }

  /** A centre, the deviation of its noise in every coordinate, and columns that stay 0. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Found(double[] centre, double[] offsets, boolean[] pinned) {}

  Found result() {
    return new Found(centre.clone(), offsets, pinned);
  }

  static double square(double x) {
    return x * x;
  }

  /** Takes one finer step if it reduces the error (step 3); returns the expected spread. */
  Spread finish(CoordinateWeights weights, Spread spread) {
    double budget = plan.finishingBudget(spread, queries.remaining());
    return budget == 0 ? spread : move(weights, spread, budget);
  }

  private Spread move(CoordinateWeights weights, Spread spread, double budget) {
    double offset = plan.finishingNoise(spread) / budget;
    move(weights, RecentredPlan.WIDTH * spread.radius(), budget);
    return new Spread(Math.sqrt(spread.intrinsic() + offset), offset);
  }
}
