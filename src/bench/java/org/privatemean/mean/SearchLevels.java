package org.privatemean.mean;

import org.privatemean.request.Bounds;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;

/** How many levels the medians of the shifted clipped mean take. */
public final class SearchLevels {
  private SearchLevels() {}

  /**
   * The levels of each median's search.
   *
   * @param bounds of the rows
   * @param rho the whole budget
   * @param rows public number of rows, at least 1
   * @param dimension number of coordinates, at least 1
   */
  public static int of(Bounds bounds, double rho, long rows, int dimension) {
    MeanSpec spec = MeanSpec.of(Method.SHIFTED_CLIPPED, rho, bounds);
    return MeanPlan.create(spec, rows, dimension).geometry().medianUniverse().levels();
  }
}
