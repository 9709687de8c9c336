package org.privatemean.local;

import java.io.Serializable;
import org.privatemean.noise.BitSource;

/**
 * A private, unbiased report of a vector of bounded l2 norm. Vectors, which are clipped exactly,
 * and reports are integers, so sums are exact in any order.
 */
interface BallRandomizer extends Serializable {
  int dimension();

  /** Writes the report of a vector with {@code sum y_j^2 <= norm^2}, which may be overwritten. */
  void write(long[] vector, long norm, BitSource secret, ReportWriter out);

  /**
   * Reads a report, or throws if {@link #write} could not have written it: {@code unit(norm)} times
   * it is an unbiased estimate, with no coordinate above {@code largest(norm)}.
   */
  long[] read(ReportReader in, long norm) throws MalformedReportException;

  long bits(long norm);

  /** Returns the unit of a report's integers, in the units of the vector. */
  double unit(long norm);

  double largest(long norm);

  /** Returns the largest l2 norm of an accepted report, in units of the vector. */
  default double largestNorm(long norm) {
    return unit(norm) * largest(norm) * Math.sqrt(dimension());
  }

  default double squaredError(long norm) {
    return (double) norm * norm * relativeSquaredError();
  }

  /** Returns the mean squared l2 error of a report over norm^2, known before the norm. */
  double relativeSquaredError();
}
