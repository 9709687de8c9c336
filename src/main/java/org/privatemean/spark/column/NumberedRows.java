package org.privatemean.spark.column;

import java.io.Serializable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * The rows of a column of vectors with their partition numbers, by Spark's public API, in the form
 * that is cheapest to read.
 */
public record NumberedRows<R>(Dataset<R> rows, CellReader<R> reader, PartitionOf<R> number) {
  /** A function from a row to the partition number that Spark's column holds. */
  @FunctionalInterface
  public interface PartitionOf<R> extends Serializable {
    int of(R row);
  }

  /**
   * Creates the numbered rows of a column, which {@link VectorColumn#column()} selected, without
   * weights.
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
