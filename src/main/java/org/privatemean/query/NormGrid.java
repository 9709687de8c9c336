package org.privatemean.query;

import java.io.Serializable;
import java.util.Arrays;
import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.refusal.ParamException;

/**
 * Public grid for searches of a row's norm: ascending norms, each the upper end of a cell of
 * squared norms. Rows beyond the last norm of {@link #geometric} and {@link #squares}, a bound that
 * rounding may exceed, count in the last cell; those beyond {@link #octaves} are in no cell.
 */
public abstract sealed class NormGrid implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Ratio of successive norms of {@link #geometric(double)}. */
  public static final double RATIO = 1.01;

  private NormGrid() {}

  /**
   * Returns the norms {@code RATIO^k}, from one lattice step to the first that reaches a bound in
   * steps (privquant.md).
   */
  public static NormGrid geometric(double bound) {
    int count = 1;
    for (double t = 1; t < bound; t *= RATIO) {
      count++;
    }
    return geometric(1, RATIO, count);
  }

  /** Returns norms from {@code low} on, each the product of the previous one and the ratio. */
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
   * Returns the norms {@code low 2^(i / perOctave)} from low to the first that is at least high.
   * Scaling {@code low} and the rows by a power of two changes no cell.
   */
  public static NormGrid octaves(double low, double high, int perOctave) {
    double[] octave = octave(perOctave);
    int last = 0;
    while (interpolate(low, octave, last) < high) {
      last++;
    }
    return firstOfOctaves(low, last + 1, perOctave);
  }

  public static NormGrid firstOfOctaves(double low, int count, int perOctave) {
    double[] octave = octave(perOctave);
    double[] norms = new double[count];
    Arrays.setAll(norms, i -> interpolate(low, octave, i));
    return new ExplicitNorms(norms, count);
  }

  private static double[] octave(int perOctave) {
    double[] octave = new double[perOctave];
    Arrays.setAll(octave, i -> StrictMath.pow(2, (double) i / perOctave));
    return octave;
  }

  private static double interpolate(double low, double[] octave, int i) {
    return low * Math.scalb(octave[i % octave.length], i / octave.length);
  }

  /**
   * Returns the paper's grid (section 3.2): the roots of all integers up to the square of a bound
   * in lattice steps.
   *
   * @throws ParamException if the bound is 2^31 or more
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

  public static boolean coversSquares(double bound) {
    return Math.ceil(bound * bound) < 0x1p62;
  }

  public abstract Universe universe();

  /** Returns the first cell whose norm is at least the row's, from the square of that; not NaN. */
  public abstract long cell(double square);

  public abstract double norm(long cell);

  /** Returns the norm of a cell, rounded up to an integer of at least 1. */
  public long wholeNorm(long cell) {
    return (long) Math.max(1, Math.ceil(norm(cell)));
  }

  /** List of norms. A table over the leading bits of a square starts the search for its cell. */
  static final class ExplicitNorms extends NormGrid {
    private static final long serialVersionUID = 1L;

    /** The exponent and five more bits are kept: 1 / 32 of an octave of squares. */
    private static final int DROPPED_BITS = 52 - 5;

    private final double[] norms;
    private final double[] squares;
    private final int[] starts;
    private final long lowest;
    private final int beyond;

    /** Creates a grid with the cell of longer rows: the last norm's index, or one more. */
    ExplicitNorms(double[] norms, int beyond) {
      this.norms = norms;
      this.squares = Arrays.stream(norms).map(norm -> norm * norm).toArray();
      this.beyond = beyond;
      this.lowest = leadingBits(squares[0]);
      this.starts = new int[(int) (leadingBits(squares[squares.length - 1]) - lowest) + 2];
      int cell = 0;
      for (int k = 0; k < starts.length; k++) {
        double least = Double.longBitsToDouble((lowest + k) << DROPPED_BITS);
        while (cell < squares.length && squares[cell] < least) {
          cell++;
        }
        starts[k] = Math.min(cell, beyond);
      }
      starts[0] = 0;
    }

    private static long leadingBits(double value) {
      // Signed: a negative zero is below all squares.
      return Double.doubleToRawLongBits(value) >> DROPPED_BITS;
    }

    @Override
    public Universe universe() {
      return new Universe(0, norms.length - 1L);
    }

    @Override
    public long cell(double square) {
      long key = leadingBits(square) - lowest;
      int cell = starts[(int) Math.max(0, Math.min(starts.length - 1, key))];
      while (cell < beyond && squares[cell] < square) {
        cell++;
      }
      return cell;
    }

    @Override
    public double norm(long cell) {
      return norms[(int) cell];
    }
  }

  /** The roots of all integers up to a bound: the index of a cell is its square. */
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
      // If all rows equal the centre the cell is 0, and a sum clipped to 0 would have no noise.
      return Math.max(1, root);
    }
  }
}
