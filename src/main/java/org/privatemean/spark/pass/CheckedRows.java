package org.privatemean.spark.pass;

import org.privatemean.rows.Rows;

/** Rows of Spark, whose count can look at their vectors too. */
public interface CheckedRows extends Rows {
  /**
   * Counts the rows and reads each, for {@link org.privatemean.rows.InvalidRows#ERROR} where what
   * comes next would read none of their vectors and draw noise. {@link #count} is known after it.
   *
   * @throws org.privatemean.rows.InvalidRowException if a row is invalid and the rows end a fit
   *     then
   */
  void countChecked();
}
