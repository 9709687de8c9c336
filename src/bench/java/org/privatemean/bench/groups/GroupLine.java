package org.privatemean.bench.groups;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.privatemean.privacy.Neighbours;

/**
 * A line of the table of errors.
 *
 * @param law of the rows
 * @param rows of a group
 * @param dimension number of coordinates
 * @param rho budget
 * @param groups number of groups
 * @param neighbours of the promise
 * @param goal the median that the mechanism's design foretold, of errors, or of errors in units
 *     where groups are of unlike scales; none where it foretold none
 * @param inUnits whether the goal is in units
 */
record GroupLine(
    GroupLaw law,
    int rows,
    int dimension,
    double rho,
    int groups,
    Neighbours neighbours,
    OptionalDouble goal,
    boolean inUnits) {
  private static final int MANY = 1_000;
  private static final int SOME = 400;
  private static final int WIDE = 200;

  private static GroupLine of(GroupLaw law, int rows, int dimension, int groups, double goal) {
    return new GroupLine(
        law,
        rows,
        dimension,
        1,
        groups,
        Neighbours.ADD_REMOVE,
        Double.isNaN(goal) ? OptionalDouble.empty() : OptionalDouble.of(goal),
        law == GroupLaw.SCALES);
  }

  private GroupLine with(double budget) {
    return new GroupLine(law, rows, dimension, budget, groups, neighbours, goal, inUnits);
  }

  private GroupLine replacing() {
    return new GroupLine(law, rows, dimension, rho, groups, Neighbours.REPLACE, goal, inUnits);
  }

  /** All lines. */
  static List<GroupLine> all() {
    List<GroupLine> lines = new ArrayList<>();
    lines.addAll(normal());
    lines.addAll(others());
    lines.addAll(dimensions());
    for (int groups : new int[] {1, 3, 10, 30}) {
      double[] goals = {0.075, 0.069, 0.073, 0.069};
      int place = List.of(1, 3, 10, 30).indexOf(groups);
      lines.add(of(GroupLaw.GAUSS, 200, 16, groups, goals[place]));
    }
    lines.add(of(GroupLaw.GAUSS, 50, 16, MANY, Double.NaN).replacing());
    lines.add(of(GroupLaw.GAUSS, 100, 16, MANY, 0.294).replacing());
    lines.add(of(GroupLaw.GAUSS, 200, 16, MANY, 0.134).replacing());
    lines.add(of(GroupLaw.GAUSS, 500, 16, SOME, 0.053).replacing());
    return lines;
  }

  private static List<GroupLine> normal() {
    return List.of(
        of(GroupLaw.GAUSS, 30, 16, MANY, 0.59),
        of(GroupLaw.GAUSS, 40, 16, MANY, 0.41),
        of(GroupLaw.GAUSS, 50, 16, MANY, 0.306),
        of(GroupLaw.GAUSS, 200, 16, MANY, 0.070),
        of(GroupLaw.GAUSS, 500, 16, SOME, 0.029),
        of(GroupLaw.GAUSS, 1000, 16, WIDE, Double.NaN),
        of(GroupLaw.GAUSS, 150, 16, MANY, 0.327).with(0.1),
        of(GroupLaw.GAUSS, 400, 16, MANY, 0.105).with(0.1));
  }

  private static List<GroupLine> others() {
    List<GroupLine> lines = new ArrayList<>();
    lines.add(of(GroupLaw.FAR, 50, 16, MANY, 0.310));
    lines.add(of(GroupLaw.FAR, 200, 16, MANY, 0.070));
    lines.add(of(GroupLaw.WIDE, 50, 16, MANY, 0.367));
    lines.add(of(GroupLaw.WIDE, 200, 16, MANY, 0.070));
    lines.add(of(GroupLaw.SCALES, 50, 16, MANY, 1.38));
    lines.add(of(GroupLaw.SCALES, 200, 16, MANY, 1.24));
    lines.add(of(GroupLaw.EXPO, 200, 16, MANY, 0.111));
    lines.add(of(GroupLaw.T3, 200, 16, MANY, 0.175));
    lines.add(of(GroupLaw.LOGNORMAL, 200, 16, MANY, 0.359));
    lines.add(of(GroupLaw.ZEROS, 200, 16, MANY, 0.073));
    lines.add(of(GroupLaw.MIXED, 200, 16, MANY, 0.072));
    lines.add(of(GroupLaw.CLUSTER, 200, 16, MANY, Double.NaN));
    for (GroupLaw law : List.of(GroupLaw.EXPO, GroupLaw.T3, GroupLaw.LOGNORMAL, GroupLaw.CLUSTER)) {
      lines.add(of(law, 500, 16, SOME, Double.NaN));
    }
    lines.add(of(GroupLaw.SIZES, 0, 16, MANY, Double.NaN));
    return lines;
  }

  private static List<GroupLine> dimensions() {
    return List.of(
        of(GroupLaw.GAUSS, 50, 1, MANY, 0.042),
        of(GroupLaw.GAUSS, 50, 2, MANY, Double.NaN),
        of(GroupLaw.GAUSS, 200, 1, MANY, 0.0101),
        of(GroupLaw.GAUSS, 200, 2, MANY, 0.0172),
        of(GroupLaw.GAUSS, 200, 128, WIDE, 0.526),
        of(GroupLaw.GAUSS, 1000, 128, WIDE, 0.0985));
  }
}
