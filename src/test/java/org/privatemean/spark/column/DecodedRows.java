package org.privatemean.spark.column;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.privatemean.rows.InvalidRows;

/**
 * The rows of a column as a fit reads them, in the order of the frame: one Spark job, with the
 * reader and the selection of production, and one buffer for all rows of a partition as there.
 */
public final class DecodedRows {
  private DecodedRows() {}

  /**
   * Decodes through Spark's internal rows, as a fit in a classic session does.
   *
   * @param name the vector column
   * @param dimension its declared number of coordinates
   * @return for each row its coordinates, or null where it is invalid
   */
  public static List<double[]> internally(Dataset<Row> frame, String name, int dimension) {
    VectorColumn column = VectorColumn.find(frame.schema(), name);
    return frame
        .select(column.inputColumn())
        .queryExecution()
        .toRdd()
        .toJavaRDD()
        .mapPartitions(new Decode<InternalRow>(column.internal(), dimension))
        .collect()
        .stream()
        .map(DecodedRows::row)
        .toList();
  }

  /**
   * Decodes through Spark's public rows, as a fit elsewhere does, and the local and shuffle models.
   *
   * @param name the vector column
   * @param dimension its declared number of coordinates
   * @return for each row its coordinates, or null where it is invalid
   */
  public static List<double[]> publicly(Dataset<Row> frame, String name, int dimension) {
    VectorColumn column = VectorColumn.find(frame.schema(), name);
    return frame
        .select(column.column())
        .mapPartitions(new Decode<Row>(column, dimension), Encoders.BINARY())
        .collectAsList()
        .stream()
        .map(DecodedRows::row)
        .toList();
  }

  /**
   * Decodes as a public pass over rows does.
   *
   * @param name the vector column
   * @param dimension its declared number of coordinates
   * @return for each row its coordinates, or null where it is invalid
   */
  public static List<double[]> inPublicPasses(Dataset<Row> frame, String name, int dimension) {
    VectorColumn column = VectorColumn.find(frame.schema(), name);
    return inPublicPasses(NumberedRows.number(frame.select(column.column()), column), dimension);
  }

  private static <R> List<double[]> inPublicPasses(NumberedRows<R> rows, int dimension) {
    return rows
        .rows()
        .mapPartitions(new Decode<>(rows.reader(), dimension), Encoders.BINARY())
        .collectAsList()
        .stream()
        .map(DecodedRows::row)
        .toList();
  }

  /** A row from its binary form, or null where it is invalid. */
  static double[] row(byte[] bytes) {
    double[] row = new double[bytes.length / Double.BYTES];
    ByteBuffer.wrap(bytes).asDoubleBuffer().get(row);
    return row.length == 0 ? null : row;
  }

  /** Rows in binary form, the empty one for an invalid row. */
  record Decode<R>(CellReader<R> reader, int dimension)
      implements MapPartitionsFunction<R, byte[]>, FlatMapFunction<Iterator<R>, byte[]> {
    @Override
    public Iterator<byte[]> call(Iterator<R> rows) {
      double[] buffer = new double[dimension];
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return rows.hasNext();
        }

        @Override
        public byte[] next() {
          if (!hasNext()) {
            throw new NoSuchElementException();
          }
          boolean valid = reader.read(rows.next(), buffer, InvalidRows.SKIP);
          ByteBuffer bytes = ByteBuffer.allocate(valid ? dimension * Double.BYTES : 0);
          if (valid) {
            bytes.asDoubleBuffer().put(buffer);
          }
          return bytes.array();
        }
      };
    }
  }
}
