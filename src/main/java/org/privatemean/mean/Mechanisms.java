package org.privatemean.mean;

import java.util.List;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.query.TrustModel;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Release;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.RecentredSpec;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.Rows;

/**
 * Maps each request to the mechanism that serves it.
 *
 * <p><b>Privacy guarantee.</b> The guarantee is that of the mechanism, stated in its class: {@link
 * ClippedMean}, {@link RecentredMean}.
 *
 * @since 0.1.0
 */
public final class Mechanisms {
  private Mechanisms() {}

  private static IllegalArgumentException refuse(MeanRequest request) {
    return new IllegalArgumentException("no mechanism serves a request " + request.name());
  }

  /**
   * Releases the mean of the rows.
   *
   * @param request the request
   * @param rows the private rows
   * @param trust the primitives; its ledger must have the budget left
   * @throws IllegalArgumentException if public or released values show that the request cannot be
   *     served for this number of rows
   * @throws BudgetExceededException if the ledger has less left than the budget; before any row is
   *     read, except that rows are counted if their number is public
   */
  public static Release release(MeanRequest request, Rows rows, TrustModel trust) {
    if (request instanceof RecentredSpec spec) {
      return RecentredMean.release(spec, rows, trust);
    }
    if (request instanceof MeanSpec spec) {
      return ClippedMean.release(spec, rows, trust);
    }
    throw refuse(request);
  }

  /**
   * Releases the mean of rows in arrays of this process, without Spark, as {@link
   * #release(MeanRequest, Rows, TrustModel)} does.
   *
   * @param rows n rows; a null row is invalid
   * @param dimension declared number of coordinates, at least 1
   * @param invalidRows the rule for invalid rows
   */
  public static Release release(
      MeanRequest request,
      double[][] rows,
      int dimension,
      InvalidRows invalidRows,
      TrustModel trust) {
    return release(request, InMemoryRows.of(rows, dimension, invalidRows), trust);
  }

  /**
   * Forecasts a release on Gaussian rows, before anything is spent.
   *
   * @param request the request
   * @param rows number of rows, at least 0
   * @param dimension number of coordinates, at least 1
   * @param spread root mean square distance of the rows to their mean (to zero for the clipped
   *     mean), in data units, positive
   * @throws IllegalArgumentException if the request cannot be served for this number of rows
   */
  public static Release forecast(MeanRequest request, long rows, int dimension, double spread) {
    if (request instanceof RecentredSpec spec) {
      return RecentredMean.forecast(spec, rows, dimension, spread);
    }
    if (request instanceof MeanSpec spec) {
      return ClippedMean.forecast(spec, rows, dimension, spread);
    }
    throw refuse(request);
  }

  /**
   * Forecasts the width of the interval of each column of a release, before anything is spent, for
   * columns of known kinds.
   *
   * @param request a recentred mean with scaling standard
   * @param rows number of rows, at least 0
   * @param columnsLike kinds, separated by commas, such as {@code flag:0.01,lognormal:1,normal*20}
   * @param confidence confidence of the intervals, above 0 and below 1
   * @return an entry for each kind, in their order
   * @throws IllegalArgumentException if the request is of another method, if these are not kinds of
   *     2 to 2^22 columns, or if the number of rows is too small for questions about columns
   */
  public static List<ColumnForecast> forecastColumns(
      MeanRequest request, long rows, String columnsLike, double confidence) {
    if (!(request instanceof RecentredSpec spec)) {
      throw new ParamException(
          ColumnKind.ARGUMENT,
          "{columnsLike} goes with {method} recentred, and it is " + request.name(),
          "leave {method} or {columnsLike} out");
    }
    List<ColumnKind> kinds = ColumnKind.parse(columnsLike);
    int dimension = kinds.stream().mapToInt(ColumnKind::columns).sum();
    // In units of the deviation of each column.
    Release normal =
        forecast(request, rows, dimension, Math.sqrt(dimension)).withConfidence(confidence);
    double halfWidth = normal.region().halfWidths(dimension)[0];
    return KindsForecast.compute(spec, rows, kinds, halfWidth, confidence);
  }
}
