package org.privatemean.release.group;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.Normal;
import org.privatemean.privacy.Charge;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.ConfidenceRegion;
import org.privatemean.release.Guarantee;
import org.privatemean.release.Noise;
import org.privatemean.release.Scales;
import org.privatemean.release.Warning;

/**
 * The released means of groups and all that is publicly known about them. Immutable.
 *
 * @param guarantee what it promises
 * @param dimension number of coordinates
 * @param groupsPerPerson in this many groups a person had a row at most, L; 1 where rows are
 *     protected
 * @param confidence of the error bars
 * @param scales in what units the error of each coordinate was kept small
 * @param groups one for each key, in the order of the keys
 * @param charges what was spent: common lines, and own ones at their largest over the groups
 * @param warnings what the user should know
 * @param beyond what the interval of each column holds more, in data units: an estimate of what
 *     lies beyond the limit of a long tail, from all groups together; empty where that is nothing
 * @param columnWarnings what the user should know of single columns, of all groups together
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

  /**
   * A bias is taken to lie in all coordinates of the scaled rows, in one of them this many times as
   * much as on average.
   */
  private static final double ALONG = 1.5;

  /** Copies the lists. */
  public GroupedRelease {
    groups = List.copyOf(groups);
    charges = List.copyOf(charges);
    warnings = List.copyOf(warnings);
    beyond = List.copyOf(beyond);
    columnWarnings = List.copyOf(columnWarnings);
  }

  /** Means that warn of no single column. */
  public GroupedRelease(
      Guarantee guarantee,
      int dimension,
      int groupsPerPerson,
      double confidence,
      Scales scales,
      List<GroupMean> groups,
      List<Charge> charges,
      List<Warning> warnings) {
    this(
        guarantee,
        dimension,
        groupsPerPerson,
        confidence,
        scales,
        groups,
        charges,
        warnings,
        List.of(),
        List.of());
  }

  /** These means, with what the user should know. */
  public GroupedRelease warning(List<Warning> found) {
    return with(found, beyond, columnWarnings);
  }

  /** These means, with what the user should know of single columns, of all groups together. */
  public GroupedRelease withColumnWarnings(List<ColumnWarning> found) {
    return with(warnings, beyond, found);
  }

  /**
   * These means, with what is known of single columns, of all groups together.
   *
   * @param added what the interval of each column holds more, in data units
   * @param found what the user should know
   */
  public GroupedRelease withColumns(double[] added, List<ColumnWarning> found) {
    boolean none = Arrays.stream(added).allMatch(more -> more == 0);
    return with(warnings, none ? List.of() : Arrays.stream(added).boxed().toList(), found);
  }

  /** Returns what the error bars of all groups hold more, as error bars. */
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

  /** Returns how far the mean of a group with status ok may be off. */
  public Noise noise(GroupMean group) {
    double unbounded = Double.POSITIVE_INFINITY;
    Noise noise =
        scales.values().isEmpty()
            ? Noise.of(dimension, group.deviation(), unbounded)
            : Noise.of(scaleToData(group.deviation()), unbounded);
    return noise
        .plus(group.countStdDev() * longest(), group.bias() * longest())
        .clippedTo(group.clippingNorm());
  }

  /** A length of the scaled coordinates in each of them, in data units. */
  private double[] scaleToData(double length) {
    double[] each = new double[dimension];
    Arrays.fill(each, length);
    scales.values().ifPresent(s -> Arrays.setAll(each, j -> length * s[j]));
    return each;
  }

  /** The longest that a unit of the scaled coordinates may be in data units. */
  private double longest() {
    return scales.values().map(s -> Arrays.stream(s).max().orElse(1)).orElse(1.0);
  }

  /**
   * The error bars of a group with status ok: the noise, that of its count included, and on top of
   * it what is known of clipping: what private looks saw of the group's class, or a guess. So they
   * are said to cover the noise alone.
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
}
