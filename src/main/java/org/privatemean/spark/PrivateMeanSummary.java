package org.privatemean.spark;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.spark.ml.linalg.DenseMatrix;
import org.apache.spark.ml.linalg.Matrix;
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
import org.privatemean.release.Noise;
import org.privatemean.release.NoiseSeeding;
import org.privatemean.release.Provenance;
import org.privatemean.release.Provenance.LedgerReceipt;
import org.privatemean.release.Release;
import org.privatemean.release.Scales;
import org.privatemean.release.TrustedParty;
import org.privatemean.release.Warning;
import org.privatemean.release.plot.MeanPlot;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.release.report.ReleaseReport;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.RecentredSpec.CovarianceType;
import org.privatemean.request.Sampling;
import org.privatemean.request.Scaling;

/**
 * The cost of a release and its error, from released and public values only.
 *
 * <p>After a fit with groups it holds the common values; methods about one mean, such as {@link
 * #mean} and {@link #expectedL2Error}, throw {@link IllegalStateException}, since each group has
 * its own values in {@link PrivateMeanModel#groups}.
 *
 * @since 0.1.0
 */
public final class PrivateMeanSummary implements Serializable {
  private static final long serialVersionUID = 1L;

  /** With groups, their common values. */
  private final Release release;

  /** Null without groups. */
  private final GroupTable groups;

  PrivateMeanSummary(Release release) {
    this.release = release;
    this.groups = null;
  }

  PrivateMeanSummary(GroupTable groups) {
    this.release = groups.release().common();
    this.groups = groups;
  }

  PrivateMeanSummary withReceipt(LedgerReceipt receipt) {
    Provenance origin = release.origin().orElseThrow().withReceipt(receipt);
    return groups == null
        ? new PrivateMeanSummary(release.withProvenance(origin))
        : ofGroups(groups.release().withProvenance(release.columns(), origin));
  }

  PrivateMeanSummary withWarnings(List<Warning> more) {
    if (more.isEmpty()) {
      return this;
    }
    List<Warning> all = Stream.concat(release.warnings().stream(), more.stream()).toList();
    return groups == null
        ? new PrivateMeanSummary(release.withWarnings(all))
        : ofGroups(groups.release().withWarnings(all));
  }

  private PrivateMeanSummary ofGroups(KeyedRelease changed) {
    return new PrivateMeanSummary(new GroupTable(changed, groups.keys()));
  }

  /** Returns the summary of a mean without coordinates, which reads and spends nothing. */
  static PrivateMeanSummary empty() {
    Guarantee guarantee = Guarantee.inZcdp(new Zcdp(0), PrivacyUnit.row(Neighbours.REPLACE));
    Estimate estimate = Estimate.of(new double[0], 0);
    return new PrivateMeanSummary(
        Release.of(
                RecentredSpec.NAME,
                TrustedParty.CURATOR,
                guarantee,
                estimate,
                Noise.forZeroVector(0))
            .withSeeding(NoiseSeeding.NO));
  }

  /** Returns the complete release of one mean, in a form that does not depend on Spark. */
  public Release release() {
    if (groups != null) {
      throw new IllegalStateException(
          "each group has its own mean and errors: read them in groups() of the model");
    }
    return release;
  }

  /** Returns the release; with groups, their common values. */
  Release common() {
    return release;
  }

  Optional<GroupTable> groups() {
    return Optional.ofNullable(groups);
  }

  /**
   * Returns the complete release with groups, in a form that does not depend on Spark; empty
   * without groups.
   */
  public Optional<KeyedRelease> keyed() {
    return groups().map(GroupTable::release);
  }

  /** Returns true if each group has its own mean. */
  public boolean isGrouped() {
    return groups != null;
  }

  /** Returns the unit that the guarantee protects: row or person. */
  public String unit() {
    return release.guarantee().unit().label();
  }

  /** Returns the group columns; empty without groups. */
  public List<String> groupCols() {
    return keyed().map(KeyedRelease::groupCols).orElse(List.of());
  }

  /** Returns the number of groups, with or without a mean; 0 without groups. */
  public int numGroups() {
    return keyed().map(KeyedRelease::size).orElse(0);
  }

  /** Returns the source of the keys: public or private; public without groups. */
  public String keySelection() {
    return keyed().map(KeyedRelease::keySelection).orElse("public");
  }

  /** Returns the failure probability of the private selection of keys; empty for public keys. */
  public OptionalDouble keyDelta() {
    return keyed()
        .filter(KeyedRelease::arePrivate)
        .map(found -> OptionalDouble.of(found.keyDelta()))
        .orElse(OptionalDouble.empty());
  }

  /** Returns the maximum number of groups of a person; 1 for rows, or without groups. */
  public int maxGroupsPerPerson() {
    return keyed().map(found -> found.means().groupsPerPerson()).orElse(1);
  }

  /**
   * Returns the trust model: central (a trusted party holds the rows), local (no trusted party) or
   * shuffle (a trusted shuffler).
   */
  public String trustModel() {
    return release.trusted().label();
  }

  /** Returns the number of malformed reports or messages dropped; 0 in the central model. */
  public long droppedReports() {
    return release.traffic().map(CommunicationCost::dropped).orElse(0L);
  }

  /**
   * Returns the number of messages of all rounds divided by n, expected in a forecast; 0 except in
   * the shuffle model.
   */
  public double messagesPerUser() {
    return release.traffic().map(cost -> cost.messagesPerUser().orElse(0)).orElse(0.0);
  }

  /**
   * Returns the method of the fit: recentred, shiftedClipped or clipped. In the local model
   * shiftedClipped is around medians, and recentred around a first mean; in the shuffle model it is
   * shiftedClipped.
   */
  public String method() {
    return release.method();
  }

  /** Returns the private mean, in data units; empty in a forecast. */
  public double[] mean() {
    return release().mean();
  }

  /** Returns the neighbour relation of the guarantee: replace or addRemove. */
  public String neighbours() {
    return release.guarantee().unit().neighbours().label();
  }

  /** Returns the number of rows n: public under neighbours replace, and noisy under addRemove. */
  public long rows() {
    return release().rows();
  }

  /** Returns the number of coordinates. */
  public int dimension() {
    return release.estimate().dimension();
  }

  /**
   * Returns the budget in rho-zCDP, at least what was spent; in the shuffle model, the cost of
   * Gaussian noise of the same variances.
   */
  public double rho() {
    return release.guarantee().zcdp().rho();
  }

  /** Returns the requested epsilon; empty if the budget was given as rho. */
  public OptionalDouble epsilon() {
    return release.guarantee().epsilon();
  }

  /** Returns the requested delta; empty if the budget was given as rho, or as epsilon alone. */
  public OptionalDouble delta() {
    return release.guarantee().delta();
  }

  /** Returns the fraction of users that the shuffle model relies on, in (0, 1]; else empty. */
  public OptionalDouble honestFraction() {
    return release.guarantee().honestFraction();
  }

  /** Returns the charges of the steps; empty for a zero vector. */
  public List<Charge> charges() {
    return release.charges();
  }

  /** Returns the clipping norm, in data units; empty for a zero vector. */
  public OptionalDouble clippingNorm() {
    return release().clippingNorm();
  }

  /** Returns the standard deviation of the noise of each coordinate of the mean, in data units. */
  public double[] noiseStdDevs() {
    return release().noise().deviations(dimension());
  }

  /** Returns the root mean square of {@link #noiseStdDevs}, which are all equal without scaling. */
  public double noiseStdDev() {
    return release().noise().noiseStdDev();
  }

  /**
   * Returns the standard deviation of the l2 norm of the noise due to a private number of rows, in
   * data units; 0 for a public n. This noise multiplies the mean of the clipped rows.
   */
  public double countStdDev() {
    return release().noise().countStdDev();
  }

  /**
   * Returns the expected root mean square l2 error, in data units: the noise and, with method
   * recentred, the private estimate of the bias from clipping below the first norm; for a zero
   * vector the public bound. The bias from the first norm is not included: in one dimension the
   * error of Gaussian rows is up to 1.6 times this value, and {@code forecast} is more accurate. In
   * the local model it is the noise of the reports only, and a forecast is {@link
   * Noise#forecastL2Error}.
   */
  public double expectedL2Error() {
    return release().noise().reportedL2Error();
  }

  /**
   * Returns the probability that {@link #l2Radius} holds, and each of {@link #halfWidths}
   * separately.
   */
  public double confidence() {
    return release.region().confidence();
  }

  /**
   * Returns the coverage of {@link #l2Radius} and {@link #halfWidths}: {@code sample} for the mean
   * of the rows, as far as private queries detect the clipping bias, or {@code noise}.
   */
  public String covers() {
    return release().region().covers().label();
  }

  /**
   * Returns the radius of the l2 ball around the mean that contains the quantity of {@link
   * #covers}, for all coordinates together, in data units; in the local model by the normal limit.
   */
  public double l2Radius() {
    return release().region().radius();
  }

  /** Returns the half-width of the separate interval of each coordinate, in data units. */
  public double[] halfWidths() {
    return release().region().halfWidths(dimension());
  }

  /** Returns a private upper bound on the number of rows beyond the clipping norm; may be empty. */
  public OptionalLong clippedRowsAtMost() {
    return release().region().clippedRowsAtMost();
  }

  /**
   * Returns an l2 radius for the noise only, in data units, independent of {@link #covers}.
   *
   * @param confidence probability that the radius holds, in (0, 1)
   */
  public double noiseRadius(double confidence) {
    return release().noise().radius(dimension(), confidence);
  }

  /** Returns the requested scaling: none, auto or standard; none for methods without scaling. */
  public String scaling() {
    return release.scales().map(Scales::requested).orElse(Scaling.NONE.label());
  }

  /** Returns the scales of the coordinates, in data units; empty if they were not scaled. */
  public double[] scales() {
    return release.scales().flatMap(Scales::values).orElseGet(() -> new double[0]);
  }

  /** Returns the source of {@link #scales}: none, public or private. */
  public String scalesFrom() {
    return release.scales().map(Scales::from).orElse(Scales.From.NONE).label();
  }

  /**
   * Returns true if the fit started from the model of {@code startFrom}, false if the data were
   * elsewhere, so that it ran the whole search; empty without a start.
   */
  public Optional<Boolean> startUsed() {
    return release.startUsed();
  }

  /** Returns the requested shape of the noise: diag, full or auto; diag for other methods. */
  public String covarianceType() {
    return release.covarianceType().orElse(CovarianceType.DIAG).label();
  }

  /** Returns the shape of the noise: diag if it is independent in every column, or full. */
  public String usedCovarianceType() {
    return release.usedCovarianceType().label();
  }

  /** Returns the covariance matrix of the noise of the mean, d x d, in squared data units. */
  public Matrix noiseCovariance() {
    int d = release.estimate().dimension();
    return new DenseMatrix(d, d, release.noise().covariance(d));
  }

  /**
   * Returns the requested sampling of the first steps: auto, none or always; none for methods
   * without sampling.
   */
  public String sampling() {
    return release.sampled().map(Release.Sampled::requested).orElse(Sampling.NONE).label();
  }

  /**
   * Returns h, where a row was in the sample of the first steps with probability {@code 2^-h}; 0 if
   * these steps used all rows.
   */
  public int samplingHalvings() {
    return release.sampled().map(Release.Sampled::halvings).orElse(0);
  }

  /** Returns the number of rows of the sample; empty without a sample or if it is private. */
  public OptionalLong sampledRows() {
    return release.sampled().map(Release.Sampled::publicRows).orElseGet(OptionalLong::empty);
  }

  /** Returns the private standard deviations, in data units; empty if not requested. */
  public double[] std() {
    return release.deviations().map(Deviations::values).orElseGet(() -> new double[0]);
  }

  /** Returns the standard deviation of the noise of each of {@link #std}, in data units. */
  public double[] stdNoise() {
    return release.deviations().map(Deviations::noise).orElseGet(() -> new double[0]);
  }

  /** Returns the indices, from 0, of those of {@link #std} that are only upper bounds. */
  public List<Integer> unresolvedCoordinates() {
    return release.deviations().map(Deviations::unresolvedCoordinates).orElse(List.of());
  }

  /** Returns the names of the coordinates; empty if unknown. */
  public List<String> columns() {
    return release.columns();
  }

  /**
   * Returns an upper bound on the clipping error for all data within the public bounds, in data
   * units, except with probability beta. Real data have a much smaller error. Infinite without
   * public bounds, and in the local model.
   */
  public double clippingBiasBound() {
    return release().noise().clippingBiasBound();
  }

  /**
   * Returns true if the noise is known to come from a seed, so that the release is for tests only.
   * Unknown for reports of devices: then false, and absent in {@link #toJson}.
   */
  public boolean seeded() {
    return release.seeded() == NoiseSeeding.YES;
  }

  /**
   * Returns the bytes per user over all rounds: expected in the local model, of {@link
   * #messagesPerUser} in the shuffle model, and 0 in the central model.
   */
  public double bytesPerUser() {
    return release.traffic().map(CommunicationCost::bytesPerUser).orElse(0.0);
  }

  /**
   * Returns the randomizer of vectors in the local model: {@code privUnit}, {@code privUnitG},
   * {@code projUnit}, or {@code discreteGaussian} for a budget of rho; empty in other models.
   */
  public Optional<String> randomizer() {
    return release.traffic().flatMap(CommunicationCost::randomizer);
  }

  /** Returns the id of the durable ledger that paid; empty without a durable ledger. */
  public Optional<String> ledger() {
    return receipt().map(LedgerReceipt::ledger);
  }

  /**
   * Returns the ledger entry of the payment, as {@code number:hash}, for {@code ledgerAtLeast}: a
   * later fit then refuses a ledger without it. Empty without a durable ledger.
   */
  public Optional<String> ledgerEntry() {
    return receipt().map(LedgerReceipt::entry);
  }

  /** Returns the name of the release in its ledger; empty if it has none. */
  public Optional<String> releaseName() {
    return receipt().flatMap(LedgerReceipt::name);
  }

  /** Returns true if an earlier fit stored this result in the ledger, at no cost now. */
  public boolean replayed() {
    return receipt().map(LedgerReceipt::replayed).orElse(false);
  }

  private Optional<LedgerReceipt> receipt() {
    return release.origin().flatMap(Provenance::receipt);
  }

  /** Returns the warnings about this release, from released and public values. */
  public List<String> warnings() {
    return release.warnings().stream().map(Warning::text).toList();
  }

  /** Returns the codes of {@link #warnings}, in their order: the labels of {@link Warning.Code}. */
  public List<String> warningCodes() {
    return release.warnings().stream().map(warning -> warning.code().label()).toList();
  }

  /**
   * Returns the warnings about single columns, from released and public values; with groups, about
   * the columns of all groups together.
   */
  public List<ColumnWarning> columnWarnings() {
    return release.columnWarnings();
  }

  /** Returns one sentence, with the names of the columns, per code of {@link #columnWarnings}. */
  public List<String> columnWarningTexts() {
    return List.copyOf(release.columnWarningTexts().values());
  }

  /** Returns the coverage of the interval of each coordinate: sample or noise. */
  public List<String> coversByColumn() {
    return release().region().coversByColumn(dimension()).stream()
        .map(ConfidenceRegion.Covers::label)
        .toList();
  }

  /**
   * Returns the report as one JSON object. Doubles round-trip and are never NaN or infinite; keys
   * that do not apply are absent. The page "Read the report" describes each key. With groups the
   * values of each are under {@code groups}, sorted by key, and charges are the common and the
   * largest ones.
   */
  public String toJson() {
    return report().json();
  }

  /**
   * Returns a plot of the mean with its intervals, as the text of one self-contained SVG image for
   * notebooks, such as {@code displayHTML(summary.plot())} of Databricks.
   *
   * <p>Up to 40 coordinates have one line each, with name, dot, interval and numbers; more are
   * plotted against their indices, with a band of their intervals. Units are {@link #std}, else
   * {@link #scales}, else data units. It holds released and public values only.
   *
   * @throws ParamException if no mean exists: in a forecast, or without coordinates
   * @since 0.1.0
   */
  public String plot() {
    return (groups == null ? MeanPlot.create(release) : MeanPlot.create(groups.release())).svg();
  }

  /**
   * Returns a grey plot of coordinates that are the pixels of an image, row by row from the top
   * left; the least mean is black, the largest white. It has a scale in data units.
   *
   * @param height number of rows of pixels
   * @param width number of pixels per row
   * @throws IllegalStateException if each group has its own mean
   * @throws ParamException if no mean exists, or height times width is not {@link #dimension}
   * @since 0.1.0
   */
  public String plot(int height, int width) {
    return MeanPlot.create(release(), height, width).svg();
  }

  /**
   * Returns the report as text: the first 20 coordinates, such as {@code income 39138 +- 52}, then
   * guarantee, budget by step, noise and error, rounded to the digits that their error allows.
   */
  @Override
  public String toString() {
    return report().text();
  }

  private ReleaseReport report() {
    return groups == null ? ReleaseReport.of(release) : ReleaseReport.of(groups.release());
  }
}
