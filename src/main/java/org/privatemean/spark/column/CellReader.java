package org.privatemean.spark.column;

import java.io.Serializable;
import org.privatemean.rows.InvalidRows;

/**
 * A reader of the vectors of a column.
 *
 * @param <R> form of the rows; their first field is the column
 */
public interface CellReader<R> extends Serializable {
  /** Returns the name of the column in the message about an invalid row. */
  String source();

  /**
   * Reads the first field of a row. No other field affects the result.
   *
   * @param row a row whose first field is the column
   * @param buffer receives the coordinates; its length is the declared dimension. If the field is
   *     malformed, its content is undefined.
   * @return true if the field is present and well formed: of the declared length, without nulls
   */
  boolean read(R row, double[] buffer);

  /**
   * Reads the first field of a row if it is a well-formed sparse vector.
   *
   * @param buffer receives the nonzero coordinates; for any other field its content is undefined
   * @return true if it is a well-formed sparse vector; else {@link #read(Object, double[])} decides
   */
  default boolean readSparse(R row, SparseBuffer buffer) {
    return false;
  }

  /** Returns true if the second field of a row is its weight. */
  default boolean isWeighted() {
    return false;
  }

  /** Returns the weight of a row: the number of times it counts. */
  default int weight(R row) {
    return 1;
  }

  /**
   * Reads the first field of a row and applies the rule for invalid rows.
   *
   * @return true if the row counts
   * @throws org.privatemean.rows.InvalidRowException under {@link InvalidRows#ERROR} if the row is
   *     invalid; its text is the same for every row
   */
  default boolean read(R row, double[] buffer, InvalidRows rule) {
    return read(row, buffer)
        ? rule.apply(buffer, source())
        : rule.applyToMisshapen(buffer, source());
  }
}
