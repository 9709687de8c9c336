package org.privatemean.spark.column;

import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Row;
import org.privatemean.rows.InvalidRows;

/** A filter of valid rows; under {@link InvalidRows#ERROR} an invalid row fails the job. */
public final class ValidRow implements FilterFunction<Row> {
  private static final long serialVersionUID = 1L;

  private final VectorColumn column;
  private final double[] buffer;
  private final InvalidRows invalidRows;

  public ValidRow(VectorColumn column, int dimension, InvalidRows invalidRows) {
    this.column = column;
    this.invalidRows = invalidRows;
    this.buffer = new double[dimension];
  }

  @Override
  public boolean call(Row row) {
    return column.read(row, buffer, invalidRows);
  }
}
