package org.privatemean.query.fold;

/**
 * Layout of the totals of a pass: octaves of rows beyond the last norm; numbers of rows by cell,
 * with one entry more for these; sums of norms by cell; then the sums of vectors and of directions,
 * d coordinates each.
 *
 * @param grid the norms
 * @param dimension number of coordinates d
 */
record CellLayout(CellGrid grid, int dimension) {
  /** Number of octaves beyond the last norm: the number of octaves of doubles. */
  static final int OCTAVES = 1024;

  /** Returns the octave of a norm, in units of the last norm of the grid. */
  static int octave(double ratio) {
    return Math.max(0, Math.min(OCTAVES - 1, Math.getExponent(ratio)));
  }

  int counts() {
    return OCTAVES;
  }

  int norms() {
    return counts() + grid.size() + 1;
  }

  /** Returns the start of the vectors of cell k, one of those for clipping. */
  int vectors(int k) {
    return norms() + grid.size() + k * dimension;
  }

  /**
   * Returns the start of the directions of cell k + 1. The last are those of all rows beyond the
   * norms for clipping.
   */
  int directions(int k) {
    return vectors(grid.clips()) + k * dimension;
  }

  int size() {
    return Math.addExact(norms() + grid.size(), Math.multiplyExact(2 * grid.clips(), dimension));
  }
}
