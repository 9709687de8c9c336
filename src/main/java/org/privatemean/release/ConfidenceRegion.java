package org.privatemean.release;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.Normal;

/**
 * The error bars of a released mean and their coverage, from released and public values only.
 *
 * <p>No private release has bars that cover the mean of the rows for all data: one row that moves
 * by M moves the mean by M/n, and hardly moves the release. The bars therefore state what they
 * cover.
 */
@Internal
public final class ConfidenceRegion extends Section {
  private static final long serialVersionUID = 1L;

  public enum Covers {
    /** The mean of the rows, as far as private questions can measure the effect of clipping. */
    SAMPLE,
    /** The mean of the rows after clipping: the noise alone. */
    NOISE;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Covers fromLabel(String label) {
      return Values.constant(values(), Covers::label, label);
    }
  }

  private final double confidence;
  private final Covers covers;
  private final double radius;
  private final double[] halfWidths;

  /** Empty if all coordinates are as {@link #covers}. */
  private final boolean[] noiseOnly;

  /** Negative if it is not known. */
  private final long clippedRowsAtMost;

  public ConfidenceRegion(
      double confidence,
      Covers covers,
      double radius,
      double[] halfWidths,
      OptionalLong clippedRowsAtMost) {
    this(confidence, covers, radius, halfWidths, new boolean[0], clippedRowsAtMost);
  }

  /**
   * Creates error bars whose coverage differs between coordinates; arrays are copied.
   *
   * @param confidence probability of the radius, and of each half-width separately
   * @param covers coverage of the l2 ball
   * @param radius radius of the l2 ball around the released mean, in data units
   * @param halfWidths half-width of the interval of each coordinate, in data units, or one for all
   * @param noiseOnly true for each coordinate whose interval covers the noise alone; empty if all
   *     are as {@code covers}
   * @param clippedRowsAtMost a private bound on the number of rows beyond the clipping norm, if any
   */
  public ConfidenceRegion(
      double confidence,
      Covers covers,
      double radius,
      double[] halfWidths,
      boolean[] noiseOnly,
      OptionalLong clippedRowsAtMost) {
    this.confidence = confidence;
    this.covers = covers;
    this.radius = orUnbounded(radius);
    this.halfWidths = Arrays.stream(halfWidths).map(ConfidenceRegion::orUnbounded).toArray();
    this.noiseOnly = noiseOnly.clone();
    this.clippedRowsAtMost = clippedRowsAtMost.orElse(-1);
  }

  /** Squares of lengths above 1e154 overflow: such an error has no bound. */
  private static double orUnbounded(double length) {
    return Double.isNaN(length) ? Double.POSITIVE_INFINITY : length;
  }

  /** Returns error bars that cover the noise, including that of the number of rows. */
  public static ConfidenceRegion fromNoise(Noise noise, int dimension, double confidence) {
    double z = Normal.roughUpperQuantile((1 - confidence) / 2) + Normal.ROUGH_ERROR;
    double[] halfWidths =
        Arrays.stream(noise.deviations())
            .map(s -> z * Math.hypot(s, noise.countStdDev()))
            .toArray();
    double radius = noise.radius(dimension, confidence);
    return new ConfidenceRegion(confidence, Covers.NOISE, radius, halfWidths, OptionalLong.empty());
  }

  public double confidence() {
    return confidence;
  }

  /** The coverage of the l2 ball, and of all intervals that have no separate coverage. */
  public Covers covers() {
    return covers;
  }

  public List<Covers> coversByColumn(int dimension) {
    return noiseOnly.length == 0
        ? Collections.nCopies(dimension, covers)
        : IntStream.range(0, dimension)
            .mapToObj(j -> noiseOnly[j] ? Covers.NOISE : Covers.SAMPLE)
            .toList();
  }

  /** The saved form of the coordinates whose intervals cover the noise alone; null for none. */
  double[] noiseOnlyMarks() {
    return noiseOnly.length == 0 ? null : Values.marks(noiseOnly);
  }

  public double radius() {
    return radius;
  }

  public double[] halfWidths() {
    return halfWidths.clone();
  }

  public double[] halfWidths(int dimension) {
    return Noise.each(halfWidths, dimension);
  }

  public OptionalLong clippedRowsAtMost() {
    return clippedRowsAtMost < 0 ? OptionalLong.empty() : OptionalLong.of(clippedRowsAtMost);
  }

  /** Reads the error bars of saved values; those of format version 3 cover the noise. */
  static ConfidenceRegion read(Values values, Noise noise, int dimension) {
    double confidence = values.number("confidence");
    return new ConfidenceRegion(
        confidence,
        values.anyText("covers").map(Covers::fromLabel).orElse(Covers.NOISE),
        values.number("l2Radius"),
        values
            .anyNumbers("halfWidths")
            .orElseGet(() -> fromNoise(noise, dimension, confidence).halfWidths),
        Values.flags(values.anyNumbers("noiseOnly").orElseGet(() -> new double[0])),
        values.anyCount("clippedRowsAtMost"));
  }

  @Override
  Object[] parts() {
    return new Object[] {confidence, covers, radius, halfWidths, noiseOnly, clippedRowsAtMost};
  }
}
