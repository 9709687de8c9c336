package org.privatemean.mean;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.privatemean.annotation.Internal;
import org.privatemean.mean.GroupTrustModel.GroupQuery;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.GroupLedger.GroupQueryKind;
import org.privatemean.query.RowCount;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.Guarantee;
import org.privatemean.release.Scales;
import org.privatemean.release.Warning;
import org.privatemean.release.report.GroupedRelease;
import org.privatemean.release.report.GroupedRelease.GroupMean;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.Scaling;

/**
 * The recentred mean of each of many groups, where every group has the whole budget: groups are
 * asked in parallel, and what a small group cannot answer alone is asked of many at once.
 *
 * <p><b>Privacy guarantee</b> (central model): the release is rho-zCDP for the {@link
 * org.privatemean.privacy.PrivacyUnit} of the spec, which states the sensitivities of all queries:
 * numbers of rows by cells, and sums of clipped vectors and of bounded terms, functions of one row,
 * its group and released values. The {@link GroupLedger} keeps the charges of each group within rho
 * in every run. The list of groups is public, or was selected privately (grouped-mean.md, "Proof").
 */
@Internal
public final class GroupedMean {
  /** Likely number of steps of a release, counted by their names in the user's terms. */
  public static final int LIKELY_PHASES = 8;

  private static final String COUNT = "row count";

  private final GroupedSpec spec;
  private final GroupedPlan plan;
  private final GroupTrustModel trust;
  private final GroupState state;
  private final GroupCentreSearch search;
  private final List<Warning> warnings = new ArrayList<>();

  /** Null if there was no question about the columns. */
  private PooledScaling units;

  private GroupedMean(GroupedPlan plan, GroupTrustModel trust, GroupState state) {
    this.spec = plan.spec();
    this.plan = plan;
    this.trust = trust;
    this.state = state;
    this.search = new GroupCentreSearch(plan, trust, state);
  }

  /** Price of the number of rows of a group, in the budget of the spec. */
  public static double countPrice(GroupedSpec spec) {
    return new GroupedPlan(spec, 1).countPrice();
  }

  /** Asks every group, also those without rows, for its noisy number of rows (step 0). */
  public static double[] count(GroupedSpec spec, int groups, GroupTrustModel trust) {
    double[] prices = new double[groups];
    Arrays.fill(prices, countPrice(spec));
    int[] all = IntStream.range(0, groups).toArray();
    return groups == 0 ? new double[0] : trust.own(COUNT, new GroupCounts(groups), all, prices);
  }

  /** Charges a ledger of one group, which stands for all keys until they are selected by counts. */
  public static void chargeCount(GroupedSpec spec, GroupLedger ledger) {
    ledger.charge(COUNT, GroupQueryKind.ROW_COUNT, new int[1], new double[] {countPrice(spec)});
  }

  public static GroupedRelease release(
      GroupedSpec spec,
      Guarantee guarantee,
      int dimension,
      double[] counts,
      GroupTrustModel trust) {
    spec.scaling().checkSize(dimension);
    checkRoom(spec, counts);
    trust.setSizes(counts.clone());
    GroupedPlan plan = new GroupedPlan(spec, dimension);
    return new GroupedMean(plan, trust, new GroupState(dimension, counts)).run(guarantee);
  }

  /** Forecasts one group, which stands for all of one size; the caller has checked the ranges. */
  public static GroupedRelease forecast(
      GroupedSpec spec, Guarantee guarantee, long rows, int groups, int dimension, double spread) {
    spec.scaling().checkSize(dimension);
    return new GroupedForecast(new GroupedPlan(spec, dimension))
        .compute(guarantee, (double) rows, groups, spread);
  }

  /** Checks by released numbers, whose error is small compared to the margin, that sums fit. */
  private static void checkRoom(GroupedSpec spec, double[] counts) {
    double rows = Arrays.stream(counts).map(n -> Math.max(0, n)).sum();
    double weighed = rows * spec.unit().mostWeight();
    if (weighed > RowCount.MAX_ROWS) {
      throw new ParamException(
          spec.unit().mostWeight() > 1 ? "maxRowsPerPerson" : "groupCols",
          NumberFormat.format(
              "the total weight of the rows of all groups is %.3g, more than exact sums "
                  + "allow (2^42)",
              weighed),
          "fit fewer rows, or persons of less weight");
    }
  }

  private GroupedRelease run(Guarantee guarantee) {
    for (int group : state.live(g -> state.rows(g) < plan.leastRows())) {
      state.end(group, GroupStatus.TOO_SMALL, trust.ledger().spent(group));
    }
    GroupMean[] means = new GroupMean[state.groups()];
    if (state.live().length > 0) {
      locate();
      average(means);
      warnOfUnsettled();
    }
    for (int group = 0; group < means.length; group++) {
      if (means[group] == null) {
        means[group] = state.ended(group);
      }
    }
    GroupedRelease release =
        new GroupedRelease(
            guarantee,
            plan.dimension(),
            spec.groupsPerPerson(),
            spec.confidence(),
            scales(),
            List.of(means),
            trust.ledger().charges(),
            warnings,
            List.of(),
            List.of());
    return Optional.ofNullable(units)
        .flatMap(PooledScaling::columns)
        .map(seen -> addWarnings(release, seen))
        .orElse(release);
  }

  private GroupedRelease addWarnings(GroupedRelease release, PrivateColumnCounts seen) {
    int d = plan.dimension();
    List<Double> lengths =
        release.groups().stream()
            .filter(group -> group.status() == GroupStatus.OK)
            .map(group -> Math.hypot(group.deviation(), group.bias() / 2 / Math.sqrt(d)))
            .sorted()
            .toList();
    if (lengths.isEmpty()) {
      return release;
    }
    double middle = lengths.get(lengths.size() / 2);
    double rowsDeviation = Math.sqrt(release.groups().size()) * plan.countDeviation();
    List<ColumnWarning> found = new ArrayList<>();
    double[] beyond = new double[d];
    for (int j = 0; j < d; j++) {
      if (seen.isDark(j)) {
        long hidden = seen.column(j).hiddenAtMost(rowsDeviation);
        found.add(new ColumnWarning(j, ColumnWarning.ColumnWarningCode.NEARLY_CONSTANT, hidden));
        continue;
      }
      double error = middle / state.weight(j);
      OctaveTail.TailBias tail = seen.tailBeyond(j, state.limit(j) / state.weight(j));
      if (tail.median() > error) {
        beyond[j] = tail.high();
        found.add(new ColumnWarning(j, ColumnWarning.ColumnWarningCode.LONG_TAIL));
      }
      if (error > ColumnWarning.NOISY_SHARE * units.deviation(j)) {
        found.add(new ColumnWarning(j, ColumnWarning.ColumnWarningCode.NOISY));
      }
    }
    return release.withColumns(beyond, found);
  }

  private void locate() {
    SharedCentre offset = new SharedCentre(plan, trust, state);
    spec.scaling()
        .scales()
        .ifPresent(scales -> state.weighBy(CoordinateWeights.inverse(scales), null));
    boolean standard = spec.scaling().equals(Scaling.STANDARD) && plan.dimension() > 1;
    boolean asksOctaves =
        standard && plan.asksOctaves(state.rows(state.live()) / spec.groupsPerPerson());
    if (standard && !asksOctaves) {
      warnOfFewRows();
    }
    ColumnOctaves[] magnitudes = asksOctaves ? offset.magnitudes() : null;
    offset.locate();
    search.locate(offset.lowest(), offset.octaves());
    search.recentre(GroupedPlan.MAX_ROUNDS);
    if (asksOctaves) {
      units = new PooledScaling(plan, trust, state, search);
      units.standardise(magnitudes);
    }
    search.finish();
  }

  private void average(GroupMean[] means) {
    int[] live = state.live();
    if (live.length == 0) {
      return;
    }
    GroupClippingNorms clippingNorms = new GroupClippingNorms(plan, trust, state, search);
    clippingNorms.find();
    double[] norms = clippingNorms.norms();
    GroupTransform frame = state.frame();
    double[] excess = spec.excess() ? excess(frame, clippingNorms) : new double[means.length];
    double[] prices = Arrays.stream(live).mapToDouble(search::remainingBudget).toArray();
    GroupSum sum = GroupSum.create(frame, Slots.each(state.groups(), live), norms);
    double[] shifts = search.means("clipped sum", sum, live, prices);
    int d = plan.dimension();
    for (int i = 0; i < live.length; i++) {
      int group = live[i];
      double[] shift = Arrays.copyOfRange(shifts, i * d, (i + 1) * d);
      double deviation = plan.meanDeviation(norms[group], prices[i], state.rows(group));
      double square = Arrays.stream(shift).map(x -> x * x).sum();
      double half = norms[group] / 2;
      if (!(square - d * deviation * deviation <= half * half)) {
        // The rows still lie on one side of the centre, or squares overflow.
        state.end(group, GroupStatus.NOT_LOCATED, trust.ledger().spent(group));
        continue;
      }
      double bias = spec.excess() ? clippingNorms.bias(group) + excess[group] : 0;
      means[group] = mean(group, shift, deviation, norms[group], bias);
    }
    warnOfFarRows(clippingNorms.far());
  }

  private GroupMean mean(int group, double[] shift, double deviation, double norm, double bias) {
    double[] mean = new double[shift.length];
    double moved = 0;
    for (int j = 0; j < mean.length; j++) {
      mean[j] = state.moved(group, j, shift[j]);
      moved += shift[j] * shift[j];
    }
    return new GroupMean(
        GroupStatus.OK,
        state.count(group),
        mean,
        deviation,
        norm,
        Math.sqrt(moved) * plan.countDeviation() / state.rows(group),
        bias,
        trust.ledger().spent(group));
  }

  /** Upper estimate of the effect of clipping: measured by class, or guessed for few rows. */
  private double[] excess(GroupTransform frame, GroupClippingNorms clippingNorms) {
    double[] norms = state.values(state.live(), 1, clippingNorms::safe);
    int[] classOf = new int[state.groups()];
    Arrays.fill(classOf, -1);
    List<Double> rows = new ArrayList<>();
    for (int k = 0; k < clippingNorms.classes(); k++) {
      int[] of = clippingNorms.of(k);
      double all = state.rows(of);
      int middle = of[of.length / 2];
      if (plan.asksExcess(all, state.rows(middle), search.remainingBudget(middle))) {
        for (int group : of) {
          classOf[group] = rows.size();
        }
        rows.add(all);
      }
    }
    double[] excess = new double[state.groups()];
    for (int group : state.live(g -> classOf[g] < 0)) {
      excess[group] =
          norms[group] * plan.guessedExcess(clippingNorms.rowsOut(group), state.rows(group));
    }
    if (rows.isEmpty()) {
      return excess;
    }
    GroupExcess question = new GroupExcess(frame, new Slots(classOf, rows.size()), norms);
    double[] totals = trust.pooledSum("excess of classes", question, plan.excessPrice());
    for (int group : state.live(g -> classOf[g] >= 0)) {
      double all = rows.get(classOf[group]);
      double mean = totals[classOf[group]] / GroupExcess.MOST * GroupedPlan.MAX_EXCESS / all;
      excess[group] = norms[group] * Math.max(0, mean + plan.excessDoubt(all));
    }
    return excess;
  }

  private Scales scales() {
    if (state.weights() == null) {
      return Scales.none(spec.scaling().label());
    }
    Scales.From from =
        spec.scaling().scales().isPresent() ? Scales.From.PUBLIC : Scales.From.PRIVATE;
    double[] values = CoordinateWeights.inverse(state.weights());
    return Scales.of(spec.scaling().label(), from, values);
  }

  private void warnOfUnsettled() {
    int[] unsettled = state.live(state::isFalling);
    if (unsettled.length > 0) {
      warnings.add(
          new Warning(
              Warning.Code.NOT_SETTLED,
              NumberFormat.format(
                  "in %d groups the radius had not settled when the search for the centre ended:"
                      + " the budget for it ended, or more than half of the rows are nearly equal"
                      + " (clippingNorm is then far below that of other groups), so that some %.0f"
                      + " rows that differ from them may be missing from the mean; the error may be"
                      + " far above the error bars: use more rows or a larger budget",
                  unsettled.length,
                  IntStream.of(unsettled)
                      .mapToDouble(state::rows)
                      .map(rows -> plan.allowedLoss(rows, plan.rank(rows, plan.own())))
                      .map(Math::ceil)
                      .max()
                      .orElse(0))));
    }
  }

  private void warnOfFarRows(int[] far) {
    int groups = (int) IntStream.of(far).filter(state::isLive).count();
    if (groups > 0) {
      warnings.add(
          new Warning(
              Warning.Code.FAR_ROWS,
              NumberFormat.format(
                  "in %d groups some rows lie beyond the largest norm that was tested for them: such"
                      + " rows may be missing from the mean, and its error may be far above the"
                      + " error bars; cut columns at public values, or use more rows or a larger"
                      + " budget",
                  groups)));
    }
  }

  private void warnOfFewRows() {
    warnings.add(
        new Warning(
            Warning.Code.FEW_ROWS,
            "too few rows, or too many coordinates, for a histogram of each coordinate's exponents"
                + " at this budget: coordinates in units of different orders of magnitude may have"
                + " large errors; give public scales, more rows or a larger budget"));
  }

  /** Number of rows of each group, or the sum of their weights. */
  static final class GroupCounts extends GroupQuery {
    private static final long serialVersionUID = 1L;

    public GroupCounts(int groups) {
      super(
          GroupQueryKind.ROW_COUNT,
          Slots.each(groups, IntStream.range(0, groups).toArray()),
          1,
          null);
    }

    @Override
    public BigInteger squaredSensitivity(PrivacyUnit unit) {
      return unit.squaredSensitivityOfRowCount();
    }

    @Override
    protected void add(
        GroupBlock block, double[] norms, int from, int to, double[] seen, long[] totals, int at) {
      for (int i = from; i < to; i++) {
        totals[at] += block.weight(i);
      }
    }
  }

  /**
   * Sum of the amounts by which clipping reduces the norms of the rows of each slot, {@code
   * min(max(|v| - C, 0), 2 C)}, C their group's norm, in steps of {@code 2 C / 2^20}, rounded up.
   *
   * <p><b>Sensitivity.</b> Each term is an integer from 0 to 2^20, so a row changes its sum by at
   * most 2^20.
   */
  static final class GroupExcess extends GroupQuery {
    private static final long serialVersionUID = 1L;

    public static final long MOST = 1L << 20;

    private final double[] clippingNorms;

    public GroupExcess(GroupTransform frame, Slots slots, double[] clippingNorms) {
      super(GroupQueryKind.COUNT, slots, 1, frame);
      this.clippingNorms = clippingNorms;
    }

    @Override
    public BigInteger squaredSensitivity(PrivacyUnit unit) {
      return unit.squaredSensitivityOfInterval(MOST);
    }

    @Override
    protected void add(
        GroupBlock block, double[] norms, int from, int to, double[] seen, long[] totals, int at) {
      double norm = clippingNorms[block.group(from)];
      for (int i = from; i < to; i++) {
        // NaN is not longer than C.
        if (norms[i] > norm) {
          double share = Math.min(1, (norms[i] - norm) / (GroupedPlan.MAX_EXCESS * norm));
          totals[at] += block.weight(i) * (long) Math.ceil(share * MOST);
        }
      }
    }
  }
}
