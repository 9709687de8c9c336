package org.privatemean.query;

/**
 * The paper's own grid (section 3.2): all integers up to a public bound on the squared norm, and
 * the root of the quantile as the clipping norm. Kept to reproduce the paper.
 */
public final class SquaredNormGrid implements ThresholdGrid {
  private static final long serialVersionUID = 1L;

  private final long bound;

  /**
   * A grid that covers [0, bound^2].
   *
   * @param bound public bound on every norm, in lattice steps, below 2^30.9
   */
  public SquaredNormGrid(double bound) {
    if (!covers(bound)) {
      throw new IllegalArgumentException(
          String.format(
              "thresholdGrid squared needs norms below 2^31 lattice steps, but the bounds allow %s:"
                  + " use the geometric grid or a larger resolution",
              bound));
    }
    this.bound = (long) Math.ceil(bound * bound);
  }

  /** Whether the squares of norms up to {@code bound} fit a search. */
  public static boolean covers(double bound) {
    return Math.ceil(bound * bound) < 0x1p62;
  }

  @Override
  public Universe universe() {
    return new Universe(0, bound);
  }

  @Override
  public long cell(double squaredNorm) {
    return Math.min((long) Math.ceil(squaredNorm), bound);
  }

  @Override
  public long norm(long cell) {
    long root = (long) Math.sqrt((double) cell);
    while (root * root < cell) {
      root++;
    }
    // Where all rows sit on the centre the cell is 0, and a sum clipped to 0 has no noise to draw.
    return Math.max(1, root);
  }
}
