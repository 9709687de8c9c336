package org.privatemean.release;

import java.io.Serializable;
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

  private final String method;
  private final TrustedParty trusted;
  private final Guarantee guarantee;
  private final Estimate estimate;
  private final Noise noise;

  /** Null if users sent nothing. */
  private final CommunicationCost traffic;

  private final NoiseSeeding seeded;
  private final List<Charge> charges;
  private final ConfidenceRegion region;

  /** Null if the mechanism has no scaling. */
  private final Scales scales;

  /** Null if none were requested. */
  private final Deviations deviations;

  /** Null if no start was requested. */
  private final Boolean started;

  /** Null if the mechanism has no sampling. */
  private final Sampled sampled;

  private final List<Warning> warnings;
  private final List<ColumnWarning> columnWarnings;
  private final List<String> columns;

  /** Null if it is not known. */
  private final Provenance origin;

  private Release(Draft draft) {
    this.method = draft.method;
    this.trusted = draft.trusted;
    this.guarantee = draft.guarantee;
    this.estimate = draft.estimate;
    this.noise = draft.noise;
    this.traffic = draft.traffic;
    this.seeded = draft.seeded;
    this.charges = List.copyOf(draft.charges);
    this.region = draft.region;
    this.scales = draft.scales;
    this.deviations = draft.deviations;
    this.started = draft.started;
    this.sampled = draft.sampled;
    this.warnings = List.copyOf(draft.warnings);
    this.columnWarnings = List.copyOf(draft.columnWarnings);
    this.columns = List.copyOf(draft.columns);
    this.origin = draft.origin;
  }

  private Release with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return new Release(draft);
  }

  /** The values of a release that is being made, by one thread. */
  private static final class Draft {
    private String method;
    private TrustedParty trusted;
    private Guarantee guarantee;
    private Estimate estimate;
    private Noise noise;
    private CommunicationCost traffic;
    private NoiseSeeding seeded;
    private List<Charge> charges = List.of();
    private ConfidenceRegion region;
    private Scales scales;
    private Deviations deviations;
    private Boolean started;
    private Sampled sampled;
    private List<Warning> warnings = List.of();
    private List<ColumnWarning> columnWarnings = List.of();
    private List<String> columns = List.of();
    private Provenance origin;

    Draft() {}

    Draft(Release release) {
      method = release.method;
      trusted = release.trusted;
      guarantee = release.guarantee;
      estimate = release.estimate;
      noise = release.noise;
      traffic = release.traffic;
      seeded = release.seeded;
      charges = release.charges;
      region = release.region;
      scales = release.scales;
      deviations = release.deviations;
      started = release.started;
      sampled = release.sampled;
      warnings = release.warnings;
      columnWarnings = release.columnWarnings;
      columns = release.columns;
      origin = release.origin;
    }
  }

  /**
   * The share of the rows that the first steps saw.
   *
   * @param halvings each row was in the sample with probability {@code 2^-halvings}; 0 if these
   *     steps saw all rows
   * @param rows number of rows of the sample; negative if there is no sample, or the number is
   *     private
   */
  public record Sampled(Sampling asked, int halvings, long rows) implements Serializable {
    /** Returns the value of a fit that read all rows in every step. */
    public static Sampled none(Sampling asked) {
      return new Sampled(asked, 0, -1);
    }

    /** Returns a copy with another requested sampling. */
    public Sampled asking(Sampling wish) {
      return new Sampled(wish, halvings, rows);
    }

    /** Number of rows of the sample; empty if there is no sample or the number is private. */
    public OptionalLong publicRows() {
      return rows < 0 ? OptionalLong.empty() : OptionalLong.of(rows);
    }

    private static Sampled read(Values values, String asked) {
      int halvings = (int) values.count("samplingHalvings");
      return new Sampled(Sampling.of(asked), halvings, values.anyCount("sampledRows").orElse(-1));
    }
  }

  /**
   * Returns a release without charges, traffic and warnings. Nothing is known of a seed, except
   * that a forecast has none; its error bars cover the noise, at the default confidence.
   */
  public static Release of(
      String method, TrustedParty trusted, Guarantee guarantee, Estimate estimate, Noise noise) {
    Draft draft = new Draft();
    draft.method = method;
    draft.trusted = trusted;
    draft.guarantee = guarantee;
    draft.estimate = estimate;
    draft.noise = noise;
    draft.seeded = estimate.isForecast() ? NoiseSeeding.NO : NoiseSeeding.UNSEEN;
    draft.region =
        ConfidenceRegion.fromNoise(noise, estimate.dimension(), ErrorBarCoverage.CONFIDENCE);
    return new Release(draft);
  }

  /** Returns a copy whose guarantee is given in other terms. */
  public Release promising(Guarantee terms) {
    return with(draft -> draft.guarantee = terms);
  }

  /** Returns a copy with the communication of the users. */
  public Release sent(CommunicationCost messages) {
    return with(draft -> draft.traffic = messages);
  }

  /** Returns a copy with the given knowledge of the noise. */
  public Release seeded(NoiseSeeding known) {
    return with(draft -> draft.seeded = known);
  }

  /** Returns a copy with the charges, step by step. */
  public Release charged(List<Charge> spent) {
    return with(draft -> draft.charges = spent);
  }

  /** Returns a copy with error bars. */
  public Release within(ConfidenceRegion bars) {
    return with(draft -> draft.region = bars);
  }

  /**
   * Returns a copy with error bars at a confidence. Error bars of another confidence are replaced
   * by those of the noise.
   *
   * @param confidence probability of the radius, and of each half-width separately, in (0, 1)
   */
  public Release within(double confidence) {
    return region.confidence() == confidence
        ? this
        : within(ConfidenceRegion.fromNoise(noise, estimate.dimension(), confidence));
  }

  /** Returns a copy with the scales of its coordinates. */
  public Release scaled(Scales units) {
    return with(draft -> draft.scales = units);
  }

  /** Returns a copy with private standard deviations. */
  public Release deviating(Deviations found) {
    return with(draft -> draft.deviations = found);
  }

  /** Returns a copy that states whether the fit used its requested start. */
  public Release started(boolean used) {
    return with(draft -> draft.started = used);
  }

  /** Returns a copy with the sampling of the first steps. */
  public Release sampled(Sampled how) {
    return with(draft -> draft.sampled = how);
  }

  /** Returns a copy with warnings, from released and public values. */
  public Release warning(List<Warning> found) {
    return with(draft -> draft.warnings = found);
  }

  /** Returns a copy with warnings about single columns. */
  public Release withColumnWarnings(List<ColumnWarning> found) {
    return with(draft -> draft.columnWarnings = found);
  }

  /** Returns a copy with public names of the columns: one for each coordinate, or none. */
  public Release named(List<String> names) {
    return with(draft -> draft.columns = names);
  }

  /** Returns a copy with the given provenance. */
  public Release from(Provenance where) {
    return with(draft -> draft.origin = where);
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
   * Returns a start for another fit of the same columns: the released mean, clipping norm, scales
   * and deviations, so that it costs no budget.
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
    WarmStart plain = WarmStart.of(mean(), clippingNorm().getAsDouble());
    double[] values = scales().flatMap(Scales::values).orElse(null);
    if (values == null) {
      return deviations().map(found -> plain.spreading(found.values(), true)).orElse(plain);
    }
    WarmStart scaled = plain.scaledBy(values);
    if (deviations != null) {
      return scaled.spreading(deviations.values(), true);
    }
    // Scales of auto are the square roots of deviations.
    return scales.areDeviations()
        ? scaled.spreading(values, scales.from() == Scales.From.PRIVATE)
        : scaled.spreading(Arrays.stream(values).map(s -> s * s).toArray(), false);
  }

  /** Reads a release from saved values. */
  static Release read(Values values) {
    TrustedParty trusted = TrustedParty.fromLabel(values.text("trustModel"));
    Draft draft = new Draft();
    draft.method = values.text("method");
    draft.trusted = trusted;
    draft.noise = Noise.read(values);
    draft.guarantee = Guarantee.read(values);
    draft.estimate = Estimate.read(values);
    draft.traffic = trusted == TrustedParty.CURATOR ? null : CommunicationCost.read(values);
    draft.seeded = NoiseSeeding.from(values.flag("seeded"));
    draft.charges = values.charges("charges");
    draft.region = ConfidenceRegion.read(values, draft.noise, draft.estimate.dimension());
    draft.scales = Scales.read(values).orElse(null);
    draft.deviations = Deviations.read(values).orElse(null);
    draft.started = values.flag("startUsed").orElse(null);
    draft.sampled =
        values.anyText("sampling").map(asked -> Sampled.read(values, asked)).orElse(null);
    draft.warnings = Warning.read(values);
    draft.columnWarnings = ColumnWarning.read(values);
    draft.columns = values.anyTexts("columns");
    draft.origin = Provenance.read(values).orElse(null);
    return new Release(draft);
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
        List.of(region, scales(), deviations(), startUsed(), sampled()),
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
