package org.privatemean.query;

import java.io.Serializable;
import org.privatemean.refusal.ParamException;

/**
 * A public grid of norms that the length of a row is searched on: ascending norms, each the end of
 * a cell of squared lengths. A search over the cells' numbers then is a search for a norm.
 *
 * <p>Of {@link #geometric} and {@link #squares} the last norm is a bound on all rows, and what is
 * longer for rounding counts to the last cell. Rows may be longer than the last norm of {@link
 * #octaves}: those are in no cell.
 */
public abstract sealed class NormGrid implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The ratio of neighbouring norms of {@link #geometric(double)}. */
  public static final double RATIO = 1.01;

  private NormGrid() {}

  /**
   * Norms {@code RATIO^k}, from one lattice step to the first that reaches a bound.
   *
   * <p>The clipping norm only matters up to a factor, so a grid with a constant ratio loses at most
   * that ratio in noise and needs {@code log2(log_RATIO(bound))} levels, some twelve, where the
   * paper's search over squared integers needs {@code 2 log2(bound)}, some sixty: its counts are
   * less noisy by the root of five, and one pass suffices.
   *
   * @param bound public bound on every norm, in lattice steps
   */
  public static NormGrid geometric(double bound) {
    int count = 1;
    for (double t = 1; t < bound; t *= RATIO) {
      count++;
    }
    return geometric(1, RATIO, count);
  }

  /**
   * Norms {@code low ratio^k} for k from 0, each the product of the one before and the ratio.
   *
   * @param low the first norm, positive
   * @param ratio above 1
   * @param count number of norms, at least 1
   */
  public static NormGrid geometric(double low, double ratio, int count) {
    double[] norms = new double[count];
    double t = low;
    for (int k = 0; k < count; k++) {
      norms[k] = t;
      t *= ratio;
    }
    return new ExplicitNorms(norms, count - 1);
  }

  /**
   * Norms {@code low 2^(i / perOctave)}, the fewest from low to at least high. Rows beyond the last
   * norm have the number after its own.
   *
   * <p>The ratios within an octave are fixed constants and octaves are exact, so scaling {@code
   * low} and the rows by a power of two changes no cell.
   *
   * @param low the first norm, positive
   * @param high a norm that the last one must reach, at least low
   * @param perOctave norms an octave
   */
  public static NormGrid octaves(double low, double high, int perOctave) {
    double[] octave = octave(perOctave);
    int last = 0;
    while (interpolate(low, octave, last) < high) {
      last++;
    }
    return firstOfOctaves(low, last + 1, perOctave);
  }

  /**
   * The first norms {@code low 2^(i / perOctave)}, as many as given; for the rest see {@link
   * #octaves(double, double, int)}.
   *
   * @param count how many, at least 1
   */
  public static NormGrid firstOfOctaves(double low, int count, int perOctave) {
    double[] octave = octave(perOctave);
    double[] norms = new double[count];
    for (int i = 0; i < count; i++) {
      norms[i] = interpolate(low, octave, i);
    }
    return new ExplicitNorms(norms, count);
  }

  private static double[] octave(int perOctave) {
    double[] octave = new double[perOctave];
    for (int i = 0; i < perOctave; i++) {
      octave[i] = StrictMath.pow(2, (double) i / perOctave);
    }
    return octave;
  }

  private static double interpolate(double low, double[] octave, int i) {
    return low * Math.scalb(octave[i % octave.length], i / octave.length);
  }

  /**
   * The paper's own grid (section 3.2): the roots of all integers up to the square of a bound. Kept
   * to reproduce the paper.
   *
   * @param bound public bound on every norm, in lattice steps, below 2^31
   * @throws IllegalArgumentException if the squares are too many to search
   */
  public static NormGrid squares(double bound) {
    if (!coversSquares(bound)) {
      throw new ParamException(
          "thresholdGrid",
          String.format(
              "{thresholdGrid} squared needs norms below 2^31 lattice steps, but the bounds allow %s",
              bound),
          "use the geometric grid or a larger {resolution}");
    }
    return new Squares((long) Math.ceil(bound * bound));
  }

  /** True if {@link #squares} takes a bound. */
  public static boolean coversSquares(double bound) {
    return Math.ceil(bound * bound) < 0x1p62;
  }

  /** The numbers of the cells, from 0. */
  public abstract Universe universe();

  /**
   * The cell of a row: the first whose norm is not below the row's; for longer rows see the class.
   *
   * @param square the square of the row's norm, not NaN
   */
  public abstract long cell(double square);

  /** The norm of a cell of the universe. */
  public abstract double norm(long cell);

  /**
   * The norm of a cell, rounded up to an integer of at least 1: a clipping norm in lattice steps
   * that is as long as every row in the cell.
   */
  public abstract long wholeNorm(long cell);

  /** Norms in a list. */
  private static final class ExplicitNorms extends NormGrid {
    private static final long serialVersionUID = 1L;

    private final double[] norms;
    private final SquareCells cells;

    /**
     * A grid.
     *
     * @param norms all of them, ascending
     * @param beyond the cell of longer rows
     */
    ExplicitNorms(double[] norms, int beyond) {
      this.norms = norms;
      double[] squares = new double[norms.length];
      for (int k = 0; k < squares.length; k++) {
        squares[k] = norms[k] * norms[k];
      }
      this.cells = new SquareCells(squares, beyond);
    }

    @Override
    public Universe universe() {
      return new Universe(0, norms.length - 1L);
    }

    @Override
    public long cell(double square) {
      return cells.cell(square);
    }

    @Override
    public double norm(long cell) {
      return norms[(int) cell];
    }

    @Override
    public long wholeNorm(long cell) {
      return (long) Math.max(1, Math.ceil(norm(cell)));
    }
  }

  /** The roots of all integers up to a bound: a cell's number is its square. */
  private static final class Squares extends NormGrid {
    private static final long serialVersionUID = 1L;

    private final long bound;

    Squares(long bound) {
      this.bound = bound;
    }

    @Override
    public Universe universe() {
      return new Universe(0, bound);
    }

    @Override
    public long cell(double square) {
      return Math.min((long) Math.ceil(square), bound);
    }

    @Override
    public double norm(long cell) {
      return Math.sqrt((double) cell);
    }

    @Override
    public long wholeNorm(long cell) {
      long root = (long) norm(cell);
      while (root * root < cell) {
        root++;
      }
      // Where all rows sit on the centre the cell is 0, and a sum clipped to 0 has no noise to
      // draw.
      return Math.max(1, root);
    }
  }
}
