package org.privatemean.query.cell;

/**
 * The layout of the totals of a pass: octaves of rows beyond the last norm; rows by cell, with one
 * more for these; sums of norms by cell; then the sums of vectors and of directions, d coordinates
 * each.
 *
 * @param grid the norms
 * @param dimension number of coordinates d
 */
record CellLayout(CellGrid grid, int dimension) {
  /** Octaves beyond the last norm: all that doubles have. */
  static final int OCTAVES = 1024;

  /** The octave of a norm, in units of the last of the grid. */
  static int octave(double ratio) {
    return Math.max(0, Math.min(OCTAVES - 1, Math.getExponent(ratio)));
  }

  int counts() {
    return OCTAVES;
  }

  int norms() {
    return counts() + grid.size() + 1;
  }

  /** The vectors of cell k, one that sums are clipped at. */
  int vectors(int k) {
    return norms() + grid.size() + k * dimension;
  }

  /** The directions of cell k + 1; the last are those of all rows beyond the norms for sums. */
  int directions(int k) {
    return vectors(grid.clips()) + k * dimension;
  }

  int size() {
    return Math.addExact(norms() + grid.size(), Math.multiplyExact(2 * grid.clips(), dimension));
  }
}
