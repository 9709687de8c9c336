package org.privatemean.spark.column;

import java.io.Serializable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * The rows of a column of vectors by public calls, in the form that is read at the least cost, each
 * with the number of its partition.
 *
 * @param <R> that form
 * @param rows in this form
 * @param reader of their vectors
 * @param number of their partition
 */
public record NumberedRows<R>(Dataset<R> rows, CellReader<R> reader, PartitionOf<R> number) {
  /**
   * Reports the partition of a row.
   *
   * @param <R> the form of rows
   */
  @FunctionalInterface
  public interface PartitionOf<R> extends Serializable {
    /** The number of its partition, as Spark's column of it says. */
    int of(R row);
  }

  /**
   * The rows of a column.
   *
   * @param column of one field, as {@link VectorColumn#column()} selects it
   * @param reader of this column, without weights
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
