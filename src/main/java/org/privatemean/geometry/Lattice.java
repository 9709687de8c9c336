package org.privatemean.geometry;

import java.io.Serializable;
import org.privatemean.privacy.Checks;
import org.privatemean.refusal.ParamException;

/**
 * Clips a row to a public region, the l2 ball of a radius or the box of a half-width, and rounds it
 * to a public lattice with the same step in every coordinate (Huang, Liang and Yi 2021, section
 * 3.4, remark 3.2). All later arithmetic is exact on integers.
 *
 * <p><b>Privacy.</b> The map is a function of one row and of public values: neighbouring data sets
 * stay neighbouring, and it costs no budget.
 */
public record Lattice(int dimension, double radius, double step, boolean box)
    implements Serializable {
  /** Squares of radii and steps in this range are doubles. */
  private static final double SMALLEST = 1e-150;

  private static final double LARGEST = 1e150;

  /** Relative slack for the roundings of the clipping, far above d * 2^-52 for d up to 2^17. */
  private static final double SLACK = 1 + 1e-9;

  public Lattice {
    Checks.param("dimension", dimension >= 1, "at least 1", dimension);
    checkRange(box ? "coordinate bound" : "radius", radius);
    checkRange("lattice step", step);
    if (radius / step >= 0x1p61) {
      throw new ParamException(
          "resolution",
          String.format(
              "the bound %s is more than 2^61 lattice steps of %s, too many for 64-bit coordinates",
              radius, step),
          "choose a smaller bound or a larger {resolution}");
    }
  }

  private static void checkRange(String name, double value) {
    if (!(value >= SMALLEST && value <= LARGEST)) {
      throw ParamException.of(
          "bound",
          String.format(
              "%s must be in [%s, %s]. Provided value: %s", name, SMALLEST, LARGEST, value));
    }
  }

  /** Returns a lattice on the l2 ball of the given radius, in data units. */
  public static Lattice inBall(int dimension, double radius, double step) {
    return new Lattice(dimension, radius, step, false);
  }

  /** Returns a lattice on the box [-bound, bound]^d, in data units. */
  public static Lattice inBox(int dimension, double bound, double step) {
    return new Lattice(dimension, bound, step, true);
  }

  /** Returns an upper bound on the l2 norm of every quantised row, in lattice steps. */
  public double normBound() {
    double root = Math.sqrt(dimension);
    double steps = radius / step * (box ? root : 1);
    return (steps + root / 2) * SLACK + 1;
  }

  /** Returns an upper bound on the sum of absolute coordinates of every quantised row, in steps. */
  public double absoluteSumBound() {
    return normBound() * Math.sqrt(dimension) * SLACK;
  }

  /** Clips and rounds a row of finite coordinates to lattice coordinates: integers, below 2^62. */
  public void quantise(double[] row, double[] quantised) {
    if (box) {
      quantiseInBox(row, quantised);
      return;
    }
    if (RowNorm.certainlyWithin(row, radius)) {
      for (int j = 0; j < dimension; j++) {
        quantised[j] = Math.rint(row[j] / step);
      }
      return;
    }
    double squared = RowNorm.computeSquare(row);
    // Longer than 2^500, hence than any radius: only the direction is kept.
    boolean huge = squared == Double.POSITIVE_INFINITY;
    double norm = Math.sqrt(huge ? RowNorm.squaredShrunk(row) : squared);
    double shrink = huge ? RowNorm.SHRINK : 1;
    double factor = huge || norm > radius ? radius / norm : 1;
    for (int j = 0; j < dimension; j++) {
      quantised[j] = Math.rint(row[j] * shrink * factor / step);
    }
  }

  private void quantiseInBox(double[] row, double[] quantised) {
    for (int j = 0; j < dimension; j++) {
      quantised[j] = Math.rint(Math.max(-radius, Math.min(radius, row[j])) / step);
    }
  }
}
