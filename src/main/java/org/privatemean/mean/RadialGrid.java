package org.privatemean.mean;

import java.io.Serializable;
import java.util.Arrays;

/**
 * A geometric grid of norms, {@code low * 2^(i / perOctave)} for i = 0..cells, as cells of squared
 * distances.
 *
 * <p>The ratios within an octave are fixed constants and octaves are exact, so scaling {@code low}
 * and the rows by a power of two changes no cell.
 */
final class RadialGrid implements Serializable {
  private static final long serialVersionUID = 1L;

  private final double low;
  private final int perOctave;
  private final int cells;

  /**
   * Squared norms of the grid, in order; a row is in the first cell whose entry it does not pass.
   */
  private final double[] squares;

  /**
   * The shortest grid from low to at least high.
   *
   * @param low its first norm, positive
   * @param high a norm that its last one must reach, at least low
   * @param perOctave norms an octave
   */
  RadialGrid(double low, double high, int perOctave) {
    this.low = low;
    this.perOctave = perOctave;
    int count = 0;
    while (norm(count) < high) {
      count++;
    }
    this.cells = count;
    this.squares = new double[cells + 1];
    for (int i = 0; i <= cells; i++) {
      squares[i] = norm(i) * norm(i);
    }
  }

  /** Norm number i. */
  double norm(long i) {
    int index = (int) i;
    double root = StrictMath.pow(2, (double) (index % perOctave) / perOctave);
    return low * Math.scalb(root, index / perOctave);
  }

  /** The numbers of the norms. */
  Universe universe() {
    return new Universe(0, cells);
  }

  /** The first number whose norm is not below the row's; one more than the last for longer rows. */
  long cell(double square) {
    int found = Arrays.binarySearch(squares, square);
    return found >= 0 ? found : -found - 1;
  }
}
