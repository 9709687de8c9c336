package org.privatemean.mean;

import java.util.Arrays;
import org.privatemean.geometry.NormRange;
import org.privatemean.rows.Blocks.BlockMap;
import org.privatemean.rows.RowPasses.RowFold;

/**
 * A symmetric linear map {@code z = A y} of weighted rows {@code y}, {@code A = a I + U diag(f - a)
 * U'} with k orthonormal columns in U. Equal noise in all coordinates of z has the covariance
 * {@code A^-2} in y.
 *
 * <p>Each row is computed by itself, in one order of additions, so that z is bit for bit a function
 * of the row and of released values. Coordinates of y are clipped to 2^249 first: z is finite.
 *
 * @param rest a
 * @param factors f
 * @param vectors entry {@code k * d + j} is coordinate j of column k of U
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record BasisChange(CentredTransform view, double rest, double[] factors, double[] vectors)
    implements BlockMap<VectorBlock> {
  private static final double LARGEST = 0x1p249;

  /** Creates the map {@code R^-strength}, R of some eigenvalues and one for all other vectors. */
  static BasisChange of(
      CentredTransform view,
      double[] eigenvalues,
      double[] vectors,
      double other,
      double strength) {
    double[] factors = Arrays.stream(eigenvalues).map(x -> StrictMath.pow(x, -strength)).toArray();
    return new BasisChange(view, StrictMath.pow(other, -strength), factors, vectors);
  }

  BasisChange times(double factor) {
    double[] multiplied = Arrays.stream(factors).map(f -> f * factor).toArray();
    return new BasisChange(view, rest * factor, multiplied, vectors);
  }

  private int size() {
    return view.size();
  }

  @Override
  public VectorBlock apply(VectorBlock block) {
    VectorBlock full = block.full();
    int rows = full.rows();
    double[] values = new double[rows * size()];
    double[] column = new double[rows];
    double[][] along = new double[factors.length][rows];
    for (int j = 0; j < size(); j++) {
      view.coordinate(full, j, 0, rows, column);
      for (int i = 0; i < rows; i++) {
        double y = Math.max(-LARGEST, Math.min(LARGEST, column[i]));
        column[i] = y;
        values[j * rows + i] = y * rest;
      }
      for (int k = 0; k < along.length; k++) {
        addMultiple(column, vectors[k * size() + j], along[k]);
      }
    }
    for (int j = 0; j < size(); j++) {
      Arrays.fill(column, 0);
      for (int k = 0; k < along.length; k++) {
        addMultiple(along[k], (factors[k] - rest) * vectors[k * size() + j], column);
      }
      for (int i = 0; i < rows; i++) {
        values[j * rows + i] += column[i];
      }
    }
    return full.with(values, size());
  }

  private static void addMultiple(double[] of, double factor, double[] sums) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += of[i] * factor;
    }
  }

  /** Returns a pass over rows x that adds each z to a pass over such rows. */
  RowFold of(RowFold fold, NormRange range) {
    return new FoldInBasis(this, fold, range);
  }

  private void apply(double[] row, double[] z) {
    double[] y = new double[row.length];
    for (int j = 0; j < y.length; j++) {
      y[j] = Math.max(-LARGEST, Math.min(LARGEST, view.of(j, row[j])));
    }
    multiply(y, rest, factors, z);
  }

  /** Computes {@code b y + U diag(g - b) U' y}. */
  private void multiply(double[] y, double b, double[] g, double[] product) {
    int d = y.length;
    for (int j = 0; j < d; j++) {
      product[j] = b * y[j];
    }
    for (int k = 0; k < g.length; k++) {
      double along = 0;
      for (int j = 0; j < d; j++) {
        along += vectors[k * d + j] * y[j];
      }
      double more = along * (g[k] - b);
      for (int j = 0; j < d; j++) {
        product[j] += vectors[k * d + j] * more;
      }
    }
  }

  /** Returns {@code A^-1 z}. */
  double[] undo(double[] z) {
    double[] y = new double[z.length];
    multiply(z, 1 / rest, Arrays.stream(factors).map(f -> 1 / f).toArray(), y);
    return y;
  }

  /** Returns the length of each row of {@code A^-1}, times a factor. */
  double[] undoneLengths(double factor) {
    double[] squares = new double[size()];
    Arrays.fill(squares, 1 / (rest * rest));
    for (int k = 0; k < factors.length; k++) {
      double more = 1 / (factors[k] * factors[k]) - 1 / (rest * rest);
      for (int j = 0; j < squares.length; j++) {
        double u = vectors[k * size() + j];
        squares[j] += more * u * u;
      }
    }
    return Arrays.stream(squares).map(square -> Math.sqrt(square) * factor).toArray();
  }

  /** Returns {@code A^-2}, row by row. */
  double[] undoneCovariance() {
    int d = size();
    double[] matrix = new double[d * d];
    for (int i = 0; i < d; i++) {
      matrix[i * d + i] = 1 / (rest * rest);
    }
    for (int k = 0; k < factors.length; k++) {
      double more = 1 / (factors[k] * factors[k]) - 1 / (rest * rest);
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          matrix[i * d + j] += more * (vectors[k * d + i] * vectors[k * d + j]);
        }
      }
    }
    return matrix;
  }

  /** Returns the largest norm of {@code A^-1 z} for a z of a given norm. */
  double longest(double norm) {
    double least = Arrays.stream(factors).min().orElse(rest);
    return norm / (factors.length < size() ? Math.min(rest, least) : least);
  }

  /** A row that is finite and in the range is added as it is read. */
  private record FoldInBasis(BasisChange change, RowFold fold, NormRange range) implements RowFold {
    @Override
    public int size() {
      return fold.size();
    }

    @Override
    public Adder start() {
      Adder sums = fold.start();
      double[] z = new double[change.size()];
      return new Adder() {
        @Override
        public boolean addPlain(double[] row) {
          boolean isPlain = range.isPlain(row, row.length);
          if (isPlain) {
            addAny(row);
          }
          return isPlain;
        }

        @Override
        public void add(double[] row) {
          double[] scaled = new double[row.length];
          range.scale(row, scaled);
          addAny(scaled);
        }

        private void addAny(double[] row) {
          change.apply(row, z);
          if (!sums.addPlain(z)) {
            sums.add(z);
          }
        }

        @Override
        public long[] totals() {
          return sums.totals();
        }
      };
    }
  }
}
