package org.privatemean.mean.recentred;

import org.privatemean.geometry.NormRange;
import org.privatemean.query.fold.VectorBlock;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowFold;

/** Encoders and passes of the recentred mean, for tests of other packages. */
public final class Encodings {
  private Encodings() {}

  /** An encoder of columns and of sparse rows. */
  public static RowEncoder<VectorBlock> either(int dimension) {
    return VectorEncoder.either(dimension, NormRange.WIDEST);
  }

  /** A pass by the cells of norms around a centre. */
  public static RowFold pass(double[] centre, double guide) {
    CellGrid grid = CellGrid.createAbove(guide, centre.length);
    return new CellFold(centre, new double[0], new double[0], grid, NormRange.WIDEST);
  }
}
