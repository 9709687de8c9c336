package org.privatemean.local;

import java.io.Serializable;
import org.privatemean.noise.BitSource;

/**
 * A private, unbiased report of a vector of bounded l2 norm.
 *
 * <p>Vectors are integers, clipped exactly ({@link org.privatemean.geometry.ExactClipping}), so
 * that no rounding can exceed the norm. Reports are also read as integers, in units that the
 * randomizer chooses: sums are exact and do not depend on the order of the reports.
 */
interface BallRandomizer extends Serializable {
  int dimension();

  /**
   * Writes the private report of a vector.
   *
   * @param vector integers with {@code sum y_j^2 <= norm^2}; may be overwritten
   * @param norm the bound, at least 1
   * @param secret the device's secret random bits
   * @param out receives the report's fields
   */
  void write(long[] vector, long norm, BitSource secret, ReportWriter out);

  /**
   * Reads a report.
   *
   * @return an integer vector; {@code unit(norm)} times it is an unbiased estimate of the vector.
   *     No coordinate is above {@code largest(norm)} in absolute value
   * @throws MalformedReportException if {@link #write} could not have written it
   */
  long[] read(ReportReader in, long norm) throws MalformedReportException;

  /** Returns the number of bits of the fields that {@link #write} writes. */
  long bits(long norm);

  /** Returns the unit of a report's integers, in the units of the vector. */
  double unit(long norm);

  double largest(long norm);

  /** Returns the largest l2 norm of an accepted report, in the units of the vector. */
  default double largestNorm(long norm) {
    return unit(norm) * largest(norm) * Math.sqrt(dimension());
  }

  /** Returns the mean squared l2 error of one report, in squared units of the vector. */
  default double squaredError(long norm) {
    return (double) norm * norm * relativeSquaredError();
  }

  /** Returns the mean squared l2 error of one report over norm^2: k, known before the norm. */
  double relativeSquaredError();
}
