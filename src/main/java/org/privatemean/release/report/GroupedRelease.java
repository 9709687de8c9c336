package org.privatemean.release.report;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.Normal;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Checks;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.ConfidenceRegion;
import org.privatemean.release.Guarantee;
import org.privatemean.release.Noise;
import org.privatemean.release.Scales;
import org.privatemean.release.Warning;

/**
 * The released means of groups and all public values about them. Immutable.
 *
 * @param groupsPerPerson maximum number of groups in which a person has a row, L; 1 if rows are
 *     protected
 * @param confidence confidence of the error bars
 * @param groups one for each key, in the order of the keys
 * @param charges common lines, and lines of single groups at their maximum over the groups
 * @param beyond addition to the interval of each column, in data units: an estimate of the part of
 *     a long tail beyond the clipping limit, from all groups together; empty if it is 0 for all
 * @param columnWarnings warnings about single columns, of all groups together
 */
@Internal
public record GroupedRelease(
    Guarantee guarantee,
    int dimension,
    int groupsPerPerson,
    double confidence,
    Scales scales,
    List<GroupMean> groups,
    List<Charge> charges,
    List<Warning> warnings,
    List<Double> beyond,
    List<ColumnWarning> columnWarnings)
    implements Serializable {

  /** A bias is taken as spread: a coordinate has at most this multiple of the average. */
  private static final double ALONG = 1.5;

  public GroupedRelease {
    groups = List.copyOf(groups);
    charges = List.copyOf(charges);
    warnings = List.copyOf(warnings);
    beyond = List.copyOf(beyond);
    columnWarnings = List.copyOf(columnWarnings);
  }

  public GroupedRelease withWarnings(List<Warning> found) {
    return with(found, beyond, columnWarnings);
  }

  /** Returns a copy with additions to the intervals of columns, in data units, and warnings. */
  public GroupedRelease withColumns(double[] added, List<ColumnWarning> found) {
    boolean none = Arrays.stream(added).allMatch(more -> more == 0);
    return with(warnings, none ? List.of() : Arrays.stream(added).boxed().toList(), found);
  }

  /** Returns the additions to the intervals of all groups, as error bars. */
  ConfidenceRegion beyondLimits() {
    double[] halfWidths =
        beyond.isEmpty()
            ? new double[1]
            : beyond.stream().mapToDouble(Double::doubleValue).toArray();
    return new ConfidenceRegion(
        confidence, ConfidenceRegion.Covers.NOISE, 0, halfWidths, OptionalLong.empty());
  }

  private GroupedRelease with(
      List<Warning> known, List<Double> added, List<ColumnWarning> ofColumns) {
    return new GroupedRelease(
        guarantee,
        dimension,
        groupsPerPerson,
        confidence,
        scales,
        groups,
        charges,
        known,
        added,
        ofColumns);
  }

  /** The noise and expected error of the mean of a group with status ok. */
  public Noise noise(GroupMean group) {
    double unbounded = Double.POSITIVE_INFINITY;
    Noise noise =
        scales.values().isEmpty()
            ? Noise.of(dimension, group.deviation(), unbounded)
            : Noise.of(scaleToData(group.deviation()), unbounded);
    return noise
        .plus(group.countStdDev() * longest(), group.bias() * longest())
        .withClippingNorm(group.clippingNorm());
  }

  /** Converts a length of the scaled coordinates to data units, for each coordinate. */
  private double[] scaleToData(double length) {
    double[] each = new double[dimension];
    Arrays.fill(each, length);
    scales.values().ifPresent(s -> Arrays.setAll(each, j -> length * s[j]));
    return each;
  }

  /** The largest length of a unit of the scaled coordinates, in data units. */
  private double longest() {
    return scales.values().map(s -> Arrays.stream(s).max().orElse(1)).orElse(1.0);
  }

  /**
   * The error bars of a group with status ok: the noise, including that of its count, plus the
   * known effect of clipping, measured or guessed; so they are labelled as covering the noise
   * alone.
   */
  public ConfidenceRegion region(GroupMean group) {
    double z = Normal.roughUpperQuantile((1 - confidence) / 2) + Normal.ROUGH_ERROR;
    double noise = Math.hypot(group.deviation(), group.countStdDev());
    double[] halfWidths =
        scaleToData(z * noise + group.bias() * Math.min(1, ALONG / Math.sqrt(dimension)));
    double square = 0;
    for (int j = 0; j < beyond.size(); j++) {
      halfWidths[j] += beyond.get(j);
      square += beyond.get(j) * beyond.get(j);
    }
    double radius =
        Noise.l2Radius(
            scaleToData(group.deviation()), group.countStdDev() * longest(), dimension, confidence);
    return new ConfidenceRegion(
        confidence,
        ConfidenceRegion.Covers.NOISE,
        radius + group.bias() * longest() + Math.sqrt(square),
        halfWidths,
        OptionalLong.empty());
  }

  /**
   * The released values of one group. All values are released or public; {@link GroupedRelease}
   * derives errors and intervals from them.
   *
   * @param count the noisy number of rows, or of persons; may be negative; for weighted rows, the
   *     noisy sum of weights over the maximum weight of a row
   * @param mean in data units, or null unless the status is ok; not to be changed
   * @param deviation standard deviation of the noise of each coordinate, in the units of the
   *     release's scales; NaN unless ok
   * @param clippingNorm in the same units; NaN unless ok
   * @param countStdDev standard deviation of the l2 length that the noise of the count adds to the
   *     error, in the same units; NaN unless ok
   * @param bias l2 length of the effect of clipping, in the same units: measured by private
   *     questions about the class of the group if there were any, else a guess; 0 if the requested
   *     error bars cover the noise alone, NaN unless ok
   * @param rho the amount spent on the group, including common questions: at most the budget
   */
  @SuppressWarnings("ArrayRecordComponent") // Compared below.
  public record GroupMean(
      GroupStatus status,
      double count,
      double[] mean,
      double deviation,
      double clippingNorm,
      double countStdDev,
      double bias,
      double rho)
      implements Serializable {

    public static GroupMean withoutMean(GroupStatus status, double count, double rho) {
      return new GroupMean(
          status, count, null, Double.NaN, Double.NaN, Double.NaN, Double.NaN, rho);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof GroupMean that
          && status == that.status
          && Arrays.equals(mean, that.mean)
          && Arrays.equals(numbers(), that.numbers());
    }

    @Override
    public int hashCode() {
      return Objects.hash(status, Arrays.hashCode(mean), Arrays.hashCode(numbers()));
    }

    private double[] numbers() {
      return new double[] {count, deviation, clippingNorm, countStdDev, bias, rho};
    }

    public enum GroupStatus {
      OK("ok"),
      /** Its noisy count was too small for further questions. */
      TOO_SMALL("tooSmall"),
      /** Its rows could not be located at this budget: its mean is withheld. */
      NOT_LOCATED("notLocated");

      private final String label;

      GroupStatus(String label) {
        this.label = label;
      }

      public String label() {
        return label;
      }

      public static GroupStatus fromLabel(String label) {
        String refusal = "no group has the status " + label;
        return Checks.constant(values(), GroupStatus::label, label, refusal);
      }
    }
  }
}
