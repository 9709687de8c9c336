package org.privatemean.release;

import java.io.Serializable;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.privatemean.privacy.Charge;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.RecentredSpec.CovarianceType;
import org.privatemean.request.Sampling;
import org.privatemean.request.WarmStart;

/**
 * A released mean and all public values about it, under every trust model; or the forecast of one.
 * Immutable and thread-safe; {@link ReleaseSchema} names its values.
 *
 * @since 0.1.0
 */
public final class Release implements Serializable {
  private static final long serialVersionUID = 1L;

  // Set by the method that creates the object, and never afterwards.
  private String method;
  private TrustedParty trusted;
  private Guarantee guarantee;
  private Estimate estimate;
  private Noise noise;

  /** Null if users sent nothing. */
  private CommunicationCost traffic;

  private NoiseSeeding seeded;
  private List<Charge> charges = List.of();
  private ConfidenceRegion region;

  /** Null if the mechanism has no scaling. */
  private Scales scales;

  /** Null if none were requested. */
  private Deviations deviations;

  private Covariance covariance;

  /** Null if the mechanism has none. */
  private CovarianceType covarianceType;

  /** Null if no start was requested. */
  private Boolean started;

  /** Null if the mechanism has no sampling. */
  private Sampled sampled;

  private List<Warning> warnings = List.of();
  private List<ColumnWarning> columnWarnings = List.of();
  private List<String> columns = List.of();

  /** Null if it is not known. */
  private Provenance origin;

  private Release() {}

  private Release with(Consumer<Release> change) {
    Release copy = new Release();
    copy.method = method;
    copy.trusted = trusted;
    copy.guarantee = guarantee;
    copy.estimate = estimate;
    copy.noise = noise;
    copy.traffic = traffic;
    copy.seeded = seeded;
    copy.charges = charges;
    copy.region = region;
    copy.scales = scales;
    copy.deviations = deviations;
    copy.covariance = covariance;
    copy.covarianceType = covarianceType;
    copy.started = started;
    copy.sampled = sampled;
    copy.warnings = warnings;
    copy.columnWarnings = columnWarnings;
    copy.columns = columns;
    copy.origin = origin;
    change.accept(copy);
    // As after final fields: other threads see all of the copy, however they get it.
    VarHandle.storeStoreFence();
    return copy;
  }

  /**
   * The share of the rows that the first steps saw.
   *
   * @param halvings each row was in the sample with probability {@code 2^-halvings}; 0 if these
   *     steps saw all rows
   * @param rows number of rows of the sample; negative if there is no sample, or the number is
   *     private
   */
  public record Sampled(Sampling requested, int halvings, long rows) implements Serializable {
    /** Returns the value of a fit that read all rows in every step. */
    public static Sampled none(Sampling requested) {
      return new Sampled(requested, 0, -1);
    }

    /** Returns a copy with another requested sampling. */
    public Sampled withRequested(Sampling wish) {
      return new Sampled(wish, halvings, rows);
    }

    /** Number of rows of the sample; empty if there is no sample or the number is private. */
    public OptionalLong publicRows() {
      return rows < 0 ? OptionalLong.empty() : OptionalLong.of(rows);
    }

    private static Sampled read(Values values, String label) {
      int halvings = (int) values.count("samplingHalvings");
      return new Sampled(Sampling.of(label), halvings, values.anyCount("sampledRows").orElse(-1));
    }
  }

  /** Returns a release without charges, traffic and warnings, whose bars cover the noise. */
  public static Release of(
      String method, TrustedParty trusted, Guarantee guarantee, Estimate estimate, Noise noise) {
    return new Release()
        .with(
            release -> {
              release.method = method;
              release.trusted = trusted;
              release.guarantee = guarantee;
              release.estimate = estimate;
              release.noise = noise;
              release.seeded = estimate.isForecast() ? NoiseSeeding.NO : NoiseSeeding.UNSEEN;
              release.region =
                  ConfidenceRegion.fromNoise(
                      noise, estimate.dimension(), ErrorBarCoverage.CONFIDENCE);
            });
  }

  /** Returns a copy whose guarantee is given in other terms. */
  public Release withGuarantee(Guarantee terms) {
    return with(copy -> copy.guarantee = terms);
  }

  /** Returns a copy with the communication of the users. */
  public Release withCommunication(CommunicationCost messages) {
    return with(copy -> copy.traffic = messages);
  }

  /** Returns a copy with the given knowledge of the noise. */
  public Release withSeeding(NoiseSeeding known) {
    return with(copy -> copy.seeded = known);
  }

  /** Returns a copy with the charges, step by step. */
  public Release withCharges(List<Charge> spent) {
    return with(copy -> copy.charges = List.copyOf(spent));
  }

  /** Returns a copy with error bars. */
  public Release withRegion(ConfidenceRegion bars) {
    return with(copy -> copy.region = bars);
  }

  /**
   * Returns a copy with error bars at a confidence in (0, 1), of the radius and of each half-width
   * separately. Error bars of another confidence are replaced by those of the noise.
   */
  public Release withConfidence(double confidence) {
    return region.confidence() == confidence
        ? this
        : withRegion(ConfidenceRegion.fromNoise(noise, estimate.dimension(), confidence));
  }

  /** Returns a copy with the scales of its coordinates. */
  public Release withScales(Scales units) {
    return with(copy -> copy.scales = units);
  }

  /** Returns a copy with private standard deviations. */
  public Release withDeviations(Deviations found) {
    return with(copy -> copy.deviations = found);
  }

  /** Returns a copy with a private covariance matrix. */
  public Release withCovariance(Covariance found) {
    return with(copy -> copy.covariance = found);
  }

  /** Returns a copy with the requested shape of its noise. */
  public Release withCovarianceType(CovarianceType requested) {
    return with(copy -> copy.covarianceType = requested);
  }

  /** Returns a copy that states whether the fit used its requested start. */
  public Release withStartUsed(boolean used) {
    return with(copy -> copy.started = used);
  }

  /** Returns a copy with the sampling of the first steps. */
  public Release withSampling(Sampled how) {
    return with(copy -> copy.sampled = how);
  }

  /** Returns a copy with warnings, from released and public values. */
  public Release withWarnings(List<Warning> found) {
    return with(copy -> copy.warnings = List.copyOf(found));
  }

  /** Returns a copy with warnings about single columns. */
  public Release withColumnWarnings(List<ColumnWarning> found) {
    return with(copy -> copy.columnWarnings = List.copyOf(found));
  }

  /** Returns a copy with public names of the columns: one for each coordinate, or none. */
  public Release withColumnNames(List<String> names) {
    return with(copy -> copy.columns = List.copyOf(names));
  }

  /** Returns a copy with the given provenance. */
  public Release withProvenance(Provenance where) {
    return with(copy -> copy.origin = where);
  }

  /** The name of the mechanism. */
  public String method() {
    return method;
  }

  /** The trust model. */
  public TrustedParty trusted() {
    return trusted;
  }

  /** The privacy guarantee. */
  public Guarantee guarantee() {
    return guarantee;
  }

  /** The mean, or its public properties in a forecast. */
  public Estimate estimate() {
    return estimate;
  }

  /** The noise and expected error of the mean. */
  public Noise noise() {
    return noise;
  }

  /** The communication of the users; empty in the central model. */
  public Optional<CommunicationCost> traffic() {
    return Optional.ofNullable(traffic);
  }

  /** Knowledge of a seed of the noise, which makes the release one for tests only. */
  public NoiseSeeding seeded() {
    return seeded;
  }

  /** The charges, step by step; none in a forecast. */
  public List<Charge> charges() {
    return charges;
  }

  /** The error bars and their coverage. */
  public ConfidenceRegion region() {
    return region;
  }

  /** The units in which the error of each coordinate was kept small; empty without units. */
  public Optional<Scales> scales() {
    return Optional.ofNullable(scales);
  }

  /** Private standard deviations; empty if none were requested. */
  public Optional<Deviations> deviations() {
    return Optional.ofNullable(deviations);
  }

  /** The private covariance matrix; empty if none was requested. */
  public Optional<Covariance> covariance() {
    return Optional.ofNullable(covariance);
  }

  /** The requested shape of the noise; empty if the mechanism has one shape only. */
  public Optional<CovarianceType> covarianceType() {
    return Optional.ofNullable(covarianceType);
  }

  /** The shape that the noise has: diag or full. */
  public CovarianceType usedCovarianceType() {
    return noise.isCorrelated() ? CovarianceType.FULL : CovarianceType.DIAG;
  }

  /** True if the fit began at the earlier release that it was given; empty if it had none. */
  public Optional<Boolean> startUsed() {
    return Optional.ofNullable(started);
  }

  /** The share of the rows that the first steps saw; empty if the mechanism has no sampling. */
  public Optional<Sampled> sampled() {
    return Optional.ofNullable(sampled);
  }

  /** Warnings, from released and public values. */
  public List<Warning> warnings() {
    return warnings;
  }

  /** Warnings about single columns, from released and public values. */
  public List<ColumnWarning> columnWarnings() {
    return columnWarnings;
  }

  /** A sentence for each code of {@link #columnWarnings}, which names the columns. */
  public Map<ColumnWarning.ColumnWarningCode, String> columnWarningTexts() {
    return ColumnWarning.texts(columnWarnings, labels());
  }

  /** The names of the coordinates; empty if they are not known. */
  public List<String> columns() {
    return columns;
  }

  /** A label for each coordinate: its name, or its place in the vector column. */
  public List<String> labels() {
    String vector = origin().flatMap(Provenance::inputCol).orElse("");
    return columns.isEmpty()
        ? IntStream.range(0, estimate.dimension()).mapToObj(j -> vector + "[" + j + "]").toList()
        : columns;
  }

  /** The provenance; empty if it is not known, and in a forecast. */
  public Optional<Provenance> origin() {
    return Optional.ofNullable(origin);
  }

  /** The private mean, in data units, as a copy; without coordinates in a forecast. */
  public double[] mean() {
    return estimate.mean().orElseGet(() -> new double[0]);
  }

  /** Number of rows n. */
  public long rows() {
    return estimate.rows();
  }

  /**
   * The clipping norm, in data units; empty for the zero vector that is released if n is too small.
   */
  public OptionalDouble clippingNorm() {
    return noise.clippingNorm();
  }

  /**
   * Returns a start for another fit of the same columns: the released mean, clipping norm, scales,
   * deviations and shape of the noise, so that it costs no budget.
   *
   * @throws ParamException if there is no mean, as in a forecast, or no clipping norm, as with a
   *     zero vector
   */
  public WarmStart start() {
    if (estimate.mean().isEmpty() || estimate.dimension() == 0 || clippingNorm().isEmpty()) {
      throw new ParamException(
          "startFrom",
          "{startFrom} has no mean with a clipping norm: it is a forecast, a zero vector, or a"
              + " release of another trust model",
          "start from a release of {method} recentred or a clipped mean");
    }
    WarmStart located = WarmStart.of(mean(), clippingNorm().getAsDouble());
    WarmStart plain = noise.isCorrelated() ? shaped(located) : located;
    double[] values = scales().flatMap(Scales::values).orElse(null);
    if (values == null) {
      return deviations().map(found -> plain.withDeviations(found.values(), true)).orElse(plain);
    }
    WarmStart scaled = plain.withScales(values);
    if (deviations != null) {
      return scaled.withDeviations(deviations.values(), true);
    }
    // Scales of auto are the square roots of deviations.
    return scales.areDeviations()
        ? scaled.withDeviations(values, scales.from() == Scales.From.PRIVATE)
        : scaled.withDeviations(Arrays.stream(values).map(s -> s * s).toArray(), false);
  }

  private WarmStart shaped(WarmStart start) {
    double[] covariance = noise.covariance(estimate.dimension());
    // Infinite in units beyond the root of the range of doubles.
    return Arrays.stream(covariance).allMatch(Double::isFinite)
        ? start.withNoiseCovariance(covariance)
        : start;
  }

  static Release read(Values values) {
    TrustedParty trusted = TrustedParty.fromLabel(values.text("trustModel"));
    Release release = new Release();
    release.method = values.text("method");
    release.trusted = trusted;
    release.noise = Noise.read(values);
    release.guarantee = Guarantee.read(values);
    release.estimate = Estimate.read(values);
    release.traffic = trusted == TrustedParty.CURATOR ? null : CommunicationCost.read(values);
    release.seeded = NoiseSeeding.from(values.flag("seeded"));
    release.charges = List.copyOf(values.charges("charges"));
    release.region = ConfidenceRegion.read(values, release.noise, release.estimate.dimension());
    release.scales = Scales.read(values).orElse(null);
    release.deviations = Deviations.read(values).orElse(null);
    release.covariance = Covariance.read(values).orElse(null);
    release.covarianceType = values.anyText("covarianceType").map(CovarianceType::of).orElse(null);
    release.started = values.flag("startUsed").orElse(null);
    release.sampled =
        values.anyText("sampling").map(requested -> Sampled.read(values, requested)).orElse(null);
    release.warnings = Warning.read(values);
    release.columnWarnings = ColumnWarning.read(values);
    release.columns = List.copyOf(values.anyTexts("columns"));
    release.origin = Provenance.read(values).orElse(null);
    VarHandle.storeStoreFence();
    return release;
  }

  /** True if the other release has the same values; the provenance is not compared. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Release that && parts().equals(that.parts());
  }

  @Override
  public int hashCode() {
    return parts().hashCode();
  }

  private List<List<Object>> parts() {
    return List.of(
        List.of(method, trusted, guarantee, estimate, noise, traffic(), seeded, charges),
        List.of(
            region, scales(), deviations(), covariance(), covarianceType(), startUsed(), sampled()),
        List.of(warnings, columnWarnings, columns));
  }

  /** The method, trust model and size. */
  @Override
  public String toString() {
    return String.format(
        "Release: method=%s, trustModel=%s, dimension=%d, n=%d, expectedL2Error=%s",
        method,
        trusted.label(),
        estimate.dimension(),
        rows(),
        Objects.toString(noise.reportedL2Error()));
  }
}
