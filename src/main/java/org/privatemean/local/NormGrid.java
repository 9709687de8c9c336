package org.privatemean.local;

import java.io.Serializable;
import java.util.Arrays;
import org.privatemean.query.Universe;

/**
 * The public grid that the clipping norm is searched on, in the integer units of rotated rows: a
 * geometric one of ratio 1.05, or all squares, as the paper has it.
 */
final class NormGrid implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final double RATIO = 1.05;

  /** Squares of the norms, ascending; empty for the grid of all squares. */
  private final double[] squares;

  private final long largestSquare;

  private NormGrid(double[] squares, long largestSquare) {
    this.squares = squares;
    this.largestSquare = largestSquare;
  }

  /** The norms {@code low 1.05^k} up to the first that is at least {@code high}. */
  static NormGrid geometric(double low, double high) {
    int cells =
        2 + (int) Math.ceil(StrictMath.log(Math.max(1, high / low)) / StrictMath.log(RATIO));
    double[] squares = new double[cells];
    double norm = low;
    for (int k = 0; k < cells; k++) {
      squares[k] = norm * norm;
      norm *= RATIO;
    }
    return new NormGrid(squares, 0);
  }

  /**
   * All integer squares up to that of a norm.
   *
   * @throws IllegalArgumentException if they are too many to search
   */
  static NormGrid squared(double high) {
    double square = high * high;
    if (!(square < 0x1p61)) {
      throw new IllegalArgumentException(
          String.format(
              "the squared grid takes norms below 2^30.5 lattice steps, and they reach %.3g here:"
                  + " take the geometric grid, or a larger resolution (or sigmaMin)",
              high));
    }
    return new NormGrid(new double[0], (long) Math.ceil(square));
  }

  Universe universe() {
    return new Universe(0, squares.length == 0 ? largestSquare : squares.length - 1);
  }

  /** The first cell whose norm is not below the row's; the last for longer rows. */
  long cell(double square) {
    if (squares.length == 0) {
      return (long) Math.min(Math.ceil(square), (double) largestSquare);
    }
    int found = Arrays.binarySearch(squares, square);
    return Math.min(found >= 0 ? found : -found - 1, squares.length - 1);
  }

  /** The norm of a cell, rounded up to an integer of at least 1. */
  long norm(long cell) {
    double square = squares.length == 0 ? (double) cell : squares[(int) cell];
    return (long) Math.max(1, Math.ceil(Math.sqrt(square)));
  }
}
