package org.privatemean.query;

import java.io.Serializable;

/**
 * A geometric grid of norms, {@code low * 2^(i / perOctave)} for i = 0..cells, as cells of squared
 * distances.
 *
 * <p>The ratios within an octave are fixed constants and octaves are exact, so scaling {@code low}
 * and the rows by a power of two changes no cell.
 */
public final class RadialGrid implements Serializable {
  private static final long serialVersionUID = 1L;

  private final double low;
  private final int cells;

  /** The norms of the octave that starts at 1. */
  private final double[] octave;

  /** By the squared norms of the grid; a row is in the first cell whose entry it does not pass. */
  private final SquareCells squares;

  /**
   * The shortest grid from low to at least high.
   *
   * @param low its first norm, positive
   * @param high a norm that its last one must reach, at least low
   * @param perOctave norms an octave
   */
  public RadialGrid(double low, double high, int perOctave) {
    this.low = low;
    this.octave = new double[perOctave];
    for (int i = 0; i < perOctave; i++) {
      octave[i] = StrictMath.pow(2, (double) i / perOctave);
    }
    int count = 0;
    while (norm(count) < high) {
      count++;
    }
    this.cells = count;
    double[] edges = new double[cells + 1];
    for (int i = 0; i <= cells; i++) {
      edges[i] = norm(i) * norm(i);
    }
    this.squares = new SquareCells(edges);
  }

  /** Norm number i. */
  public double norm(long i) {
    int index = (int) i;
    return low * Math.scalb(octave[index % octave.length], index / octave.length);
  }

  /** The numbers of the norms. */
  public Universe universe() {
    return new Universe(0, cells);
  }

  /** The first number whose norm is not below the row's; one more than the last for longer rows. */
  public long cell(double square) {
    return squares.cell(square);
  }
}
