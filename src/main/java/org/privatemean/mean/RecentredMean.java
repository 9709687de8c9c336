package org.privatemean.mean;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.privatemean.mean.CentredQueries.CentreAndScales;
import org.privatemean.mean.CentredQueries.CentredQuerySource;
import org.privatemean.mean.PrivateQueries.NoisyValues;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.query.RowCount;
import org.privatemean.query.TrustModel;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.ConfidenceRegion;
import org.privatemean.release.Covariance;
import org.privatemean.release.Deviations;
import org.privatemean.release.Estimate;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;
import org.privatemean.release.Scales;
import org.privatemean.release.Warning;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Sampling;
import org.privatemean.request.Scaling;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.RowPasses;
import org.privatemean.rows.RowSample;
import org.privatemean.rows.Rows;

/**
 * The recentred mean: it needs no bounds and no tuning. It follows the steps of Huang, Liang and Yi
 * (2021), centre, threshold, average, but finds the centre by a few cheap noisy clipped means
 * instead of d medians.
 *
 * <p><b>Privacy guarantee</b> (central model): the release is rho-zCDP, with rho the budget of the
 * {@link RecentredSpec}, for the {@link PrivacyUnit} that it names. The questions are counts of
 * rows by length or by cell, sums of vectors clipped to a norm ({@link
 * org.privatemean.mean.AnchoredSum}) or of their outer products ({@link SecondMomentMatrix}) and a
 * sum of bounded terms ({@link ExcessSum}), with the sensitivities that the unit states. All else
 * is a function of public values and of earlier answers; the ledger is charged before each draw and
 * refuses to exceed rho, which is a zCDP filter (Feldman and Zrnic 2021; {@link
 * org.privatemean.privacy.ledger.PrivacyLedger}). A {@link org.privatemean.request.WarmStart} holds
 * released values, so it changes no sensitivity and no price.
 *
 * <p><b>On a sample</b> ({@link Sampling}) the steps that find the centre are asked of a random
 * sample of the rows ({@link RowSample}), the last ones of all rows by the cells of one pass
 * ({@link SinglePassQueries}). The guarantee is exactly the same, and no amplification is claimed.
 * The proof of all this is on the page {@code recentred-mean}, sections On a sample and Privacy.
 */
record RecentredMean(
    RecentredPlan plan,
    PrivateQueries queries,
    CentreSearch search,
    CentredQuerySource source,
    ScaleEstimation units) {
  /** Rows with fewer coordinates than this are short: a sample holds them as columns. */
  private static final int SHORT_ROW = 1 << 6;

  /** Rows with at least this number of coordinates may be held by their nonzero coordinates. */
  private static final int LONG_ROW = 1 << 12;

  /** Bytes of all rows as columns above which long rows are held by their nonzero coordinates. */
  private static final double MAX_COLUMN_BYTES = 0x1p33;

  /** Standard deviations from which the answer on rows beyond the norm is not noise alone. */
  private static final double FAR_ROWS = 3.1;

  private RecentredMean(
      RecentredPlan plan, PrivateQueries queries, CentreSearch search, CentredQuerySource source) {
    this(plan, queries, search, source, new ScaleEstimation(plan, queries, search, source));
  }

  private RecentredSpec spec() {
    return plan.spec();
  }

  /** Releases the mean and charges exactly the budget; refuses too few public rows at no cost. */
  public static Release release(RecentredSpec spec, Rows rows, TrustModel trust) {
    RowCount rowCount = spec.rowCount();
    rowCount.checkPublic(rows);
    RecentredPlan.check(spec, rows.dimension());
    spec.scaling().checkSize(rows.dimension());
    spec.start().ifPresent(start -> start.checkSize(rows.dimension()));
    LongFunction<RecentredPlan> planned = n -> RecentredPlan.create(spec, n, rows.dimension());
    Optional<RecentredPlan> ofPublicCount = rowCount.ifPublic(rows).map(planned::apply);
    try (ZcdpGrant grant = trust.open(spec.name(), spec.rho(), spec.unit())) {
      RecentredPlan plan = ofPublicCount.orElseGet(() -> planned.apply(rowCount.ask(rows, trust)));
      int halvings = SamplingRate.compute(plan);
      Optional<RowPasses> passes = halvings > 0 ? rows.passes() : Optional.empty();
      if (passes.isPresent()) {
        try (RowPasses open = passes.get()) {
          return onSample(plan.byCells(), halvings, trust, grant, open);
        }
      }
      if (spec.sampling() == Sampling.ALWAYS) {
        throw new ParamException(
            "sampling",
            "{sampling} always is not possible for these rows: they can only be read in full",
            "set {sampling} auto");
      }
      VectorEncoder encoder = encoderOfAll(plan);
      try (Blocks<VectorBlock> blocks = rows.prepare(encoder)) {
        blocks.setSize(plan.rows());
        checkUnits(plan, blocks);
        PrivateQueries queries =
            new PrivateQueries(plan, trust, grant, blocks, encoder.maySparse());
        CentreSearch search = new CentreSearch(queries);
        MultiPassQueries source = new MultiPassQueries(plan, queries, search);
        return new RecentredMean(plan, queries, search, source)
            .run()
            .withSampling(Release.Sampled.none(spec.sampling()));
      }
    }
  }

  /** Returns the encoder of all rows; the form of rows changes only how sums are rounded. */
  private static VectorEncoder encoderOfAll(RecentredPlan plan) {
    double bytes = (double) plan.rows() * plan.dimension() * Double.BYTES;
    return plan.dimension() >= LONG_ROW && bytes > MAX_COLUMN_BYTES
        ? VectorEncoder.sparse(plan.dimension(), plan.range())
        : new VectorEncoder(plan.dimension(), plan.range());
  }

  /** Checks that octave counts fit, which take the most memory of all, if scaling asks for them. */
  private static void checkUnits(RecentredPlan plan, Blocks<VectorBlock> blocks) {
    if (plan.spec().scaling().equals(Scaling.STANDARD)
        && plan.dimension() > 1
        && plan.units().asksOctaves()) {
      try {
        blocks.check(new OctaveCounts(new double[plan.dimension()]));
      } catch (ParamException tooMuch) {
        throw new ParamException(
            "scaling",
            "{scaling} standard finds the units of columns; " + tooMuch.bound(),
            "raise it, or set {scaling} to \"none\" or to scales of your own");
      }
    }
  }

  private static Release onSample(
      RecentredPlan plan, int halvings, TrustModel trust, ZcdpGrant grant, RowPasses passes) {
    RowSample bits = RowSample.of(trust.sampleBits(), halvings, SamplingRate.most(plan, halvings));
    VectorEncoder encoder =
        plan.dimension() < SHORT_ROW
            ? new VectorEncoder(plan.dimension(), plan.range())
            : VectorEncoder.either(plan.dimension(), plan.range());
    RowPasses.Sample<VectorBlock> kept = passes.sample(encoder, bits);
    try (Blocks<VectorBlock> blocks = kept.blocks()) {
      boolean isPublic = plan.spec().unit().isCountPublic();
      long expected = Math.round(Math.scalb((double) plan.rows(), -halvings));
      RecentredPlan sample = plan.ofSample(isPublic ? kept.rows() : expected);
      PrivateQueries queries =
          new PrivateQueries(sample, trust, grant, blocks, encoder.maySparse());
      CentreSearch search = new CentreSearch(queries);
      try (SinglePassQueries source = new SinglePassQueries(plan, queries, search, passes)) {
        return new RecentredMean(plan, queries, search, source)
            .run()
            .withSampling(
                new Release.Sampled(plan.spec().sampling(), halvings, isPublic ? kept.rows() : -1));
      }
    }
  }

  /** Forecasts a release on Gaussian rows of this root mean square distance to their mean. */
  public static Release forecast(RecentredSpec spec, long rows, int dimension, double spread) {
    return new RecentredForecast(RecentredPlan.create(spec, rows, dimension)).of(spread);
  }

  private Release run() {
    queries.keep(plan.thresholdBudget());
    CentreAndScales choice = units.choose(spec().scaling());
    CentredQueries first = source.last(choice);
    CentredQueries centred =
        units.standard().spareOthers(choice, first).map(source::last).orElse(first);
    queries.keep(0);
    NoisyValues excess =
        plan.asksExcess() ? centred.excess(plan.excessBudget()) : new NoisyValues(new double[1], 0);
    double taken = Math.max(0, excess.values()[0]);
    boolean showsFarRows = excess.values()[0] > FAR_ROWS * excess.deviation();
    Clipping clipping =
        new ClippingNorm(plan, queries, search).choose(centred).plus(taken, excess.deviation());
    Frame frame = centred.frame();
    // The chosen norm takes at most the difference of the two norms from a row.
    double bias =
        plan.biasBound(centred.rank(), length(frame.centre()))
            + frame.longest(Math.max(0, centred.safe() - clipping.norm()));
    boolean blind =
        search.isDegenerate()
            && units.standard().chosen().isEmpty()
            && (clipping.silent()
                || clipping.safe() <= RecentredPlan.NEARLY_EQUAL * frame.radius());
    return average(centred, clipping, bias, blind, showsFarRows);
  }

  private static double length(double[] vector) {
    return Math.sqrt(Arrays.stream(vector).map(x -> x * x).sum());
  }

  private Release average(
      CentredQueries centred,
      Clipping clipping,
      double biasBound,
      boolean blind,
      boolean showsFarRows) {
    Frame frame = clipping.frame();
    NoisyValues noisy = centred.sum(frame, clipping.norm(), queries.all());
    double[] shift = frame.undo(noisy.values());
    double[] mean = shift.clone();
    Arrays.setAll(mean, j -> shift[j] + frame.centre()[j]);
    double[] noise = frame.undo(noisy.deviation());
    long clippedRows = plan.clippedRowsAtMost(centred.rank());
    boolean isScaled = units.standard().chosen().isPresent();
    ColumnIntervals notes =
        units
            .standard()
            .columns()
            .map(
                columns ->
                    ColumnIntervals.compute(plan, columns, clipping, mean, noise, search, isScaled))
            .orElseGet(
                () ->
                    units.lacksRows()
                        ? ColumnIntervals.forFewRows(units.moments(), mean, noise)
                        : new ColumnIntervals(mean.length));
    double floor = units.standard().chosen().isEmpty() ? search.floor() : 0;
    ErrorBars bars = new ErrorBars(plan, clipping, floor, notes);
    Noise reported = frame.report(noisy.deviation(), biasBound);
    ConfidenceRegion region =
        bars.of(reported, shift, blind || plan.coversNoiseOnly(), clippedRows);
    double count = length(shift) * plan.countDeviation();
    Release release =
        plan.release(
                Estimate.of(mean, plan.rows()),
                reported.plus(count, bars.expectedBias()).withClippingNorm(clipping.norm()))
            .withCharges(queries.charges())
            .withRegion(region)
            .withScales(scales(frame.weights()))
            .withCovarianceType(spec().covarianceType())
            .withColumnWarnings(notes.warnings())
            .withWarnings(warnings(centred, frame.weights(), blind, showsFarRows, region));
    Release started =
        spec().start().isEmpty() ? release : release.withStartUsed(units.isStartUsed());
    return switch (spec().moments()) {
      case MEAN -> started;
      case DEVIATIONS -> deviating(started, units.moments().deviations(mean, noise));
      case COVARIANCE -> addCovariance(started, clipping, noise);
    };
  }

  private Release addCovariance(Release release, Clipping clipping, double[] noise) {
    List<Warning> warnings = new ArrayList<>(release.warnings());
    Covariance covariance =
        new CovarianceEstimation(plan, queries)
            .ask(clipping.frame(), clipping.safe(), release.mean(), noise, warnings);
    return deviating(
        release.withCovariance(covariance).withCharges(queries.charges()).withWarnings(warnings),
        covariance.deviations(units.moments().hidden()));
  }

  private Release deviating(Release release, Deviations deviations) {
    List<Warning> warnings = new ArrayList<>(release.warnings());
    if (deviations.unresolved() > 0) {
      warnings.add(
          new Warning(
              Warning.Code.UNRESOLVED_DEVIATIONS,
              NumberFormat.format(
                  "%d of %d standard deviations are upper bounds only: noise hides them; use more"
                      + " rows or a larger budget",
                  deviations.unresolved(), plan.dimension())));
    }
    return release.withDeviations(deviations).withWarnings(warnings);
  }

  private Scales scales(CoordinateWeights weights) {
    if (weights.isNone()) {
      return Scales.none(spec().scaling().label());
    }
    Scales.From from =
        spec().scaling().scales().isPresent() ? Scales.From.PUBLIC : Scales.From.PRIVATE;
    Optional<double[]> deviations = units.standard().chosen().map(ColumnScales::deviations);
    return Scales.of(spec().scaling().label(), from, deviations.orElseGet(() -> weights.undo(1)));
  }

  private List<Warning> warnings(
      CentredQueries centred,
      CoordinateWeights weights,
      boolean blind,
      boolean showsFarRows,
      ConfidenceRegion region) {
    List<Warning> warnings = new ArrayList<>();
    if (!search.isSettled() || !centred.isReached()) {
      warnings.add(
          new Warning(
              Warning.Code.NOT_SETTLED,
              "the budget for finding the centre ended before the radius had settled: the error may"
                  + " be far above its optimum; use more rows or a larger budget"));
    }
    if (blind) {
      warnings.add(
          new Warning(
              Warning.Code.RARE_VALUES,
              NumberFormat.format(
                  "more than half of the rows are nearly equal, and up to %d rows that differ from"
                      + " them may be missing from the mean: the error bars cover the noise only;"
                      + " use more rows or a larger budget",
                  region.clippedRowsAtMost().orElse(plan.rows()))));
    }
    if (showsFarRows) {
      warnings.add(
          new Warning(
              Warning.Code.FAR_ROWS,
              "some rows lie beyond the clipping norm, perhaps far beyond: the mean misses what"
                  + " lies beyond, and the error bars allow for rows of up to twice that norm;"
                  + " cut columns at public values before the fit, or use more rows or a larger"
                  + " budget"));
    }
    if (units.lacksRows()) {
      warnings.add(
          new Warning(
              Warning.Code.FEW_ROWS,
              "too few rows for counts by octave of every column at this budget, so scaling"
                  + " standard "
                  + (weights.isNone()
                      ? "did not divide columns by scales: the noise of the widest is in all of"
                          + " them"
                      : "found scales by second moments alone: columns in much smaller units than"
                          + " others may have large errors")
                  + "; give public scales, more rows or a larger budget"));
    }
    return warnings;
  }
}
