package org.privatemean.query;

import java.io.Serializable;

/** The public grid that the clipping norm is searched on: cells of squared norms, in order. */
public interface ThresholdGrid extends Serializable {
  /** The cells' numbers. */
  Universe universe();

  /** The cell of a row: the first whose norm is not below the row's; the last for longer rows. */
  long cell(double squaredNorm);

  /** The clipping norm that a cell stands for: at least 1, and as long as every row in the cell. */
  long norm(long cell);
}
