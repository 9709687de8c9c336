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
   * Reads the first field of a row, and no other.
   *
   * @param buffer receives the coordinates; its length is the declared dimension. If the field is
   *     malformed, its content is undefined.
   * @return true if the field is present and well formed: of the declared length, without nulls
   */
  boolean read(R row, double[] buffer);

  /**
   * Reads the first field of a row if it is a well-formed sparse vector; else the content of the
   * buffer is undefined, and {@link #read(Object, double[])} decides.
   */
  default boolean readSparse(R row, SparseBuffer buffer) {
    return false;
  }

  default boolean isWeighted() {
    return false;
  }

  /** Returns the index of the group of a row; 0 without groups. */
  default int group(R row) {
    return 0;
  }

  /** Returns the weight of a row: the number of times it counts. */
  default int weight(R row) {
    return 1;
  }

  /**
   * Reads the first field of a row and applies the rule for invalid rows. Returns true if the row
   * counts.
   *
   * @throws org.privatemean.rows.InvalidRowException under {@link InvalidRows#ERROR} if the row is
   *     invalid; its text is the same for every row
   */
  default boolean read(R row, double[] buffer, InvalidRows rule) {
    return read(row, buffer)
        ? rule.apply(buffer, source())
        : rule.applyToMisshapen(buffer, source());
  }
}
