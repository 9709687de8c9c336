package org.privatemean.query;

/**
 * Norms {@code t_k = RATIO^k}, from one lattice step to a public bound.
 *
 * <p>The clipping norm only matters up to a factor, so a grid with a constant ratio loses at most
 * that ratio in noise and needs {@code log2(log_RATIO(bound))} levels, some twelve, where the
 * paper's search over squared integers needs {@code 2 log2(bound)}, some sixty: its counts are less
 * noisy by the root of five, and one pass suffices.
 */
public final class GeometricGrid implements ThresholdGrid {
  private static final long serialVersionUID = 1L;

  public static final double RATIO = 1.01;

  private final double[] norms;
  private final SquareCells cells;

  /**
   * A grid that covers [1, bound].
   *
   * @param bound public bound on every norm, in lattice steps
   */
  public GeometricGrid(double bound) {
    int count = 1;
    for (double t = 1; t < bound; t *= RATIO) {
      count++;
    }
    norms = new double[count];
    double[] squares = new double[count];
    double t = 1;
    for (int k = 0; k < count; k++) {
      norms[k] = t;
      squares[k] = t * t;
      t *= RATIO;
    }
    cells = new SquareCells(squares);
  }

  @Override
  public Universe universe() {
    return new Universe(0, norms.length - 1L);
  }

  @Override
  public long cell(double squaredNorm) {
    return Math.min(cells.cell(squaredNorm), norms.length - 1);
  }

  @Override
  public long norm(long cell) {
    return (long) Math.ceil(norms[(int) cell]);
  }
}
