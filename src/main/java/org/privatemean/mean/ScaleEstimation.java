package org.privatemean.mean;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.privatemean.mean.CentreSearch.Found;
import org.privatemean.mean.CentredQueries.CentreAndScales;
import org.privatemean.mean.CentredQueries.CentredQuerySource;
import org.privatemean.mean.RecentredPlan.Spread;
import org.privatemean.mean.SecondMoments.Round;
import org.privatemean.request.Scaling;
import org.privatemean.request.WarmStart;

/** Finds the units of coordinates by octaves, then by second moments in turn with clipped means. */
final class ScaleEstimation {
  private static final int MAX_MOMENTS = 4;
  private static final double UNLIKE_OCTAVES = 6;
  private static final double FALLS = 8;

  /** A second moment that differs by this factor from the square of an earlier unit has moved. */
  private static final double MOVES = 2;

  private static final double RESOLVED = 2.5;

  private final RecentredPlan plan;
  private final UnitsPlan looks;
  private final PrivateQueries queries;
  private final CentreSearch search;
  private final SecondMoments moments;
  private final Optional<WarmStart> start;
  private final StandardScaling standard;
  private boolean lacksRows;
  private boolean startUsed;

  ScaleEstimation(
      RecentredPlan all, PrivateQueries queries, CentreSearch search, CentredQuerySource source) {
    this.plan = queries.plan();
    this.looks = plan.units();
    this.queries = queries;
    this.search = search;
    this.start = plan.spec().start();
    this.moments = new SecondMoments(queries, search);
    this.standard = new StandardScaling(all, queries, search, source, moments);
  }

  StandardScaling standard() {
    return standard;
  }

  SecondMoments moments() {
    return moments;
  }

  boolean isStartUsed() {
    return startUsed;
  }

  /** Finds the centre, and the scales that the request asks for. */
  CentreAndScales choose(Scaling scaling) {
    boolean isStandard = scaling.equals(Scaling.STANDARD) && plan.dimension() > 1;
    lacksRows = isStandard && !looks.asksOctaves();
    if (lacksRows) {
      return resumedByMoments().orElseGet(this::withoutOctaves);
    }
    if (!isStandard) {
      return chooseUncounted(scaling);
    }
    // Counts by octave show other units and columns that are mostly 0.
    OctaveCounts counts = new OctaveCounts(search.centre());
    double budget = looks.octaveBudget();
    ColumnOctaves[] magnitudes =
        queries.octaves(counts, UnitsPlan.OCTAVE_FAILURE, budget, "magnitudes");
    boolean[] zero = new boolean[plan.dimension()];
    double[] units = new double[zero.length];
    boolean unlike = areUnlike(magnitudes);
    for (int j = 0; j < zero.length; j++) {
      zero[j] = magnitudes[j].isMostlyZero();
      int octave = Math.getExponent(magnitudes[j].rms());
      units[j] = unlike && magnitudes[j].isSeen() ? Math.scalb(1.0, octave + 1) : 1;
    }
    CoordinateWeights weights =
        unlike ? CoordinateWeights.dividing(units) : CoordinateWeights.none(units.length);
    return resumedByOctaves(unlike, zero)
        .or(() -> standard.choose(weights, search.locate(weights), zero, null))
        .orElseThrow();
  }

  private CentreAndScales chooseUncounted(Scaling scaling) {
    if (scaling.equals(Scaling.AUTO)) {
      return leastError();
    }
    CoordinateWeights weights =
        scaling
            .scales()
            .map(CoordinateWeights::dividing)
            .orElse(CoordinateWeights.none(plan.dimension()));
    Spread spread = locate(weights);
    if (scaling.equals(Scaling.STANDARD)) {
      measureLast(new double[] {spread.radius()});
    }
    return new CentreAndScales(weights, spread);
  }

  /** Locates the rows, from the start if there is one and the rows agree with it. */
  private Spread locate(CoordinateWeights weights) {
    return resume(weights).orElseGet(() -> search.locate(weights));
  }

  private Optional<Spread> resume(CoordinateWeights weights) {
    Optional<Spread> spread = start.flatMap(earlier -> search.resume(weights, earlier));
    startUsed = spread.isPresent();
    return spread;
  }

  /** Divisors of the coordinates in the start, if these are deviations that it measured. */
  private CoordinateWeights earlierWeights() {
    return start
        .filter(WarmStart::isMeasured)
        .flatMap(WarmStart::scales)
        .map(CoordinateWeights::dividing)
        .orElse(CoordinateWeights.none(plan.dimension()));
  }

  /** Resumes from a start if its deviations agree with the rows around its mean. */
  private Optional<CentreAndScales> resumedByOctaves(boolean unlike, boolean[] zero) {
    CoordinateWeights weights = earlierWeights();
    if (unlike && weights.isNone()) {
      return Optional.empty();
    }
    Optional<CentreAndScales> choice =
        resume(weights)
            .flatMap(
                spread ->
                    standard.choose(
                        weights, spread, zero, start.flatMap(WarmStart::scales).orElse(null)));
    if (startUsed && choice.isEmpty()) {
      restart();
    }
    return choice;
  }

  private void restart() {
    search.restart();
    moments.forget();
    startUsed = false;
  }

  /**
   * Resumes from a start if one round of moments confirms its units, which are not updated: they
   * would shrink from night to night.
   */
  private Optional<CentreAndScales> resumedByMoments() {
    CoordinateWeights weights = earlierWeights();
    Spread spread = resume(weights).orElse(null);
    if (spread == null) {
      return Optional.empty();
    }
    Optional<CentreAndScales> choice = Optional.of(new CentreAndScales(weights, spread));
    if (search.isDegenerate() && !looks.releasesDeviations()) {
      return choice;
    }
    double[] units =
        weights.isNone()
            ? StandardScaling.typical(weights, spread)
            : start.flatMap(earlier -> earlier.deviations().or(earlier::scales)).orElseThrow();
    Round round = moments.ask(units, looks.momentBudget());
    if (weights.isNone() ? needsUnits(round, units) : haveMoved(round, units)) {
      restart();
      return Optional.empty();
    }
    Arrays.setAll(units, round::unit);
    measureLast(units);
    return choice;
  }

  /** True if rows that had no units at the start would have a smaller error with units now. */
  private boolean needsUnits(Round round, double[] units) {
    return gain() >= ColumnScales.PAYS
        || IntStream.range(0, units.length).anyMatch(j -> isFar(round, units, j));
  }

  private static boolean isFar(Round round, double[] units, int j) {
    double square = CentreSearch.square(units[j] / FALLS);
    return round.values()[j] + 2 * round.noise()[j] < square;
  }

  /** True if a moment certainly differs by a factor of two from the square of its unit. */
  private static boolean haveMoved(Round round, double[] units) {
    return IntStream.range(0, units.length)
        .anyMatch(
            j -> {
              double square = CentreSearch.square(units[j]);
              double noise = 2 * round.noise()[j];
              return round.values()[j] + noise < square / MOVES
                  || round.values()[j] - noise > square * MOVES;
            });
  }

  /** Finds units by rounds of second moments alone, if rows are too few for octaves. */
  private CentreAndScales withoutOctaves() {
    CoordinateWeights none = CoordinateWeights.none(plan.dimension());
    Spread spread = search.locate(none);
    CentreAndScales plain = new CentreAndScales(none, spread);
    if (search.isDegenerate() && !looks.releasesDeviations()) {
      // Most rows are nearly equal: the spread of the others is not known yet.
      return plain;
    }
    Found found = search.result();
    double[] units = StandardScaling.typical(none, spread);
    Round round = moments.ask(units, looks.momentBudget());
    if (isUnsettled(round, units)) {
      units = measure(units);
    } else {
      Arrays.setAll(units, round::unit);
    }
    measureLast(units);
    if (gain() < ColumnScales.PAYS) {
      search.moveTo(found);
      return plain;
    }
    return chooseGuarded(found, spread);
  }

  private void measureLast(double[] units) {
    if (looks.releasesDeviations()) {
      moments.ask(units, looks.deviationBudget());
    }
  }

  boolean lacksRows() {
    return lacksRows;
  }

  private static boolean areUnlike(ColumnOctaves[] magnitudes) {
    double[] seen =
        Arrays.stream(magnitudes)
            .filter(ColumnOctaves::isSeen)
            .mapToDouble(ColumnOctaves::rms)
            .toArray();
    double low = Arrays.stream(seen).min().orElse(1);
    double high = Arrays.stream(seen).max().orElse(1);
    return high > low * StrictMath.pow(2, UNLIKE_OCTAVES);
  }

  /** True if a coordinate may spread less than its unit. */
  private static boolean isUnsettled(Round round, double[] units) {
    return IntStream.range(0, units.length)
        .anyMatch(
            j ->
                round.values()[j] < RESOLVED * round.noise()[j]
                    || round.values()[j] < CentreSearch.square(units[j] / FALLS));
  }

  /** Performs rounds of moments and recentring while some moments fall or rise. */
  private double[] measure(double[] first) {
    double[] units = first;
    int before = units.length + 1;
    int stalled = 0;
    for (int k = 0; k < MAX_MOMENTS && looks.affordsLook(queries.remaining()); k++) {
      Round round = moments.ask(units, looks.momentBudget());
      int falling = 0;
      int rising = 0;
      double[] next = new double[units.length];
      for (int j = 0; j < next.length; j++) {
        falling += round.values()[j] < CentreSearch.square(units[j]) / 4 ? 1 : 0;
        rising += round.values()[j] > 4 * CentreSearch.square(units[j]) ? 1 : 0;
        next[j] = Math.max(round.unit(j), search.roundingFloor(j));
      }
      units = next;
      stalled += falling >= before ? 1 : 0;
      if (rising == 0 && (falling == 0 || stalled >= 2)) {
        break;
      }
      before = falling;
      if (k < MAX_MOMENTS - 1) {
        search.recentre(CoordinateWeights.dividing(units), looks.scaledStepBudget());
      }
    }
    return units;
  }

  /** The factor by which weights reduce the error in standard units by the moments known; or 1. */
  private double gain() {
    double moments = 0;
    double inverses = 0;
    int known = 0;
    for (int j = 0; j < plan.dimension(); j++) {
      moments += Math.max(0, this.moments.value(j));
      if (this.moments.isResolved(j)) {
        inverses += 1 / this.moments.value(j);
        known++;
      }
    }
    return known == 0 ? 1 : Math.sqrt(moments * inverses / plan.dimension() / known);
  }

  /** Returns weights, unless private norms show that rows get too long, as by a rare category. */
  private CentreAndScales chooseGuarded(Found first, Spread spread) {
    int d = plan.dimension();
    double[] deviations = new double[d];
    Arrays.setAll(deviations, j -> Math.sqrt(moments.atLeastNoise(j)));
    CoordinateWeights weights = CoordinateWeights.dividing(deviations);
    double radius = 0;
    double inverses = 0;
    int known = 0;
    for (int j = 0; j < d; j++) {
      radius += Math.max(0, moments.value(j)) / CentreSearch.square(deviations[j]);
      if (moments.isResolved(j)) {
        inverses += 1 / moments.value(j);
        known++;
      }
    }
    radius = Math.sqrt(Math.max(1, radius));
    Spread scaled = new Spread(radius, search.offset(weights));
    double norm = standard.norm(search.centre(), weights, scaled);
    double ratio = norm * Math.sqrt(known) / Math.sqrt(inverses);
    boolean few = 2 * known < d;
    boolean doubtful = ratio > spread.radius() || (few && ratio > spread.radius() / 10);
    if (doubtful && looks.affordsComparison(queries.remaining())) {
      // The radius is hardly above the other norm, so only here it is worth asking for.
      CoordinateWeights none = CoordinateWeights.none(d);
      double other = standard.norm(first.centre(), none, spread);
      if (ratio > other || (few && ratio > other / 10)) {
        search.moveTo(first);
        return new CentreAndScales(none, spread);
      }
    }
    return new CentreAndScales(weights, scaled);
  }

  private CentreAndScales leastError() {
    int d = plan.dimension();
    CoordinateWeights none = CoordinateWeights.none(d);
    Spread spread = locate(none);
    CentreAndScales plain = new CentreAndScales(none, spread);
    if (d == 1) {
      return plain;
    }
    double[] units = StandardScaling.typical(none, spread);
    Round round = moments.ask(units, looks.momentBudget());
    Arrays.setAll(units, round::unit);
    double[] deviations = looks.lift(units);
    if (!looks.scalingPays(deviations)) {
      return plain;
    }
    round = moments.ask(units, looks.secondMomentBudget());
    Arrays.setAll(units, round::unit);
    deviations = looks.lift(units);
    CoordinateWeights weights = CoordinateWeights.of(deviations);
    double stretch = weights.stretch(Arrays.stream(deviations).map(s -> s * s).toArray());
    Spread scaled = new Spread(spread.radius() * stretch, spread.offset() * stretch * stretch);
    double norm = standard.norm(search.centre(), weights, scaled);
    double other = standard.norm(search.centre(), none, spread);
    double squares = Arrays.stream(weights.values()).map(w -> 1 / (w * w)).sum();
    return norm * Math.sqrt(squares) <= other * Math.sqrt(d)
        ? new CentreAndScales(weights, scaled)
        : plain;
  }
}
