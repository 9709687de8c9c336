package org.privatemean.spark.column;

import java.io.Serializable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * The rows of a column of vectors with their partition numbers, by Spark's public API, in the form
 * that is cheapest to read.
 *
 * @param <R> form of the rows
 * @param rows rows in this form
 * @param reader reader of their vectors
 * @param number function from a row to its partition number
 */
public record NumberedRows<R>(Dataset<R> rows, CellReader<R> reader, PartitionOf<R> number) {
  /**
   * A function from a row to its partition number.
   *
   * @param <R> form of the rows
   */
  @FunctionalInterface
  public interface PartitionOf<R> extends Serializable {
    /** Returns the partition number that Spark's column holds. */
    int of(R row);
  }

  /**
   * Creates the numbered rows of a column.
   *
   * @param column rows of one field, as {@link VectorColumn#column()} selects it
   * @param reader reader of this column, without weights
   */
  public static NumberedRows<?> number(Dataset<Row> column, VectorColumn reader) {
    Column number = functions.spark_partition_id();
    if (reader.kind() == VectorReader.VectorKind.VECTOR) {
      Column struct = VectorColumn.quote(reader.name());
      return new NumberedRows<>(
          VectorCells.cells(column, struct, number),
          VectorCells.create(reader.name()),
          VectorCell::getPartition);
    }
    return new NumberedRows<>(
        column.select(functions.col("*"), number.as("private mean partition")),
        reader,
        row -> row.getInt(1));
  }
}
