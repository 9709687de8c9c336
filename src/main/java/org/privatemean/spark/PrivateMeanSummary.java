package org.privatemean.spark;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.CommunicationCost;
import org.privatemean.release.ConfidenceRegion;
import org.privatemean.release.Deviations;
import org.privatemean.release.Estimate;
import org.privatemean.release.Guarantee;
import org.privatemean.release.LedgerReceipt;
import org.privatemean.release.Noise;
import org.privatemean.release.NoiseSeeding;
import org.privatemean.release.Provenance;
import org.privatemean.release.Release;
import org.privatemean.release.Scales;
import org.privatemean.release.TrustedParty;
import org.privatemean.release.Warning;
import org.privatemean.release.group.KeyedRelease;
import org.privatemean.release.plot.MeanPlot;
import org.privatemean.release.report.GroupedJson;
import org.privatemean.release.report.GroupedText;
import org.privatemean.release.report.ReleaseJson;
import org.privatemean.release.report.ReleaseText;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Sampling;
import org.privatemean.request.Scaling;
import org.privatemean.spark.saved.GroupTable;

/**
 * The cost of a release and its error: released and public values only.
 *
 * <p>Of a fit with groups it has what they share. What belongs to a mean, such as {@link #mean},
 * {@link #rows} and {@link #expectedL2Error}, throws {@link IllegalStateException} then: each group
 * has its own, in {@link PrivateMeanModel#groups}.
 *
 * @since 0.1.0
 */
public final class PrivateMeanSummary implements Serializable {
  private static final long serialVersionUID = 1L;

  /** With groups, what they share. */
  private final Release release;

  /** Null where no groups exist. */
  private final GroupTable groups;

  PrivateMeanSummary(Release release) {
    this.release = release;
    this.groups = null;
  }

  PrivateMeanSummary(GroupTable groups) {
    this.release = groups.release().common();
    this.groups = groups;
  }

  /** This summary, of what a durable ledger paid for. */
  PrivateMeanSummary withReceipt(LedgerReceipt booking) {
    return groups == null
        ? new PrivateMeanSummary(release.from(release.origin().orElseThrow().withReceipt(booking)))
        : new PrivateMeanSummary(groups.withReceipt(booking));
  }

  /** This summary, with more of what the user should know. */
  PrivateMeanSummary warning(List<Warning> more) {
    return groups == null
        ? new PrivateMeanSummary(
            release.warning(Stream.concat(release.warnings().stream(), more.stream()).toList()))
        : new PrivateMeanSummary(groups.warning(more));
  }

  /** A mean without coordinates, for which nothing was read or spent. */
  static PrivateMeanSummary empty() {
    Guarantee guarantee =
        new Guarantee.Concentrated(new Zcdp(0), PrivacyUnit.row(Neighbours.REPLACE));
    Estimate estimate = Estimate.of(new double[0], 0);
    return new PrivateMeanSummary(
        Release.of(
                RecentredSpec.NAME,
                TrustedParty.CURATOR,
                guarantee,
                estimate,
                Noise.forZeroVector(0))
            .seeded(NoiseSeeding.NO));
  }

  /**
   * All of it, in the form that does not depend on Spark.
   *
   * @throws IllegalStateException if each group has its own mean
   */
  public Release release() {
    return single();
  }

  /** The release, if it is of one mean. */
  private Release single() {
    if (groups != null) {
      throw new IllegalStateException(
          "each group has its own mean and errors: read them in groups() of the model");
    }
    return release;
  }

  Optional<GroupTable> groups() {
    return Optional.ofNullable(groups);
  }

  /** All of a release with groups, in the form that does not depend on Spark; empty without. */
  public Optional<KeyedRelease> keyed() {
    return groups().map(GroupTable::release);
  }

  /** True if each group has its own mean. */
  public boolean isGrouped() {
    return groups != null;
  }

  /** Returns what the guarantee protects: row or person. */
  public String unit() {
    return release.guarantee().unit().label();
  }

  /** The group columns; empty where no groups exist. */
  public List<String> groupCols() {
    return keyed().map(KeyedRelease::groupCols).orElse(List.of());
  }

  /** Number of groups, with a mean or without; 0 where there are none. */
  public int numGroups() {
    return keyed().map(KeyedRelease::size).orElse(0);
  }

  /** Returns how the keys of groups were found: public or private; public where no groups exist. */
  public String keySelection() {
    return keyed().map(KeyedRelease::keySelection).orElse("public");
  }

  /** Probability that the private selection of keys failed; empty where keys were public. */
  public OptionalDouble keyDelta() {
    return keyed()
        .filter(KeyedRelease::arePrivate)
        .map(found -> OptionalDouble.of(found.keyDelta()))
        .orElse(OptionalDouble.empty());
  }

  /** In how many groups a person counts at most; 1 where rows are protected, or without groups. */
  public int maxGroupsPerPerson() {
    return keyed().map(found -> found.means().groupsPerPerson()).orElse(1);
  }

  /**
   * Returns who is trusted with the rows: central (one curator), local (nobody) or shuffle (a
   * shuffler).
   */
  public String trustModel() {
    return release.trusted().label();
  }

  /** Reports or messages that were malformed and dropped, in all rounds; 0 in the central model. */
  public long droppedReports() {
    return release.traffic().map(CommunicationCost::dropped).orElse(0L);
  }

  /** Messages of all rounds over n, expected ones in a forecast; 0 except in the shuffle model. */
  public double messagesPerUser() {
    return release
        .traffic()
        .map(CommunicationCost::messagesPerUser)
        .orElse(OptionalDouble.empty())
        .orElse(0);
  }

  /**
   * The method that ran: recentred, shiftedClipped or clipped; in the local model shiftedClipped
   * around medians, or recentred around a first mean; in the shuffle model shiftedClipped.
   */
  public String method() {
    return release.method();
  }

  /** The private mean, in data units; empty in a forecast, which has none. */
  public double[] mean() {
    return single().mean();
  }

  /** Whom the guarantee protects: replace or addRemove. */
  public String neighbours() {
    return release.guarantee().neighbours().label();
  }

  /** Number of rows n: public under neighbours replace, and noisy under addRemove. */
  public long rows() {
    return single().rows();
  }

  /** Number of coordinates. */
  public int dimension() {
    return release.estimate().dimension();
  }

  /**
   * Budget of the release in rho-zCDP: at least what was spent. In the shuffle model, whose budget
   * is (epsilon, delta), what Gaussian noise of the same variances would cost.
   */
  public double rho() {
    return release.guarantee().zcdp().rho();
  }

  /** The epsilon asked for; empty where the budget was given as rho. */
  public OptionalDouble epsilon() {
    return release.guarantee().epsilon();
  }

  /** The delta asked for; empty where the budget was given as rho, or as epsilon alone. */
  public OptionalDouble delta() {
    return release.guarantee().delta();
  }

  /**
   * Share of the users that the guarantee counts on, in (0, 1]; empty except in the shuffle model.
   */
  public OptionalDouble honestFraction() {
    return release.guarantee().honestFraction();
  }

  /** Returns what was spent, step by step; nothing for a zero vector. */
  public List<Charge> charges() {
    return release.charges();
  }

  /** The clipping norm, in data units; empty for a zero vector. */
  public OptionalDouble clippingNorm() {
    return single().clippingNorm();
  }

  /** Standard deviation of the noise of each coordinate of the mean, in data units. */
  public double[] noiseStdDevs() {
    return single().noise().deviations(dimension());
  }

  /** Root mean square of {@link #noiseStdDevs}, which are all the same without scaling. */
  public double noiseStdDev() {
    return single().noise().noiseStdDev();
  }

  /**
   * Standard deviation of the l2 norm that the noise of a private number of rows adds, in data
   * units: it multiplies the mean of the clipped rows. 0 where n is public.
   */
  public double countStdDev() {
    return single().noise().countStdDev();
  }

  /**
   * Root mean square l2 error to expect, in data units: the noise and, with method recentred, what
   * clipping below the first clipping norm was privately seen to add; for a zero vector, the public
   * bound. What the first norm itself takes off is not in it: in one dimension the error of
   * Gaussian rows is up to 1.6 times what is said here, and {@code forecast} states it better. In
   * the local model it is the noise of the reports alone, since nothing is seen of clipping; in its
   * forecast it is {@link Noise#forecastL2Error}, with what clipping, the centre and sampling are
   * expected to add for Gaussian rows.
   */
  public double expectedL2Error() {
    return single().noise().reportedL2Error();
  }

  /** Probability that {@link #l2Radius} holds with, and each of {@link #halfWidths} by itself. */
  public double confidence() {
    return release.region().confidence();
  }

  /**
   * Returns what {@link #l2Radius} and {@link #halfWidths} cover: {@code sample} for the mean of
   * the rows, as far as private looks see what clipping takes off, or {@code noise} for the noise
   * alone.
   */
  public String covers() {
    return single().region().covers().label();
  }

  /**
   * L2 radius of the ball around the released mean that holds what {@link #covers} says, all
   * coordinates at once, in data units; in the local model by the normal limit of the mean of the
   * reports.
   */
  public double l2Radius() {
    return single().region().radius();
  }

  /** Half-width of the interval of each coordinate by itself, in data units. */
  public double[] halfWidths() {
    return single().region().halfWidths(dimension());
  }

  /** A private bound on the rows beyond the clipping norm; empty where there is none. */
  public OptionalLong clippedRowsAtMost() {
    return single().region().clippedRowsAtMost();
  }

  /**
   * L2 radius that the noise alone stays within, in data units, whatever {@link #l2Radius} covers.
   *
   * @param confidence probability that the radius holds with, in (0, 1)
   */
  public double noiseRadius(double confidence) {
    return single().noise().radius(dimension(), confidence);
  }

  /** The scaling that was asked for: none, auto or standard; none with methods that have none. */
  public String scaling() {
    return release.scales().map(Scales::asked).orElse(Scaling.NONE.label());
  }

  /**
   * Returns what each coordinate was divided by, in data units; empty where coordinates were not.
   */
  public double[] scales() {
    return release.scales().flatMap(Scales::values).orElseGet(() -> new double[0]);
  }

  /** Returns where {@link #scales} come from: none, public or private. */
  public String scalesFrom() {
    return release.scales().map(Scales::from).orElse(Scales.From.NONE).label();
  }

  /**
   * True if the fit began at the model of {@code startFrom}; false where the data were elsewhere,
   * so that it searched them from the beginning. Empty where there was no start.
   */
  public Optional<Boolean> startUsed() {
    return release.startUsed();
  }

  /**
   * True if the fit was asked to find where the rows are on a sample: auto, none or always; none
   * with methods that know no sample.
   */
  public String sampling() {
    return release.sampled().map(Release.Sampled::asked).orElse(Sampling.NONE).label();
  }

  /**
   * Returns how often the sample of the first steps was halved: a row was in it with probability
   * {@code 2^-h}; 0 where they saw all rows.
   */
  public int samplingHalvings() {
    return release.sampled().map(Release.Sampled::halvings).orElse(0);
  }

  /** Number of rows of the sample; empty where there is none, or where it is private. */
  public OptionalLong sampledRows() {
    return release.sampled().map(Release.Sampled::publicRows).orElseGet(OptionalLong::empty);
  }

  /** Private standard deviations, in data units; empty where they were not asked for. */
  public double[] std() {
    return release.deviations().map(Deviations::values).orElseGet(() -> new double[0]);
  }

  /** Standard deviation of the noise of each of {@link #std}, in data units. */
  public double[] stdNoise() {
    return release.deviations().map(Deviations::noise).orElseGet(() -> new double[0]);
  }

  /** The places, from 0, of those of {@link #std} that are upper bounds only. */
  public List<Integer> unresolvedCoordinates() {
    return release.deviations().map(Deviations::unresolvedCoordinates).orElse(List.of());
  }

  /** The names of the coordinates; empty where they are not known. */
  public List<String> columns() {
    return release.columns();
  }

  /**
   * The most that clipping can add to the error over all data within the public bounds, in data
   * units; holds up to the failure probability beta. Real data do far better. Infinite where no
   * public bounds were given, and in the local model.
   */
  public double clippingBiasBound() {
    return single().noise().clippingBiasBound();
  }

  /**
   * True if the noise is known to have come from a seed, so that the release is for tests only.
   * Where devices made the reports nobody sees what they drew them from: then this is false, and
   * absent in {@link #toJson}.
   */
  public boolean seeded() {
    return release.seeded() == NoiseSeeding.YES;
  }

  /**
   * In the local model, the expected length of all reports that a user sends over all rounds, in
   * bytes, from public values; in the shuffle model the bytes of {@link #messagesPerUser}; 0 in the
   * central model.
   */
  public double bytesPerUser() {
    return release.traffic().map(CommunicationCost::bytesPerUser).orElse(0.0);
  }

  /**
   * In the local model, what users report vectors with: {@code privUnit}, {@code privUnitG}, {@code
   * projUnit}, or {@code discreteGaussian} where the budget is a rho; empty in other models.
   */
  public Optional<String> randomizer() {
    return release.traffic().flatMap(CommunicationCost::randomizer);
  }

  /** The id of the durable ledger that paid; empty where none did. */
  public Optional<String> ledger() {
    return booking().map(LedgerReceipt::ledger);
  }

  /**
   * The entry of the ledger that paid, as {@code number:hash}; empty where no durable ledger did. A
   * later fit or check can be set to refuse a ledger that has lost it: {@code ledgerAtLeast}.
   */
  public Optional<String> ledgerEntry() {
    return booking().map(LedgerReceipt::entry);
  }

  /** The name of the release in its ledger; empty where it has none. */
  public Optional<String> releaseName() {
    return booking().flatMap(LedgerReceipt::name);
  }

  /** True if this was stored in the ledger by an earlier fit, and cost nothing now. */
  public boolean replayed() {
    return booking().map(LedgerReceipt::replayed).orElse(false);
  }

  private Optional<LedgerReceipt> booking() {
    return release.origin().flatMap(Provenance::booking);
  }

  /** Returns what to know about this release; from released and public values. */
  public List<String> warnings() {
    return release.warnings().stream().map(Warning::text).toList();
  }

  /** The codes of {@link #warnings}, in their order: the labels of {@link Warning.Code}. */
  public List<String> warningCodes() {
    return release.warnings().stream().map(warning -> warning.code().label()).toList();
  }

  /**
   * Returns what to know of single columns; with groups of all of them together. From released and
   * public values.
   */
  public List<ColumnWarning> columnWarnings() {
    return release.columnWarnings();
  }

  /** A sentence for each code of {@link #columnWarnings}, which names the columns. */
  public List<String> columnWarningTexts() {
    return List.copyOf(release.columnWarningTexts().values());
  }

  /** Returns what the interval of each coordinate covers: sample or noise. */
  public List<String> coversByColumn() {
    return single().region().coversByColumn(dimension()).stream()
        .map(ConfidenceRegion.Covers::label)
        .toList();
  }

  /**
   * The report as one JSON object. Doubles round-trip; none is NaN or infinite. Keys that do not
   * apply are absent.
   *
   * <p>Keys: formatVersion, product, version (of a build from a jar), createdAt (ISO 8601, UTC;
   * none of the three in a forecast), of what a durable ledger paid for ledger, ledgerEntry
   * (number:hash), releaseName and replayed; method, trustModel, unit (row), neighbours, guarantee
   * (rho, or epsilon and delta, or epsilon alone, as it was asked for; in the shuffle model with
   * the honestFraction it counts on), epsilonAtDelta (the epsilon at each delta, of what rests on
   * zCDP), charges (step and rho of each, and delta where it has one), inputCol (of a vector
   * column), columns (where names are known), mean (empty in a forecast), n, dimension; with method
   * recentred scaling, scales (where coordinates were divided) and scalesFrom; startFrom (used:
   * whether the fit began there; where a start was given); sampling (asked, halvings, and rows of
   * the sample where their number is public); droppedReports (local and shuffle models),
   * clippingNorm, noiseStdDev, noiseStdDevs (where they differ), countStdDev (where n is private),
   * expectedL2Error, l2Radius (confidence, radius, covers), intervals (confidence, covers,
   * coversByColumn, halfWidths), clippedRowsAtMost, notKnown (what no private release can say of
   * rows), clippingBiasBound (where public bounds were given); where standard deviations were asked
   * for std, stdNoise, unresolved (how many are upper bounds only) and unresolvedCoordinates;
   * seeded (where it is known), messagesPerUser (shuffle model), bytesPerUser (local and shuffle
   * models), bundleBytes (the same in a forecast, by round), warnings, warningCodes, columnWarnings
   * (column, by its name or else by its place from 0, code, and rowsAtMost where it is known).
   *
   * <p>With groups no mean exist, n, norms and errors of all; there are groupCols, keySelection,
   * keyDelta (of private keys), maxGroupsPerPerson, confidence, and groups: for each, sorted by
   * key, key (an object), status, mean (or null), count, noiseStdDev, clippingNorm,
   * expectedL2Error, halfWidths, l2Radius (confidence, radius, covers) and rho. Charges are common
   * ones, and those of groups at their largest.
   */
  public String toJson() {
    return groups == null ? ReleaseJson.format(release) : GroupedJson.format(groups.release());
  }

  /**
   * A picture of the mean with its intervals, for notebooks: the text of one SVG image that needs
   * nothing else. Databricks shows it by {@code displayHTML(summary.plot())}, Zeppelin by {@code
   * print("%html " + summary.plot())}, Jupyter by {@code HTML(summary.plot())}.
   *
   * <p>Up to 40 coordinates are a line each, with name, dot, interval and numbers; more are drawn
   * against their places, in a band of their intervals. Both are in units of {@link #std}, else of
   * {@link #scales}, else of the data. It holds released and public values only.
   *
   * @throws ParamException if no mean exists: in a forecast, or without coordinates
   * @since 0.1.0
   */
  public String plot() {
    return (groups == null ? MeanPlot.create(release) : MeanPlot.create(groups.release())).svg();
  }

  /**
   * The same where the coordinates are the pixels of an image, row by row from the top left: in
   * grey, the least mean black and the largest white, with a scale in data units.
   *
   * @param height rows of pixels
   * @param width pixels of a row
   * @throws ParamException if no mean exists, or height times width is not {@link #dimension}
   * @since 0.1.0
   */
  public String plot(int height, int width) {
    return MeanPlot.create(single(), height, width).svg();
  }

  /**
   * Lines for people: one for each of the first 20 coordinates, such as {@code income 39138 +- 52},
   * then the guarantee, the budget spent step by step, noise and error. Numbers are rounded to what
   * their error allows.
   */
  @Override
  public String toString() {
    return groups == null ? ReleaseText.format(release) : GroupedText.format(groups.release());
  }
}
