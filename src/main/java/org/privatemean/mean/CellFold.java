package org.privatemean.mean;

import java.util.Arrays;
import org.privatemean.geometry.NormRange;
import org.privatemean.rows.RowPasses.RowFold;

/**
 * One pass over rows {@code x}, viewed as {@code v = w o (x - c)}, each coordinate clipped to its
 * limit if there are limits. From its totals, the sums of vectors and of directions by cell, the
 * sum of the v clipped to any norm of a {@link CellGrid} and the number of longer rows follow.
 *
 * <p><b>Sensitivity.</b> All of it is a function of the row and of released values; sums are exact,
 * and the rounding of norms, vectors and directions is bounded in recentred-mean.md, "On a sample".
 * A view with an infinite or NaN coordinate is beyond all norms and has the direction zero.
 */
record CellFold(CentredTransform transform, CellGrid grid, NormRange range) implements RowFold {
  /** Number of steps of the first norm, and the length of a direction. */
  static final double UNIT = 0x1p20;

  /** Number of rows whose sums are exact in doubles. */
  private static final long ROWS = 1L << 30;

  /** Far above the loss by underflow of coordinates or their squares. */
  private static final double MIN_PLAIN = 0x1p-500;

  @Override
  public int size() {
    return grid.totals(transform.size());
  }

  public CellTotals totals(long[] totals) {
    return new CellTotals(grid, transform.size(), totals);
  }

  private boolean isClipped() {
    return transform.limits().length > 0;
  }

  @Override
  public Adder start() {
    return start(ROWS);
  }

  /** Creates an adder that moves sums from doubles to longs after a number of rows. */
  Adder start(long rows) {
    return new CellSums(rows);
  }

  /**
   * Returns a square: a row whose view has a smaller one is finite and in the range, as {@code |x|
   * <= |v| / min w + |c|}; a millionth covers rounding, the least square underflow.
   */
  private double plainSquare() {
    double square = 0;
    for (double c : transform.centre()) {
      square += c * c;
    }
    double room = range.high() * (1 - 1e-6) - Math.sqrt(square);
    double least = Arrays.stream(transform.weights()).min().orElse(1);
    double norm = room * least;
    return norm > MIN_PLAIN ? norm * norm : 0;
  }

  /**
   * Adder of sparse rows. Each adds the same as the full row: the steps of zeros, and for every
   * other coordinate the difference from them. The square is that of zeros plus differences, with
   * an error of less than {@code (d + 16) 2^-52} of all terms; unless that shows that the row is
   * within the first norm by 1e-9, the sum of {@link CellSums#see} is computed, to the bit.
   */
  private final class Zeros {
    private static final double ROUNDING = 0x1p-52;
    private static final double SLACK = 1e-9;
    private static final int PARTS = 8;

    /** Steps from here on might not fit a long. */
    private static final double MOST_STEPS = 0x1p62;

    private final double perUnit = UNIT / grid.norm(0);
    private final double[] views = new double[transform.size()];
    private final long[] steps = new long[transform.size()];

    /** Partial sum of a row of zeros before each coordinate, in its part of the square. */
    private final double[] before = new double[transform.size()];

    /** The parts of a row of zeros, and of the last row. */
    private final double[] ofZeros = new double[PARTS];

    private final double[] parts = new double[PARTS];
    private final double[] view;
    private final double square;

    /** Number of rows by the cell to whose vectors they are added. */
    private final long[] rows = new long[grid.clips()];

    private final boolean fits;

    /** Below this square a row is plain and within the first norm; negative if no row is. */
    private final double most;

    Zeros() {
      double sum = 0;
      boolean all = true;
      for (int j = 0; j < views.length; j++) {
        views[j] = transform.of(j, 0);
        sum += views[j] * views[j];
        before[j] = ofZeros[part(j)];
        ofZeros[part(j)] += views[j] * views[j];
        double step = Math.rint(views[j] * perUnit);
        all &= Math.abs(step) < MOST_STEPS;
        steps[j] = (long) step;
      }
      double first = grid.norm(0) * grid.norm(0);
      view = views.clone();
      square = sum;
      fits = all;
      double least = isClipped() ? first : Math.min(first, plainSquare());
      most = fits ? least * (1 - SLACK) - Double.MIN_NORMAL : -1;
    }

    boolean areWithin(int[] indices, double[] values, int count) {
      double more = 0;
      double less = 0;
      for (int k = 0; k < count; k++) {
        double v = transform.of(indices[k], values[k]);
        double zero = views[indices[k]];
        more += v * v;
        less += zero * zero;
      }
      double slack = (views.length + 16) * ROUNDING * (square + more + less);
      // False for NaN.
      return square + (more - less) + slack <= most;
    }

    /** Returns the part of a coordinate; those after the last eight belong to the first. */
    private int part(int j) {
      return j < (views.length & -PARTS) ? j % PARTS : 0;
    }

    /**
     * Returns the square as {@link NormRange#squareInParts}; stores the view until {@link #forget}.
     */
    double see(int[] indices, double[] values, int count) {
      System.arraycopy(ofZeros, 0, parts, 0, PARTS);
      for (int k = 0; k < count; k++) {
        view[indices[k]] = transform.of(indices[k], values[k]);
      }
      int seen = 0;
      for (int k = 0; k < count; k++) {
        int part = part(indices[k]);
        if ((seen >> part & 1) == 0) {
          seen |= 1 << part;
          parts[part] = partFrom(indices[k], part);
        }
      }
      double sum = 0;
      for (double part : parts) {
        sum += part;
      }
      return sum;
    }

    private double partFrom(int from, int part) {
      int end = view.length & -PARTS;
      double sum = before[from];
      int j = from;
      for (; j < end; j += PARTS) {
        sum += view[j] * view[j];
      }
      for (j = Math.max(from, end); part == 0 && j < view.length; j++) {
        sum += view[j] * view[j];
      }
      return sum;
    }

    void forget(int[] indices, int count) {
      for (int k = 0; k < count; k++) {
        view[indices[k]] = views[indices[k]];
      }
    }

    /** Adds the differences of a row from index {@code first} on; totals may overflow meanwhile. */
    void add(int cell, int[] indices, double[] values, int count, long[] totals, int first) {
      rows[cell]++;
      for (int k = 0; k < count; k++) {
        int j = indices[k];
        totals[first + j] += (long) Math.rint(transform.of(j, values[k]) * perUnit) - steps[j];
      }
    }

    void addTo(int cell, long[] totals, int first) {
      for (int j = 0; rows[cell] > 0 && j < steps.length; j++) {
        totals[first + j] += rows[cell] * steps[j];
      }
    }
  }

  private final class CellSums implements Adder {
    private final int size = transform.size();
    private final double[] centre = transform.centre();
    private final double[] weights = transform.weights();
    private final boolean isClipped = isClipped();
    private final double[] view = new double[size];
    private final double[] within = new double[size];
    private final double[][] vectors = new double[grid.clips()][];
    private final double[][] directions = new double[grid.clips()][];
    private final long[] counts = new long[grid.size() + 1];
    private final long[] norms = new long[grid.size()];
    private final long[] octaves = new long[CellGrid.COUNTS];
    private final double firstSquare = grid.norm(0) * grid.norm(0);
    private final double top = grid.norm(grid.size() - 1);
    private final double perUnit = UNIT / grid.norm(0);
    private final double direction = (UNIT - Math.sqrt(size) / 2) * (1 - 1e-9);
    private final double plain = plainSquare();
    private final double plainRow = range.plainSquare();

    /** The square of the last row itself, if coordinates are clipped. */
    private double rowSquare;

    private final long mostRows;
    private long left;
    private Zeros zeros;

    /** Sums moved from the doubles; null before the first move. */
    private long[] moved;

    CellSums(long mostRows) {
      this.mostRows = mostRows;
      this.left = mostRows;
      vectors[0] = within;
    }

    @Override
    public boolean addPlain(double[] row) {
      double square = see(row);
      // False for NaN.
      boolean isPlain = isClipped ? rowSquare < plainRow : square < plain;
      if (isPlain) {
        addSeen(square);
      }
      return isPlain;
    }

    @Override
    public void add(double[] row) {
      double[] scaled = new double[size];
      range.scale(row, scaled);
      addSeen(see(scaled));
    }

    @Override
    public boolean addSparse(int[] indices, double[] values, int count) {
      if (zeros == null) {
        zeros = new Zeros();
        makeRoom();
      }
      if (isClipped && !range.isPlain(values, count)) {
        return false;
      }
      if (zeros.areWithin(indices, values, count)) {
        counts[0]++;
        zeros.add(0, indices, values, count, moved, grid.vectors(0, size));
        return true;
      }
      boolean added = zeros.fits && addSeen(indices, values, count);
      zeros.forget(indices, count);
      return added;
    }

    private boolean addSeen(int[] indices, double[] values, int count) {
      double square = zeros.see(indices, values, count);
      // False for NaN.
      if (!isClipped && !(square < plain)) {
        return false;
      }
      int cell = 0;
      if (square <= firstSquare) {
        counts[0]++;
      } else {
        takeRow();
        double norm = Math.sqrt(square);
        cell = countFar(square, norm);
        addRounded(zeros.view, ofDirections(cell), direction / norm);
      }
      if (cell < vectors.length) {
        zeros.add(cell, indices, values, count, moved, grid.vectors(cell, size));
      }
      return true;
    }

    /** Computes the view of a row and returns its square; two loops are as fast as one. */
    private double see(double[] row) {
      double[] v = view;
      double[] c = centre;
      if (isClipped) {
        double own = 0;
        for (int j = 0; j < v.length; j++) {
          v[j] = transform.of(j, row[j]);
          own += row[j] * row[j];
        }
        rowSquare = own;
      } else if (weights.length == 0) {
        for (int j = 0; j < v.length; j++) {
          v[j] = row[j] - c[j];
        }
      } else {
        double[] w = weights;
        for (int j = 0; j < v.length; j++) {
          v[j] = (row[j] - c[j]) * w[j];
        }
      }
      return NormRange.squareInParts(v);
    }

    private void addSeen(double square) {
      takeRow();
      if (square <= firstSquare) {
        counts[0]++;
        addRounded(view, within, perUnit);
      } else {
        // The square of a NaN view counts as infinite too.
        addFar(square < Double.POSITIVE_INFINITY ? square : Double.POSITIVE_INFINITY);
      }
    }

    private void takeRow() {
      if (left == 0) {
        move();
      }
      left--;
    }

    private void addRounded(double[] v, double[] sums, double factor) {
      for (int j = 0; j < sums.length; j++) {
        sums[j] += Math.rint(v[j] * factor);
      }
    }

    private void addFar(double square) {
      double norm = Math.sqrt(square);
      int cell = countFar(square, norm);
      if (cell < vectors.length) {
        addRounded(view, sums(vectors, cell), perUnit);
      }
      addDirection(ofDirections(cell), norm);
    }

    /** Counts a row beyond the first norm and returns its cell. */
    private int countFar(double square, double norm) {
      int cell = grid.cell(square);
      counts[cell]++;
      if (cell < norms.length) {
        norms[cell] += (long) (norm * perUnit);
      } else {
        octaves[CellGrid.octave(norm / top)]++;
      }
      return cell;
    }

    /** Rows beyond all norms for sums share the last sum: only their directions are used. */
    private double[] ofDirections(int cell) {
      return sums(directions, Math.min(cell, directions.length) - 1);
    }

    private double[] sums(double[][] cells, int k) {
      if (cells[k] == null) {
        cells[k] = new double[size];
      }
      return cells[k];
    }

    private void addDirection(double[] sums, double norm) {
      if (norm < Double.POSITIVE_INFINITY) {
        addRounded(view, sums, direction / norm);
        return;
      }
      // Weights caused the square to overflow: recompute it from a shorter vector.
      double largest = 0;
      for (double v : view) {
        largest = Math.max(largest, Math.abs(v));
      }
      if (largest < Double.POSITIVE_INFINITY) {
        double sum = 0;
        for (int j = 0; j < size; j++) {
          view[j] /= largest;
          sum += view[j] * view[j];
        }
        addRounded(view, sums, direction / Math.sqrt(sum));
      }
    }

    @Override
    public long[] totals() {
      move();
      for (int k = 0; zeros != null && k < vectors.length; k++) {
        zeros.addTo(k, moved, grid.vectors(k, size));
      }
      System.arraycopy(octaves, 0, moved, 0, octaves.length);
      System.arraycopy(counts, 0, moved, CellGrid.COUNTS, counts.length);
      System.arraycopy(norms, 0, moved, grid.norms(), norms.length);
      return moved;
    }

    private void makeRoom() {
      if (moved == null) {
        moved = new long[grid.totals(size)];
      }
    }

    private void move() {
      makeRoom();
      for (int k = 0; k < vectors.length; k++) {
        move(vectors[k], grid.vectors(k, size));
        move(directions[k], grid.directions(k, size));
      }
      left = mostRows;
    }

    private void move(double[] sums, int first) {
      for (int j = 0; sums != null && j < size; j++) {
        moved[first + j] += (long) sums[j];
        sums[j] = 0;
      }
    }
  }
}
