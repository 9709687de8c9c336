package org.privatemean.spark;

import java.io.Serializable;
import org.apache.spark.api.java.function.FilterFunction;
import org.privatemean.rows.InvalidRows;
import org.privatemean.spark.column.CellReader;

/** A reader of vectors with their declared dimension and the rule for invalid rows. */
record RowReading<R>(CellReader<R> reader, int dimension, InvalidRows rule)
    implements Serializable {
  double[] newBuffer() {
    return new double[dimension];
  }

  boolean read(R row, double[] buffer) {
    return reader.read(row, buffer, rule);
  }

  /**
   * Returns a filter of valid rows; under {@link InvalidRows#ERROR} an invalid row fails the job.
   */
  FilterFunction<R> filter() {
    double[] buffer = newBuffer();
    return row -> read(row, buffer);
  }
}
