package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.geometry.ExactClipping;
import org.privatemean.noise.BitSource;
import org.privatemean.privacy.Checks;

/**
 * The clipping of a lattice vector to a norm and its unbiased random rounding to a coarser grid.
 *
 * <p>Each coordinate is rounded to one of the two grid points around it, with the coordinate as
 * mean, exactly. A vector beyond {@link #squaredBound}, on which the sensitivity relies, is drawn
 * again: with probability 2^-40 (Kairouz, Liu and Steinke 2021, Proposition 22), which moves the
 * mean by less than 2^-20 grid steps (shuffle-summation.md, "Vectors: Skellam noise").
 *
 * @param norm clipping norm, in lattice steps
 * @param gridStep in lattice steps
 * @param squaredBound maximum squared norm of a rounded vector, in grid steps
 */
record GridRounding(long norm, long gridStep, long squaredBound) implements Serializable {
  private static final double DEVIATIONS = Math.sqrt(80 * Math.log(2));

  /** Squares of longer norms, times the four of the sensitivity, would not fit a long. */
  private static final double LONGEST = 0x1p29;

  /** Creates the rounding for a norm of at least 1 step; a grid step of 1 rounds nothing. */
  static GridRounding create(int dimension, long norm, long gridStep) {
    Checks.argument("norm", norm >= 1, "at least 1", norm);
    boolean inRange = gridStep >= 1 && gridStep <= norm;
    Checks.argument("grid step", inRange, "in [1, norm = " + norm + "]", gridStep);
    double c = (double) norm / gridStep;
    if (c + Math.sqrt(dimension) > LONGEST) {
      throw new IllegalArgumentException(
          String.format(
              "the norm must be below 2^29 grid steps: a coarser grid is needed. Provided: norm %d,"
                  + " grid step %d",
              norm, gridStep));
    }
    long squaredBound = gridStep == 1 ? norm * norm : (long) squaredBound(dimension, c);
    return new GridRounding(norm, gridStep, squaredBound);
  }

  /**
   * Returns the bound on the square of a rounded norm, for a norm of c grid steps: the lesser of
   * one that holds with probability 1 - 2^-40 and of one that always holds.
   */
  static double squaredBound(int dimension, double c) {
    double root = Math.sqrt(dimension);
    double likely = c * c + dimension / 4.0 + DEVIATIONS * (c + root / 2);
    return Math.min(likely, (c + root) * (c + root));
  }

  long[] round(long[] vector, BitSource secret) {
    long[] clipped = vector.clone();
    ExactClipping.clip(clipped, norm);
    if (gridStep == 1) {
      return clipped;
    }
    long[] rounded = new long[clipped.length];
    long squares;
    do {
      squares = 0;
      for (int j = 0; j < clipped.length; j++) {
        rounded[j] = toGrid(clipped[j], gridStep, secret);
        squares += rounded[j] * rounded[j];
      }
    } while (squares > squaredBound);
    return rounded;
  }

  /** Returns one of the two grid points around x, in grid steps, with mean x / gridStep. */
  static long toGrid(long x, long gridStep, BitSource secret) {
    long rest = Math.floorMod(x, gridStep);
    long up = rest != 0 && secret.nextBelow(gridStep) < rest ? 1 : 0;
    return Math.floorDiv(x, gridStep) + up;
  }
}
