package org.privatemean.mean;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.privatemean.geometry.NormRange;
import org.privatemean.release.report.GroupedRelease.GroupMean;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;

/** The state of every group: released values only. */
final class GroupState {
  private final int dimension;
  private final double[] rows;

  /** The result of each group that ended without a mean; null for the live ones. */
  private final GroupMean[] ended;

  /** True for each group whose radius still fell at its last measurement. */
  private final boolean[] falling;

  private double[] centres;

  /** Median distance of the rows of a group to its centre, in weighted coordinates. */
  private double[] radii;

  /** Expected squared distance of the centre to the mean, in weighted coordinates. */
  private double[] offsets;

  private double[] weights;

  /** Clipping limits of the weighted coordinates of all groups, or null if they are not clipped. */
  private double[] limits;

  private long version;

  /** Kept until a centre, weight or limit changes: blocks cache the norms of the last one. */
  private GroupTransform frame;

  GroupState(int dimension, double[] rows) {
    this.dimension = dimension;
    this.rows = rows.clone();
    this.ended = new GroupMean[rows.length];
    this.falling = new boolean[rows.length];
    this.radii = new double[rows.length];
    this.offsets = new double[rows.length];
    Arrays.fill(offsets, Double.POSITIVE_INFINITY);
  }

  int groups() {
    return rows.length;
  }

  /** The number of rows used for means, at least 1. */
  double rows(int group) {
    return Math.max(1, rows[group]);
  }

  double count(int group) {
    return rows[group];
  }

  GroupMean ended(int group) {
    return ended[group];
  }

  void end(int group, GroupStatus why, double spent) {
    ended[group] = GroupMean.withoutMean(why, rows[group], spent);
  }

  int[] live(IntPredicate which) {
    return IntStream.range(0, rows.length).filter(this::isLive).filter(which).toArray();
  }

  boolean isLive(int group) {
    return ended[group] == null;
  }

  int[] live() {
    return live(group -> true);
  }

  double rows(int[] groups) {
    return Arrays.stream(groups).mapToDouble(this::rows).sum();
  }

  /** Returns one value for each group: that of a function for some, the other for the rest. */
  double[] values(int[] some, double other, IntToDoubleFunction value) {
    double[] values = new double[rows.length];
    Arrays.fill(values, other);
    for (int group : some) {
      values[group] = value.applyAsDouble(group);
    }
    return values;
  }

  void startAt(double[] centre) {
    centres = new double[rows.length * dimension];
    Arrays.setAll(centres, k -> centre[k % dimension]);
    frame = null;
  }

  double[] weights() {
    return weights;
  }

  double weight(int coordinate) {
    return weights == null ? 1 : weights[coordinate];
  }

  /** The smallest limit of a weighted coordinate over the groups; infinite if there is none. */
  double limit(int coordinate) {
    return limits == null
        ? Double.POSITIVE_INFINITY
        : IntStream.of(live()).mapToDouble(g -> limits[g * dimension + coordinate]).min().orElse(0);
  }

  void weighBy(double[] values, double[] most) {
    weights = values;
    limits = most;
    frame = null;
  }

  double radius(int group) {
    return radii[group];
  }

  double[] radii() {
    return radii;
  }

  double offset(int group) {
    return offsets[group];
  }

  void recordFound(int group, double radius) {
    radii[group] = radius;
  }

  boolean isFalling(int group) {
    return falling[group];
  }

  void falling(int group, boolean holds) {
    falling[group] = holds;
  }

  void offBy(int group, double squared) {
    offsets[group] = squared;
  }

  double largest(int group) {
    return largest(centres, group * dimension);
  }

  /** Returns the largest weighted coordinate of a centre, which begins at a place of an array. */
  double largest(double[] values, int from) {
    double largest = 0;
    for (int j = 0; j < dimension; j++) {
      largest = Math.max(largest, Math.abs(values[from + j] * weight(j)));
    }
    return largest;
  }

  double largestCentre(int coordinate) {
    double largest = 0;
    for (int group = 0; group < rows.length; group++) {
      if (isLive(group)) {
        largest = Math.max(largest, Math.abs(centres[group * dimension + coordinate]));
      }
    }
    return largest;
  }

  void move(int[] groups, double[] shifts) {
    double[] moved = centres.clone();
    for (int k = 0; k < groups.length; k++) {
      for (int j = 0; j < dimension; j++) {
        moved[groups[k] * dimension + j] = moved(groups[k], j, shifts[k * dimension + j]);
      }
    }
    centres = moved;
    frame = null;
  }

  /** Returns a shifted coordinate of a centre, clipped as rows are: noise may overflow. */
  double moved(int group, int coordinate, double shift) {
    return NormRange.WIDEST.clip(centre(group, coordinate) + shift / weight(coordinate));
  }

  double centre(int group, int coordinate) {
    return centres[group * dimension + coordinate];
  }

  /** The rows around the centres of their groups, with weights and limits. */
  GroupTransform frame() {
    if (frame == null) {
      frame = frame(null);
    }
    return frame;
  }

  /** The same with a factor for each group. */
  GroupTransform frame(double[] factors) {
    return frame(weights, factors).withLimits(limits);
  }

  /**
   * The rows around the centres of their groups with other weights, and a factor for each group or
   * null, without limits.
   */
  GroupTransform frame(double[] scaling, double[] factors) {
    return new GroupTransform(++version, dimension, centres, scaling, factors, null, false);
  }

  GroupTransform transformAround(double[] centre) {
    return new GroupTransform(++version, dimension, centre.clone(), weights, null, null, false);
  }

  Runnable remember() {
    double[] heldCentres = centres;
    double[] heldRadii = radii.clone();
    double[] heldOffsets = offsets.clone();
    double[] heldWeights = weights;
    double[] heldLimits = limits;
    GroupTransform heldFrame = frame;
    return () -> {
      centres = heldCentres;
      radii = heldRadii;
      offsets = heldOffsets;
      weights = heldWeights;
      limits = heldLimits;
      frame = heldFrame;
    };
  }
}
