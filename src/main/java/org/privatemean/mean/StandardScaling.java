package org.privatemean.mean;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.privatemean.mean.CentreSearch.Found;
import org.privatemean.mean.CentredQueries.CentreAndScales;
import org.privatemean.mean.CentredQueries.CentredQuerySource;
import org.privatemean.mean.PrivateQueries.NoisyValues;
import org.privatemean.mean.RecentredPlan.Spread;
import org.privatemean.mean.SecondMoments.Round;
import org.privatemean.numeric.Normal;
import org.privatemean.request.RecentredSpec;

/** Finds units in which columns have a deviation of about 1 and bear the cost of their tails. */
final class StandardScaling {
  private static final int MAX_LOOKS = 6;
  private static final double FALLS = 4;

  /** Values within this number of standard deviations of the centre's noise may be that noise. */
  private static final double OFFSET = 5;

  /** Values of few constant columns are farther from the centre than this number. */
  private static final double NEAR_OFFSET = 2.5;

  /** Columns farther than that have two values if more than these and this share are. */
  private static final int MAX_FAR = 2;

  private static final double FAR_SHARE = 0.05;

  /** The corresponding number for values that spread over several octaves. */
  private static final double WIDE_OFFSET = 1.5;

  /** A refined second moment is used from this number of standard deviations of its noise on. */
  static final double RESOLVED = 5;

  /** Norms are compared if weights may leave more than this share of the error. */
  private static final double DOUBTFUL = 0.9;

  private static final double WORSE = 0.97;

  /** A norm of this multiple of the radius may be that of a few values far out. */
  private static final double FAR_NORM = 6;

  /** Values of this multiple of their column's deviation are far out. */
  private static final double FAR_VALUE = 32;

  private static final double FAR_SHARE_OF_BUDGET = 0.02;
  private static final int MAX_FAR_LOOKS = 4;

  /** Probability that noise is taken for values far out. */
  private static final double FAR_FAILURE = 1e-3;

  private final RecentredPlan plan;
  private final RecentredPlan all;
  private final UnitsPlan looks;
  private final PrivateQueries queries;
  private final CentreSearch search;
  private final CentredQuerySource source;
  private final SecondMoments moments;
  private PrivateColumnCounts columns;
  private ColumnScales chosen;

  /** The scales of columns that are alike, and so are not used. */
  private ColumnScales alike;

  StandardScaling(
      RecentredPlan all,
      PrivateQueries queries,
      CentreSearch search,
      CentredQuerySource source,
      SecondMoments moments) {
    this.plan = queries.plan();
    this.all = all;
    this.looks = plan.units();
    this.queries = queries;
    this.search = search;
    this.source = source;
    this.moments = moments;
  }

  /** The results for the columns of all rows; empty if they were not counted. */
  Optional<PrivateColumnCounts> columns() {
    return Optional.ofNullable(columns);
  }

  Optional<ColumnScales> chosen() {
    return Optional.ofNullable(chosen);
  }

  /** Chooses the last weights; empty if spreads differ from the expected ones, if any are given. */
  Optional<CentreAndScales> choose(
      CoordinateWeights before, Spread spread, boolean[] zero, double[] expected) {
    if (!looks.affordsSpreads(queries.remaining())) {
      return Optional.of(locate(before, spread));
    }
    Found found = search.result();
    search.pin(zero);
    PrivateColumnCounts seen = settle(typical(before, spread), zero, before.isNone());
    return expected != null && seen.haveMoved(expected)
        ? Optional.empty()
        : Optional.of(choose(found, before, spread, seen));
  }

  private CentreAndScales choose(
      Found found, CoordinateWeights before, Spread spread, PrivateColumnCounts seen) {
    boolean isPlain = before.isNone();
    ColumnScales first = seen.scales(search.centre(), 0, least());
    if (!plan.usesCells()) {
      columns = seen;
    }
    if (isPlain && !first.pays(ColumnScales.SURELY_ALIKE)) {
      measureLast(first);
      alike = first;
      return plain(found, before, spread);
    }
    if (plan.usesCells()) {
      columns = reaches(seen);
    }
    lookAgain();
    ColumnScales scales = refine(columns.scales(search.centre(), plan.spec().rareUnit(), least()));
    measureLast(scales);
    if (isPlain && !scales.pays(ColumnScales.PAYS)) {
      alike = scales;
      return plain(found, before, spread);
    }
    return weigh(found, isPlain, spread, scales);
  }

  /**
   * Returns other weights if all columns are alike except a few, in which values far out decide the
   * clipping norm: counts by column do not show so few. No values are cut, so that the next norm
   * shows those of other columns.
   */
  Optional<CentreAndScales> spareOthers(CentreAndScales before, CentredQueries centred) {
    if (alike == null || alike.areMostlyRare() || search.isDegenerate()) {
      return Optional.empty();
    }
    double least = Arrays.stream(alike.deviations()).min().orElseThrow();
    double radius = before.spread().radius();
    if (!(centred.safe() > Math.max(FAR_VALUE * least, FAR_NORM * radius))) {
      return Optional.empty();
    }
    queries.unmap();
    Optional<ColumnScales> found = withFarValues(alike).filter(s -> s.pays(ColumnScales.PAYS));
    if (found.isEmpty()) {
      centred.frame().basis().ifPresent(queries::map);
      return Optional.empty();
    }
    ColumnScales scales = found.get();
    chosen = scales.withOrdinaryNorm(ordinaryNorm(scales), 0);
    CoordinateWeights weights = CoordinateWeights.of(chosen).withoutLimits();
    return Optional.of(new CentreAndScales(weights, spread(chosen, weights)));
  }

  /** Returns scales with the values far out; empty if the last question still showed some. */
  private Optional<ColumnScales> withFarValues(ColumnScales from) {
    double[] deviations = from.deviations();
    double[] limits = CoordinateWeights.filled(deviations.length, Double.POSITIVE_INFINITY);
    ColumnScales scales = from;
    // A row counts in one column alone, so others are counted without the columns that are seen.
    for (int look = 0; look < MAX_FAR_LOOKS && looks.affordsLook(queries.remaining()); look++) {
      CoordinateWeights weights = CoordinateWeights.dividing(deviations, limits);
      FarColumnCounts cells = new FarColumnCounts(weights.view(search.centre()), FAR_VALUE);
      NoisyValues counts = queries.total(cells, FAR_SHARE_OF_BUDGET * plan.rho(), "values far out");
      double noise = Normal.roughUpperQuantile(FAR_FAILURE / cells.size()) * counts.deviation();
      boolean isSeen = false;
      for (int j = 0; j < limits.length; j++) {
        double[] seen = cells.seen(counts.values(), j, noise);
        double end = cells.end(seen);
        if (end > 0) {
          isSeen = true;
          limits[j] = 0;
          double far = deviations[j] * Math.sqrt(cells.square(seen) / plan.rows());
          scales = scales.withFar(j, far, deviations[j] * end);
          // Second moments were measured without such values.
          moments.hide(j, scales.deviations()[j]);
        }
      }
      if (!isSeen) {
        return Optional.of(scales);
      }
    }
    return Optional.empty();
  }

  private CentreAndScales plain(Found found, CoordinateWeights before, Spread spread) {
    search.moveTo(found);
    return new CentreAndScales(before, spread);
  }

  /** Returns the weights that the rows were located with, if too little budget would be left. */
  private CentreAndScales locate(CoordinateWeights before, Spread spread) {
    if (looks.releasesDeviations()) {
      moments.ask(typical(before, spread), looks.deviationBudget());
    }
    return new CentreAndScales(before, spread);
  }

  private double least() {
    return plan.range().low();
  }

  /** Returns the units of columns of one weighted deviation each. */
  static double[] typical(CoordinateWeights weights, Spread spread) {
    return weights.undo(spread.radius() / Math.sqrt(weights.size()));
  }

  private PrivateColumnCounts reaches(PrivateColumnCounts sampled) {
    int[] every = IntStream.range(0, plan.dimension()).toArray();
    ColumnOctaves[] seen =
        source.octaves(every, UnitsPlan.OCTAVE_FAILURE, all.units().octaveBudget(), "reaches");
    boolean[] zero = sampled.zero();
    boolean[] dark = dark(seen, every, zero, sampled.areDark());
    return new PrivateColumnCounts(seen, search.centre(), zero, dark);
  }

  /** Alternates counts and clipped means of columns that may fall, until none does. */
  private PrivateColumnCounts settle(double[] typical, boolean[] zero, boolean alike) {
    double[] before = typical.clone();
    int[] which = IntStream.range(0, before.length).toArray();
    PrivateColumnCounts found = null;
    for (int k = 0; ; k++) {
      ColumnOctaves[] seen = spreads(which);
      boolean[] fell = new boolean[which.length];
      List<Integer> open = new ArrayList<>();
      for (int i = 0; i < which.length; i++) {
        int j = which[i];
        if (seen[i].isSeen()) {
          double rms = seen[i].rms();
          fell[i] = rms < before[j] / FALLS;
          before[j] = rms;
          boolean near = seen[i].isWide() ? isOffset(rms, j, WIDE_OFFSET) : k == 0 || fell[i];
          if (near && !zero[j] && !isRounding(rms, j)) {
            open.add(j);
          }
        }
      }
      boolean[] dark = dark(seen, which, zero, fell);
      double[] centre = search.centre();
      found =
          found == null
              ? new PrivateColumnCounts(seen, centre, zero, dark)
              : found.detect(which, seen, centre, dark);
      if (open.isEmpty()
          || k == MAX_LOOKS - 1
          || !looks.affordsLook(queries.remaining())
          || (alike && found.scales(search.centre(), 0, least()).areMostlyRare())) {
        return found;
      }
      which = open.stream().mapToInt(Integer::intValue).toArray();
      recentre(which, before);
    }
  }

  /** Counts some columns; the noise of each is the same as if all were counted. */
  private ColumnOctaves[] spreads(int[] which) {
    double budget = looks.octaveBudget() * which.length / plan.dimension();
    OctaveCounts counts = new OctaveCounts(search.centre(), which);
    return queries.octaves(counts, UnitsPlan.OCTAVE_FAILURE, budget, "spreads");
  }

  private void recentre(int[] which, double[] seen) {
    double[] units = CoordinateWeights.filled(seen.length, 1);
    double[] limits = new double[seen.length];
    for (int j : which) {
      units[j] = Math.max(2 * seen[j], search.roundingFloor(j));
      limits[j] = Double.POSITIVE_INFINITY;
    }
    search.recentre(CoordinateWeights.dividing(units, limits), looks.scaledStepBudget());
  }

  private boolean isOffset(double rms, int j, double deviations) {
    return rms < deviations * search.offset(j);
  }

  private boolean isRounding(double rms, int j) {
    return rms <= 4 * search.roundingFloor(j);
  }

  /**
   * Returns true for each column that shows one value, or only the offset of its centre: many
   * columns at several deviations of that have two values, as 0/1 columns do.
   */
  private boolean[] dark(ColumnOctaves[] seen, int[] which, boolean[] zero, boolean[] fell) {
    int near = 0;
    int far = 0;
    for (int i = 0; i < which.length; i++) {
      if (seen[i].isSeen() && seen[i].isNarrow() && !zero[which[i]] && !fell[i]) {
        boolean isNear = isOffset(seen[i].rms(), which[i], NEAR_OFFSET);
        near += isNear ? 1 : 0;
        far += !isNear && isOffset(seen[i].rms(), which[i], OFFSET) ? 1 : 0;
      }
    }
    double most = far > MAX_FAR + FAR_SHARE * near ? NEAR_OFFSET : OFFSET;
    boolean[] dark = new boolean[which.length];
    for (int i = 0; i < dark.length; i++) {
      int j = which[i];
      double rms = seen[i].rms();
      boolean equal =
          seen[i].isNarrow() && (fell[i] || isOffset(rms, j, most) || isRounding(rms, j));
      dark[i] = !seen[i].isSeen() || (!zero[j] && equal);
    }
    return dark;
  }

  /** Counts the columns in which only one value is detected separately, with less noise. */
  private void lookAgain() {
    int[] dark = columns.dark();
    double budget = looks.secondLookBudget(dark.length);
    if (dark.length > 0 && looks.affordsLook(queries.remaining() - budget)) {
      double failure = UnitsPlan.SECOND_LOOK_FAILURE;
      ColumnOctaves[] seen = source.octaves(dark, failure, budget, "nearly constant columns");
      columns.lookedAgain(dark, seen, search.centre());
    }
  }

  /** Refines deviations by second moments, with each value cut at twice its column's reach. */
  private ColumnScales refine(ColumnScales scales) {
    Round round = moments.ask(scales.momentUnits(), scales.momentLimits(), looks.momentBudget());
    boolean[] resolved = new boolean[scales.size()];
    for (int j = 0; j < resolved.length; j++) {
      resolved[j] = round.values()[j] > RESOLVED * round.noise()[j];
    }
    return scales.withMoments(round.values(), resolved);
  }

  private void measureLast(ColumnScales scales) {
    if (plan.spec().moments() == RecentredSpec.Moments.MEAN) {
      return;
    }
    if (looks.releasesDeviations()) {
      moments.ask(scales.momentUnits(), scales.momentLimits(), looks.deviationBudget());
    }
    double[] reaches = scales.reaches();
    for (int j : columns.dark()) {
      double rare = plan.spec().rareUnit();
      double unit = Math.max(rare > 0 ? rare : RecentredSpec.RARE_UNIT, reaches[j]);
      double share =
          columns.column(j).hiddenAtMost(plan.countDeviation() * plan.rows())
              / (double) plan.rows();
      moments.hide(j, unit * Math.sqrt(share));
    }
  }

  private CentreAndScales weigh(Found found, boolean alike, Spread spread, ColumnScales before) {
    double rareUnit = plan.spec().rareUnit();
    ColumnScales scales = before.withOrdinaryNorm(ordinaryNorm(before), rareUnit);
    CoordinateWeights weights = CoordinateWeights.of(scales);
    if (scales.shareRows(Double.POSITIVE_INFINITY)) {
      double budget = looks.rareNormBudget();
      double norm = norm(search.centre(), weights, spread(scales, weights), budget);
      if (scales.shareRows(norm) && looks.affordsLook(queries.remaining())) {
        ColumnScales lower = scales.withSharedRows(norm);
        CoordinateWeights lowered = CoordinateWeights.of(lower);
        double retried = norm(search.centre(), lowered, spread(lower, lowered), budget);
        if (ColumnScales.shortens(retried, norm)) {
          scales = lower;
          weights = lowered;
        }
      }
    } else if (alike && !scales.hasIsolated()) {
      double[] errors = scales.errorsOfNorm(weights.apply(scales.deviations()));
      double mine = norm(search.centre(), weights, spread(scales, weights)) * errors[0];
      if (mine > DOUBTFUL * spread.radius() * errors[1]
          && looks.affordsComparison(queries.remaining())) {
        CoordinateWeights none = CoordinateWeights.none(plan.dimension());
        if (mine > WORSE * norm(found.centre(), none, spread) * errors[1]) {
          search.moveTo(found);
          return new CentreAndScales(none, spread);
        }
      }
    }
    chosen = scales;
    return new CentreAndScales(weights, spread(scales, weights));
  }

  /** A norm to compare weights by, with the same share of rows beyond it as later. */
  double norm(double[] centre, CoordinateWeights weights, Spread spread) {
    return norm(centre, weights, spread, looks.normBudget());
  }

  private double norm(double[] centre, CoordinateWeights weights, Spread spread, double budget) {
    double rank = looks.normRank(shareBeyond(), budget);
    Frame frame = new Frame(centre, weights, spread.radius());
    return queries.norm(frame, UnitsPlan.NORM_REACH, plan.range(), rank, budget, "norm by weights");
  }

  private double shareBeyond() {
    return 1 - all.thresholdRank(queries.remaining()) / all.rows();
  }

  private Spread spread(ColumnScales scales, CoordinateWeights weights) {
    double square = 0;
    double[] weighted = weights.apply(scales.deviations());
    for (int j = 0; j < weighted.length; j++) {
      square += scales.isDark(j) ? 0 : weighted[j] * weighted[j];
    }
    return new Spread(Math.sqrt(Math.max(1, square)), search.offset(weights));
  }

  /** C0: the norm of rows without rare values, with the same share of rows beyond it as later. */
  private double ordinaryNorm(ColumnScales scales) {
    CoordinateWeights weights =
        CoordinateWeights.dividing(scales.ordinaryScales(), scales.ordinaryLimits());
    double budget = looks.normBudget();
    double rank = looks.ordinaryNormRank(shareBeyond(), budget);
    CentredTransform view = weights.view(search.centre());
    return queries.norm(view, looks.ordinaryNormGrid(), rank, budget, "norm of ordinary rows");
  }
}
