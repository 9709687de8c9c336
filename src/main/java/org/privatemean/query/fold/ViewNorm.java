package org.privatemean.query.fold;

import org.privatemean.query.NormGrid;

/** l2 norm of a view: the statistic of the radii and of the clipping norm. */
public final class ViewNorm extends GridStatistic {
  private static final long serialVersionUID = 1L;

  private final RowView view;

  public ViewNorm(RowView view, NormGrid grid) {
    super(grid);
    this.view = view;
  }

  @Override
  double[] squares(VectorBlock block) {
    return view.squaredNorms(block);
  }
}
