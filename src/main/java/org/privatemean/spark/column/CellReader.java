package org.privatemean.spark.column;

import java.io.Serializable;

/**
 * Reads the vectors of a column, out of rows in some form.
 *
 * @param <R> the form: rows of this column alone
 */
public interface CellReader<R> extends Serializable {
  /** The column, for messages. */
  String name();

  /**
   * Reads the only field of a row.
   *
   * @param row a row of this column alone
   * @param buffer receives the coordinates; its length is the declared dimension
   * @return whether the field is present, of the declared length and without null coordinates
   */
  boolean read(R row, double[] buffer);
}
