package org.privatemean.spark.group;

import org.apache.spark.sql.Dataset;
import org.privatemean.release.group.GroupedRelease;
import org.privatemean.release.group.KeyedRelease;
import org.privatemean.spark.param.FitRequest;
import org.privatemean.spark.param.PersonParams;
import org.privatemean.spark.progress.Progress;

/** A fit of the means of groups on the rows of a DataFrame. */
public final class GroupedFit {
  private GroupedFit() {}

  /**
   * Fits.
   *
   * @param request what is asked for
   * @param dataset rows with the input column, the group columns and, if it is asked for, the
   *     column of persons
   * @param params of the stage: input column, invalid rows and seed
   * @param dimension number of coordinates
   * @param progress hears how far the fit is
   * @throws IllegalArgumentException if the list of keys is not in order, or a row is invalid and
   *     handleInvalid is error
   */
  @SuppressWarnings("DoNotCallSuggester") // Until the mechanism is there.
  public static KeyedRelease fit(
      FitRequest.Grouped request,
      Dataset<?> dataset,
      PersonParams<?, ?> params,
      int dimension,
      Progress progress) {
    throw new UnsupportedOperationException("the mechanism of groups is not in this build");
  }

  /**
   * The forecast of a release, as that of one group, which stands for all.
   *
   * @param rows of each group
   * @param groups their number
   * @param dimension number of coordinates
   * @param spread of the rows of a group
   */
  @SuppressWarnings("DoNotCallSuggester") // Until the mechanism is there.
  public static GroupedRelease forecast(
      FitRequest.Grouped request, long rows, int groups, int dimension, double spread) {
    throw new UnsupportedOperationException("the forecast of groups is not in this build");
  }
}
