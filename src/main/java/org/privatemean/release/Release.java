package org.privatemean.release;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.privatemean.privacy.Charge;

/**
 * A released mean and all that is publicly known about it, whoever was trusted with the rows; or
 * the forecast of one. Immutable; {@link ReleaseSchema} names its values.
 *
 * @since 0.1.0
 */
public final class Release implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String method;
  private final Trusted trusted;
  private final Guarantee guarantee;
  private final Estimate estimate;
  private final Noise noise;

  /** Null where users sent nothing. */
  private final Traffic traffic;

  private final Seeded seeded;
  private final List<Charge> charges;
  private final List<String> warnings;

  private Release(
      String method,
      Trusted trusted,
      Guarantee guarantee,
      Estimate estimate,
      Noise noise,
      Traffic traffic,
      Seeded seeded,
      List<Charge> charges,
      List<String> warnings) {
    this.method = method;
    this.trusted = trusted;
    this.guarantee = guarantee;
    this.estimate = estimate;
    this.noise = noise;
    this.traffic = traffic;
    this.seeded = seeded;
    this.charges = charges;
    this.warnings = warnings;
  }

  /** A release without charges, traffic and warnings, not known to be seeded or not. */
  public static Release of(
      String method, Trusted trusted, Guarantee guarantee, Estimate estimate, Noise noise) {
    Seeded seeded = estimate.isForecast() ? Seeded.NO : Seeded.UNSEEN;
    return new Release(
        method, trusted, guarantee, estimate, noise, null, seeded, List.of(), List.of());
  }

  /** This release, which promises the same in other terms. */
  public Release promising(Guarantee terms) {
    return new Release(method, trusted, terms, estimate, noise, traffic, seeded, charges, warnings);
  }

  /** This release, with what users sent for it. */
  public Release sent(Traffic messages) {
    return new Release(
        method, trusted, guarantee, estimate, noise, messages, seeded, charges, warnings);
  }

  /** This release, of whose noise more is known. */
  public Release seeded(Seeded known) {
    return new Release(
        method, trusted, guarantee, estimate, noise, traffic, known, charges, warnings);
  }

  /** This release, with what was spent, step by step. */
  public Release charged(List<Charge> spent) {
    return new Release(
        method, trusted, guarantee, estimate, noise, traffic, seeded, List.copyOf(spent), warnings);
  }

  /** This release, with what the user should know, from released and public values. */
  public Release warning(List<String> texts) {
    return new Release(
        method, trusted, guarantee, estimate, noise, traffic, seeded, charges, List.copyOf(texts));
  }

  /** The name of the mechanism. */
  public String method() {
    return method;
  }

  /** Who was trusted with the rows. */
  public Trusted trusted() {
    return trusted;
  }

  /** What it promises. */
  public Guarantee guarantee() {
    return guarantee;
  }

  /** The mean, or the place of it in a forecast. */
  public Estimate estimate() {
    return estimate;
  }

  /** How far the mean may be off. */
  public Noise noise() {
    return noise;
  }

  /** What users sent; empty where a curator has the rows. */
  public Optional<Traffic> traffic() {
    return Optional.ofNullable(traffic);
  }

  /** Whether it is for tests only. */
  public Seeded seeded() {
    return seeded;
  }

  /** What was spent, step by step; nothing in a forecast. */
  public List<Charge> charges() {
    return charges;
  }

  /** What the user should know, from released and public values. */
  public List<String> warnings() {
    return warnings;
  }

  /** The private mean, in data units, as a copy; without coordinates in a forecast. */
  public double[] mean() {
    return estimate.mean().orElseGet(() -> new double[0]);
  }

  /** Number of rows n. */
  public long rows() {
    return estimate.rows();
  }

  /** The clipping norm, in data units; empty for the zero vector of too small an n. */
  public OptionalDouble clippingNorm() {
    return noise.clippingNorm();
  }

  /** Reads a release of saved values. */
  static Release read(Values values) {
    Trusted trusted = Trusted.of(values.text("trustModel"));
    return new Release(
        values.text("method"),
        trusted,
        Guarantee.read(values),
        Estimate.read(values),
        Noise.read(values),
        trusted == Trusted.CURATOR ? null : Traffic.read(values),
        Seeded.of(values.flag("seeded")),
        List.copyOf(values.charges("charges")),
        List.copyOf(values.texts("warnings")));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Release that && parts().equals(that.parts());
  }

  @Override
  public int hashCode() {
    return parts().hashCode();
  }

  private List<Object> parts() {
    return List.of(
        method, trusted, guarantee, estimate, noise, traffic(), seeded, charges, warnings);
  }

  /** Method, trust model and size; {@link ReleaseText} tells all of it. */
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
