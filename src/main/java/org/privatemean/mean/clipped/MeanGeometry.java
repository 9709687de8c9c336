package org.privatemean.mean.clipped;

import org.privatemean.geometry.Lattice;
import org.privatemean.geometry.WalshHadamard;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.query.NormGrid;
import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.MeanSpec;

/**
 * The geometry of the rows from public values, the same under every trust model: lattice, space of
 * the vectors, and search ranges.
 *
 * @param columns number of coordinates in the space where vectors are clipped and summed
 * @param encodedBound bound on every encoded coordinate, in lattice steps
 * @param normBound upper bound on useful clipping norms, in steps of the space of the vectors
 */
public record MeanGeometry(
    MeanSpec spec,
    long rows,
    int dimension,
    int columns,
    Lattice lattice,
    double encodedBound,
    double normBound) {
  /** Above this bound, 64-bit sums or the doubles of the norms would not be exact. */
  private static final double LARGEST_COORDINATE = 0x1p52;

  /** Maximum number of columns: a block of 16 rows with more would not fit an array. */
  private static final int MAX_COLUMNS = 1 << 22;

  public static MeanGeometry unchecked(MeanSpec spec, long rows, int dimension) {
    boolean shifts = spec.method().shifts();
    int columns = shifts ? WalshHadamard.paddedSize(dimension) : dimension;
    Lattice lattice =
        spec.effectiveBounds()
            .lattice(Math.max(1, rows), dimension, spec.rowCount().rhoLeft(), spec.beta());
    double norm = lattice.normBound();
    double bound = shifts ? lattice.absoluteSumBound() : norm;
    double longest = shifts ? Math.sqrt(columns) * (norm + bound) * (1 + 1e-9) : norm;
    return new MeanGeometry(spec, rows, dimension, columns, lattice, bound, longest);
  }

  /** Returns the geometry of a release; refuses exact sums that could overflow 64 bits. */
  public static MeanGeometry create(MeanSpec spec, long rows, int dimension) {
    MeanGeometry geometry = unchecked(spec, rows, dimension);
    geometry.checkSums();
    return geometry;
  }

  /** The bound below which every encoded coordinate must stay for exact sums in 64 bits. */
  private double coordinateLimit() {
    double forClipping = 0x1p60 / Math.sqrt(columns);
    return Math.min(
        Math.min(LARGEST_COORDINATE, forClipping),
        0x1p62 / Math.max(1, spec.rowCount().most(rows)));
  }

  public boolean fits() {
    boolean searchesSquares = searchesNorm() && spec.grid() == MeanSpec.Grid.SQUARED;
    return encodedBound < coordinateLimit()
        && (!searchesSquares || NormGrid.coversSquares(normBound));
  }

  private void checkSums() {
    if (columns > MAX_COLUMNS) {
      throw ParamException.of(
          "dimension",
          String.format(
              "{dimension} must be at most 2^22 = %d: use fewer coordinates. Provided value: %d",
              MAX_COLUMNS, dimension));
    }
    if (!(encodedBound < coordinateLimit())) {
      throw new ParamException(
          "resolution",
          NumberFormat.format(
              "n = %d rows with coordinates of up to %.3g lattice steps of %.3g could overflow"
                  + " 64-bit sums (the limit is %.3g)",
              rows, encodedBound, lattice.step(), coordinateLimit()),
          "choose a larger {resolution} (or {sigmaMin}) or a smaller bound (or {radius},"
              + " {sigmaMax})");
    }
    if (searchesNorm()) {
      // Refuses squares that are too many to search.
      NormGrid unused = thresholdGrid();
    }
  }

  public boolean shifts() {
    return spec.method().shifts();
  }

  /** The least integer that bounds every encoded coordinate. */
  public long coordinateBound() {
    return (long) Math.ceil(encodedBound);
  }

  /** Length in data units of one step of the space where vectors are clipped and summed. */
  public double unit() {
    return shifts() ? lattice.step() / Math.sqrt(columns) : lattice.step();
  }

  public Universe medianUniverse() {
    return new Universe(-coordinateBound(), coordinateBound());
  }

  public NormGrid thresholdGrid() {
    return switch (spec.grid()) {
      case GEOMETRIC -> NormGrid.geometric(normBound);
      case SQUARED -> NormGrid.squares(normBound);
    };
  }

  public boolean searchesNorm() {
    return spec.clippingNorm().isEmpty();
  }

  /** The clipping norm that the user gave, in steps of the space where vectors are clipped. */
  public long givenNorm() {
    double steps = spec.clippingNorm().getAsDouble() / unit();
    return (long) Math.max(1, Math.min(Math.floor(steps), Math.ceil(normBound)));
  }
}
