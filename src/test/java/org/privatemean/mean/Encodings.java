package org.privatemean.mean;

import org.privatemean.geometry.NormRange;
import org.privatemean.rows.Block;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowPasses.RowFold;

/** Encoders and passes of the recentred mean, for tests of other packages. */
public final class Encodings {
  private Encodings() {}

  /** An encoder of columns and of sparse rows. */
  static RowEncoder<VectorBlock> either(int dimension) {
    return VectorEncoder.either(dimension, NormRange.WIDEST);
  }

  /** The same encoder, for tests of other packages. */
  @SuppressWarnings("unchecked")
  public static RowEncoder<Block> ofBlocks(int dimension) {
    return (RowEncoder<Block>) (RowEncoder<?>) either(dimension);
  }

  /** A pass by the cells of norms around a centre. */
  public static RowFold pass(double[] centre, double guide) {
    CellGrid grid = CellGrid.createAbove(guide, centre.length);
    return new CellFold(
        new CentredTransform(centre, new double[0], new double[0]), grid, NormRange.WIDEST);
  }
}
