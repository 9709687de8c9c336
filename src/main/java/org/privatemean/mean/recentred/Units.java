package org.privatemean.mean.recentred;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.privatemean.mean.recentred.plan.RecentredPlan;
import org.privatemean.mean.recentred.plan.RecentredPlan.Spread;
import org.privatemean.mean.recentred.plan.UnitsPlan;
import org.privatemean.query.NormGrid;
import org.privatemean.query.block.OctaveCounts;
import org.privatemean.request.Start;

/**
 * Between steps 2 and 3: what every coordinate is measured in.
 *
 * <p>Units that are orders of magnitude apart show in one histogram of exponents. With them known,
 * second moments measure deviations. The centre is off in every coordinate by noise of the same
 * size in the units of the step that found it, so a coordinate of small spread first shows that
 * offset: counts, and clipped means in the units that they showed, alternate until nothing falls.
 */
final class Units {
  private static final int MOST_ROUNDS = 6;
  private static final int MOST_MOMENTS = 4;

  /** Magnitudes this many octaves apart are of different units. */
  private static final double UNLIKE_OCTAVES = 6;

  /** A unit that falls by this factor has not settled. */
  private static final double FALLS = 8;

  /** A second moment this many times, or this part of, the square of an earlier unit has moved. */
  private static final double MOVES = 2;

  /** Below this share of the centre's coordinate, a unit is rounding error. */
  private static final double ROUNDING_FLOOR = 0x1p-40;

  /** Of values in several octaves, the fullest two neighbouring ones have less than this share. */
  private static final double WIDE = 0.85;

  private static final double RESOLVED = 2.5;

  /** Weights are worth their trouble where they lower the error by this factor. */
  private static final double PAYS = 1.15;

  private final RecentredPlan plan;
  private final UnitsPlan looks;
  private final Questions questions;
  private final Locator locator;
  private final Sight.Source sights;
  private final Moments moments;
  private final Optional<Start> start;
  private boolean lacksRows;

  /** Whether rows and units were where the start said. */
  private boolean startUsed;

  Units(
      RecentredPlan plan,
      Questions questions,
      Locator locator,
      Sight.Source sights,
      Optional<Start> start) {
    this.plan = plan;
    this.looks = plan.units();
    this.questions = questions;
    this.locator = locator;
    this.sights = sights;
    this.start = start;
    this.moments = new Moments(plan, questions);
  }

  Moments moments() {
    return moments;
  }

  /** Whether the last steps go by the start. */
  boolean isStartUsed() {
    return startUsed;
  }

  /** Weights that are given. */
  Sight.Choice fixed(Weights weights) {
    return new Sight.Choice(weights, located(weights), Optional.empty());
  }

  /** The rows, from the start where there is one and they are there. */
  private Spread located(Weights weights) {
    return resumed(weights).orElseGet(() -> locator.locate(weights));
  }

  private Optional<Spread> resumed(Weights weights) {
    Optional<Spread> spread = start.flatMap(earlier -> locator.resume(weights, earlier));
    startUsed = spread.isPresent();
    return spread;
  }

  /** What the start divided coordinates by, where these are deviations that it measured. */
  private Weights earlierWeights() {
    return start
        .filter(Start::isMeasured)
        .flatMap(Start::scales)
        .map(Weights::dividing)
        .orElse(Weights.none(plan.dimension()));
  }

  /** Units in which every coordinate has a deviation of about 1, where that pays. */
  Sight.Choice standard() {
    return resumedStandard().orElseGet(this::searchedStandard);
  }

  /**
   * From a start: its units, as long as one round of moments says that they fit. They are kept as
   * they are: of a column of rare large values a round sees too little, and units that followed
   * each night's round would shrink from night to night.
   *
   * @return nothing where the start is of no use
   */
  private Optional<Sight.Choice> resumedStandard() {
    int d = plan.dimension();
    Weights weights = d == 1 ? Weights.none(d) : earlierWeights();
    Spread spread = resumed(weights).orElse(null);
    if (spread == null) {
      return Optional.empty();
    }
    Optional<Sight.Choice> choice =
        Optional.of(new Sight.Choice(weights, spread, Optional.empty()));
    if (d == 1) {
      measureLast(new double[] {spread.radius()});
      return choice;
    }
    if (locator.isDegenerate() && !looks.releasesDeviations()) {
      return choice;
    }
    double[] units =
        weights.isNone()
            ? likeUnits(spread, d)
            : start.flatMap(earlier -> earlier.deviations().or(earlier::scales)).orElseThrow();
    Moments.Round round = moments.ask(locator.centre(), units, looks.momentBudget());
    if (weights.isNone() ? needsUnits(round, units) : haveMoved(round, units)) {
      locator.restart();
      moments.forget();
      startUsed = false;
      return Optional.empty();
    }
    Arrays.setAll(units, round::unit);
    measureLast(units);
    return choice;
  }

  /** Whether rows that had no units at the start would gain by some now. */
  private boolean needsUnits(Moments.Round round, double[] units) {
    return gain() >= PAYS || IntStream.range(0, units.length).anyMatch(j -> isFar(round, units, j));
  }

  private static boolean isFar(Moments.Round round, double[] units, int j) {
    double square = square(units[j] / FALLS);
    return round.values()[j] + 2 * round.noise()[j] < square;
  }

  /** Whether a moment is surely not within a factor of two of the square of its unit. */
  private static boolean haveMoved(Moments.Round round, double[] units) {
    return IntStream.range(0, units.length)
        .anyMatch(
            j -> {
              double square = square(units[j]);
              double noise = 2 * round.noise()[j];
              return round.values()[j] + noise < square / MOVES
                  || round.values()[j] - noise > square * MOVES;
            });
  }

  private Sight.Choice searchedStandard() {
    int d = plan.dimension();
    Weights none = Weights.none(d);
    if (d == 1) {
      Spread spread = locator.locate(none);
      measureLast(new double[] {spread.radius()});
      return new Sight.Choice(none, spread, Optional.empty());
    }
    Heard magnitudes = looks.asksOctaves() ? octaves("magnitudes") : null;
    lacksRows = magnitudes == null;
    double[] heard = magnitudes == null ? null : magnitudes.values();
    double[] start = new double[d];
    boolean unlike = heard != null && isUnlike(heard, UNLIKE_OCTAVES);
    for (int j = 0; j < d; j++) {
      start[j] = unlike && heard[j] > 0 ? powerAbove(heard[j]) : 1;
    }
    Weights first = unlike ? Weights.dividing(start) : none;
    Spread spread = locator.locate(first);
    if (locator.isDegenerate() && !looks.releasesDeviations()) {
      // Most rows are nearly equal: nothing is known yet of how the others spread.
      return new Sight.Choice(first, spread, Optional.empty());
    }
    Locator.Found found = locator.found();
    double[] centre = found.centre();
    double typical = spread.radius() / Math.sqrt(d);
    double[] units = Arrays.stream(start).map(s -> s * typical).toArray();
    Moments.Round round = moments.ask(centre, units, looks.momentBudget());
    if (isUnsettled(round, units, magnitudes)) {
      units = settle(units, heard);
    } else {
      Arrays.setAll(units, round::unit);
    }
    measureLast(units);
    if (!unlike && gain() < PAYS) {
      locator.moveTo(found);
      return new Sight.Choice(none, spread, Optional.empty());
    }
    return guarded(found, first, spread);
  }

  /** The dear round that standard deviations are released from, where they are. */
  private void measureLast(double[] units) {
    if (looks.releasesDeviations()) {
      moments.ask(locator.centre(), units, looks.deviationBudget());
    }
  }

  /** Whether there were too few rows to look for units. */
  boolean lacksRows() {
    return lacksRows;
  }

  /**
   * What a histogram of exponents shows.
   *
   * @param values root mean squares of the coordinates around the centre; 0 where nothing is heard
   * @param wide whether a coordinate's values lie in several octaves, so that it spreads as far as
   *     it is large
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Heard(double[] values, boolean[] wide) {}

  private Heard octaves(String name) {
    OctaveCounts counts = new OctaveCounts(locator.centre());
    double budget = looks.octaveBudget();
    double[] noisy = questions.total(counts, budget, name);
    double deviation = questions.totalDeviation(counts, budget);
    Heard heard = new Heard(new double[plan.dimension()], new boolean[plan.dimension()]);
    for (int j = 0; j < plan.dimension(); j++) {
      int first = j * OctaveCounts.CELLS;
      double[] cells = Arrays.copyOfRange(noisy, first, first + OctaveCounts.CELLS);
      silence(cells, deviation);
      double square = 0;
      double sum = 0;
      double pair = 0;
      for (int k = 1; k < cells.length; k++) {
        double middle = Math.scalb(1.5, k + OctaveCounts.LOWEST);
        square += cells[k] * middle * middle;
        sum += cells[k];
        pair = Math.max(pair, cells[k] + cells[k - 1]);
      }
      heard.values[j] = Math.sqrt(square / plan.rows());
      heard.wide[j] = pair < WIDE * sum;
    }
    return heard;
  }

  /** Takes out what may be noise: all but the heard cells and their heard neighbours. */
  private void silence(double[] cells, double deviation) {
    double alone = looks.heardAlone() * deviation;
    double beside = looks.heardBeside() * deviation;
    boolean[] heard = new boolean[cells.length];
    // The first cell holds the zeros.
    for (int k = 1; k < cells.length; k++) {
      if (cells[k] > alone) {
        for (int i = k; i < cells.length && cells[i] > beside; i++) {
          heard[i] = true;
        }
        for (int i = k; i > 0 && cells[i] > beside; i--) {
          heard[i] = true;
        }
      }
    }
    for (int k = 0; k < cells.length; k++) {
      cells[k] = heard[k] ? cells[k] : 0;
    }
  }

  private static boolean isUnlike(double[] heard, double octaves) {
    double low = Arrays.stream(heard).filter(h -> h > 0).min().orElse(1);
    double high = Arrays.stream(heard).max().orElse(1);
    return high > low * StrictMath.pow(2, octaves);
  }

  /** A power of two: exact to divide by. */
  private static double powerAbove(double value) {
    return Math.scalb(1.0, Math.getExponent(value) + 1);
  }

  /** Whether a coordinate that is there in most rows may spread less than its unit says. */
  private boolean isUnsettled(Moments.Round round, double[] units, Heard magnitudes) {
    for (int j = 0; j < units.length; j++) {
      boolean unresolved = round.values()[j] < RESOLVED * round.noise()[j];
      boolean falls = unresolved || round.values()[j] < square(units[j] / FALLS);
      if (magnitudes != null && magnitudes.wide[j]) {
        falls = magnitudes.values[j] < units[j] / FALLS;
      }
      if (falls && (magnitudes == null || magnitudes.values[j] > 0)) {
        return true;
      }
    }
    return false;
  }

  private static double square(double x) {
    return x * x;
  }

  /** Counts and clipped means by turns, then moments, until nothing falls. */
  private double[] settle(double[] first, double[] heard) {
    double[] units = first;
    if (heard != null) {
      for (int k = 0; k < MOST_ROUNDS && looks.affordsLook(questions.left()); k++) {
        double[] seen = octaves("spreads").values();
        double[] next = units.clone();
        boolean falls = false;
        for (int j = 0; j < next.length; j++) {
          if (seen[j] > 0) {
            next[j] = floored(2 * seen[j], j);
            falls |= next[j] < units[j] / FALLS;
          }
        }
        units = next;
        if (k > 0 && !falls) {
          break;
        }
        recentre(units);
      }
    }
    return measure(units);
  }

  private double floored(double unit, int j) {
    return Math.max(
        unit, Math.max(plan.range().low(), ROUNDING_FLOOR * Math.abs(locator.centre(j))));
  }

  private void recentre(double[] units) {
    Weights weights = Weights.dividing(units);
    double root = Math.sqrt(units.length);
    NormGrid grid = NormGrid.octaves(0.25, 64 * root, RecentredPlan.COARSE_PER_OCTAVE);
    double radius = locator.radius(weights, grid);
    locator.move(weights, RecentredPlan.WIDTH * Math.max(0.5, radius), looks.scaledStepBudget());
  }

  /** Rounds of moments and recentring, as long as some fall or rise. */
  private double[] measure(double[] first) {
    double[] units = first;
    int before = units.length + 1;
    int stalled = 0;
    for (int k = 0; k < MOST_MOMENTS && looks.affordsLook(questions.left()); k++) {
      Moments.Round round = moments.ask(locator.centre(), units, looks.momentBudget());
      int falling = 0;
      int rising = 0;
      double[] next = new double[units.length];
      for (int j = 0; j < next.length; j++) {
        falling += round.values()[j] < square(units[j]) / 4 ? 1 : 0;
        rising += round.values()[j] > 4 * square(units[j]) ? 1 : 0;
        next[j] = floored(round.unit(j), j);
      }
      units = next;
      stalled += falling >= before ? 1 : 0;
      if (rising == 0 && (falling == 0 || stalled >= 2)) {
        break;
      }
      before = falling;
      if (k < MOST_MOMENTS - 1) {
        recentre(units);
      }
    }
    return units;
  }

  /** How much smaller weights make the error in standard units, as far as moments are known. */
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

  /**
   * Weights, unless private norms say that rows become so long by them that all is lost: a rare
   * category, say, makes a long row.
   */
  private Sight.Choice guarded(Locator.Found first, Weights before, Spread spread) {
    int d = plan.dimension();
    double[] deviations = new double[d];
    Arrays.setAll(deviations, j -> Math.sqrt(moments.atLeastNoise(j)));
    Weights weights = Weights.dividing(deviations);
    double radius = 0;
    double plainSquare = 0;
    double inverses = 0;
    int known = 0;
    for (int j = 0; j < d; j++) {
      radius += Math.max(0, moments.value(j)) / square(deviations[j]);
      plainSquare += Math.max(0, moments.value(j));
      if (moments.isResolved(j)) {
        inverses += 1 / moments.value(j);
        known++;
      }
    }
    radius = Math.sqrt(Math.max(1, radius));
    Spread scaled = new Spread(radius, locator.offset(weights));
    if (known == 0) {
      return back(first, before, spread, Optional.empty());
    }
    Sight sight = sights.of(locator.found(), weights, scaled);
    double plain = before.isNone() ? spread.radius() : Math.sqrt(plainSquare) / 2;
    double ratio = sight.safe() * Math.sqrt(known) / Math.sqrt(inverses);
    boolean few = 2 * known < d;
    boolean doubtful = ratio > plain || (few && ratio > plain / 10);
    questions.keep(0);
    if (doubtful && looks.affordsComparison(questions.left())) {
      // The radius is a lower bound of the other norm: only here it is worth asking for.
      Spread unscaled = before.isNone() ? spread : new Spread(2 * plain, 0);
      Sight other = sights.of(first, Weights.none(d), unscaled);
      if (ratio > other.safe() || (few && ratio > other.safe() / 10)) {
        return back(first, Weights.none(d), unscaled, Optional.of(other));
      }
    }
    return new Sight.Choice(weights, scaled, Optional.of(sight));
  }

  private Sight.Choice back(
      Locator.Found found, Weights weights, Spread spread, Optional<Sight> sight) {
    locator.moveTo(found);
    return new Sight.Choice(weights, spread, sight);
  }

  /** Weights for the least l2 error, where they pay. */
  Sight.Choice leastError() {
    int d = plan.dimension();
    Weights none = Weights.none(d);
    Spread spread = located(none);
    if (d == 1) {
      return new Sight.Choice(none, spread, Optional.empty());
    }
    double[] centre = locator.centre();
    double[] units = likeUnits(spread, d);
    Moments.Round round = moments.ask(centre, units, looks.momentBudget());
    Arrays.setAll(units, round::unit);
    double[] deviations = looks.lifted(units);
    if (!looks.scalingPays(deviations)) {
      return new Sight.Choice(none, spread, Optional.empty());
    }
    round = moments.ask(centre, units, looks.secondMomentBudget());
    Arrays.setAll(units, round::unit);
    deviations = looks.lifted(units);
    Weights weights = Weights.of(deviations);
    double stretch = weights.stretch(Arrays.stream(deviations).map(s -> s * s).toArray());
    Spread scaled = new Spread(spread.radius() * stretch, spread.offset() * stretch * stretch);
    Sight sight = sights.of(locator.found(), weights, scaled);
    questions.keep(0);
    Sight other = sights.of(locator.found(), none, spread);
    return sight.safe() * Math.sqrt(weights.square(1)) <= other.safe() * Math.sqrt(d)
        ? new Sight.Choice(weights, scaled, Optional.of(sight))
        : new Sight.Choice(none, spread, Optional.of(other));
  }

  private static double[] likeUnits(Spread spread, int dimension) {
    double[] units = new double[dimension];
    Arrays.fill(units, spread.radius() / Math.sqrt(dimension));
    return units;
  }
}
