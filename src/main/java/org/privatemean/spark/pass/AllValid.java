package org.privatemean.spark.pass;

import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.privatemean.rows.InvalidRowException;
import org.privatemean.rows.InvalidRows;
import org.privatemean.spark.column.ValidRow;
import org.privatemean.spark.column.VectorColumn;

/**
 * Reads all rows once, for {@link InvalidRows#ERROR}, where what comes next would read none of
 * their vectors and draw noise.
 */
public final class AllValid {
  private AllValid() {}

  /**
   * Checks the rows.
   *
   * @param rows with the column of vectors
   * @throws InvalidRowException if one is invalid
   */
  public static void check(Dataset<?> rows, VectorColumn vector, int dimension) {
    Dataset<Row> column = rows.select(vector.column());
    Dataset<Row> invalid = column.filter(new Invalid(new ValidRow(vector, dimension))).limit(1);
    long found = JobNames.of(rows.sparkSession()).pass("rows", invalid::count);
    if (found > 0) {
      throw new InvalidRowException("Input column " + vector.name(), dimension);
    }
  }

  private record Invalid(ValidRow valid) implements FilterFunction<Row> {
    @Override
    public boolean call(Row row) {
      return !valid.call(row);
    }
  }
}
