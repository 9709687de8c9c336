package org.privatemean.spark.column;

import java.io.Serializable;
import org.privatemean.rows.InvalidRows;

/**
 * Reads the vectors of a column, out of rows in some form.
 *
 * @param <R> the form: rows whose first field is of this column
 */
public interface CellReader<R> extends Serializable {
  /** The column, as the message about an invalid row names it. */
  String source();

  /**
   * Reads the first field of a row, which alone decides what is read.
   *
   * @param row a row whose first field is of this column
   * @param buffer receives the coordinates; its length is the declared dimension. Of a field that
   *     is not well formed it holds nothing that may be used
   * @return whether the field is present and well formed: of the declared length, without nulls
   */
  boolean read(R row, double[] buffer);

  /**
   * Reads the first field of a row where it is a well formed sparse vector.
   *
   * @param buffer receives what is not 0; of any other field it holds nothing that may be used
   * @return whether it is one; else {@link #read(Object, double[])} states what it is
   */
  default boolean readSparse(R row, SparseBuffer buffer) {
    return false;
  }

  /** True if the second field of a row says how often it counts. */
  default boolean isWeighted() {
    return false;
  }

  /** So often a row counts. */
  default int weight(R row) {
    return 1;
  }

  /**
   * Reads the first field of a row and applies the rule for invalid ones.
   *
   * @return whether the row counts
   * @throws org.privatemean.rows.InvalidRowException under {@link InvalidRows#ERROR} if the row is
   *     invalid; its text is the same for every row
   */
  default boolean read(R row, double[] buffer, InvalidRows rule) {
    return read(row, buffer)
        ? rule.apply(buffer, source())
        : rule.applyToMisshapen(buffer, source());
  }
}
