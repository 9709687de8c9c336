package org.privatemean.spark.pass;

import org.privatemean.rows.Rows;

/** Rows of Spark whose count can also check their vectors. */
public interface CheckedRows extends Rows {
  /**
   * Counts the rows and reads each, for {@link org.privatemean.rows.InvalidRows#ERROR} before a
   * step that draws noise without reading the vectors. {@link #count} is known afterwards.
   *
   * @throws org.privatemean.rows.InvalidRowException if a row is invalid and invalid rows are an
   *     error
   */
  void countChecked();
}
