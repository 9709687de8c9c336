package org.privatemean.spark.column;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.privatemean.rows.InvalidRows;
import org.privatemean.spark.LocalSpark;

/**
 * Reads columns of vectors out of files as a fit does, and keeps what each row gave: all columns in
 * one job.
 */
public final class Decoding {
  /** Fields beside the vector: the file, and where the part of it begins that a task reads. */
  private static final int FILE = 1;

  private static final int START = 2;

  /** More rows than a task reads of a byte. */
  private static final int PLACES = 20;

  private final Fault fault;

  private Decoding(Fault fault) {
    this.fault = fault;
  }

  /** As a fit does. */
  public static Decoding asFit() {
    return new Decoding(Fault.NONE);
  }

  /** With a reader that reads one row of all as the row before it. */
  public static Decoding copyingOneRow() {
    return new Decoding(Fault.COPIES_ONE_ROW);
  }

  /** With a reader that takes an index of a sparse vector beyond its size for another one. */
  public static Decoding wrappingIndices() {
    return new Decoding(Fault.WRAPS_INDICES);
  }

  /** With a reader that does not look at the indices of a sparse vector. */
  public static Decoding trustingIndices() {
    return new Decoding(Fault.TRUSTS_INDICES);
  }

  /**
   * A column to read.
   *
   * @param frame a frame of that column alone
   * @param internal whether it is read in Spark's internal form, or by public calls
   */
  public record Column(Dataset<Row> frame, boolean internal) {}

  /**
   * The rows of each column, in the order of files and places.
   *
   * @param dimension number of coordinates
   */
  public List<List<Decoded>> decode(List<Column> columns, int dimension) {
    List<JavaRDD<byte[]>> parts = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      parts.add(decoded(columns.get(i), i, dimension));
    }
    @SuppressWarnings({"unchecked", "rawtypes"})
    JavaRDD<byte[]>[] all = parts.toArray(new JavaRDD[0]);
    List<List<Decoded>> rows = new ArrayList<>();
    columns.forEach(column -> rows.add(new ArrayList<>()));
    for (byte[] bytes :
        JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext())
            .union(all)
            .collect()) {
      unpack(bytes, rows);
    }
    rows.forEach(
        one -> one.sort(Comparator.comparing(Decoded::file).thenComparing(Decoded::place)));
    return rows;
  }

  private JavaRDD<byte[]> decoded(Column column, int number, int dimension) {
    String name = column.frame.columns()[0];
    VectorColumn reader = VectorColumn.find(column.frame.schema(), name);
    if (column.internal) {
      return located(column.frame, reader.inputColumn())
          .queryExecution()
          .toRdd()
          .toJavaRDD()
          .mapPartitions(new Internal(fault.in(reader.internal()), number, dimension));
    }
    return located(column.frame, reader.column())
        .mapPartitions(new Published(reader, number, dimension), Encoders.BINARY())
        .toJavaRDD();
  }

  private static Dataset<Row> located(Dataset<Row> frame, org.apache.spark.sql.Column vector) {
    return frame.select(vector, functions.input_file_name(), functions.input_file_block_start());
  }

  private record Published(CellReader<Row> reader, int column, int dimension)
      implements MapPartitionsFunction<Row, byte[]> {
    @Override
    public Iterator<byte[]> call(Iterator<Row> rows) {
      List<byte[]> read = new ArrayList<>();
      double[] buffer = new double[dimension];
      while (rows.hasNext()) {
        Row row = rows.next();
        boolean valid = reader.read(row, buffer, InvalidRows.SKIP);
        long place = (row.getLong(START) << PLACES) + read.size();
        read.add(pack(column, row.getString(FILE), place, valid, buffer));
      }
      return read.iterator();
    }
  }

  private record Internal(CellReader<InternalRow> reader, int column, int dimension)
      implements FlatMapFunction<Iterator<InternalRow>, byte[]> {
    @Override
    public Iterator<byte[]> call(Iterator<InternalRow> rows) {
      List<byte[]> read = new ArrayList<>();
      double[] buffer = new double[dimension];
      while (rows.hasNext()) {
        InternalRow row = rows.next();
        boolean valid = reader.read(row, buffer, InvalidRows.SKIP);
        long place = (row.getLong(START) << PLACES) + read.size();
        read.add(pack(column, row.getUTF8String(FILE).toString(), place, valid, buffer));
      }
      return read.iterator();
    }
  }

  private static byte[] pack(int column, String file, long place, boolean valid, double[] buffer) {
    byte[] name = file.getBytes(StandardCharsets.UTF_8);
    int length = valid ? buffer.length : 0;
    ByteBuffer bytes =
        ByteBuffer.allocate(2 * Integer.BYTES + name.length + Long.BYTES + length * Double.BYTES);
    bytes.putInt(column).putInt(name.length).put(name).putLong(place);
    for (int j = 0; j < length; j++) {
      bytes.putDouble(buffer[j]);
    }
    return bytes.array();
  }

  private static void unpack(byte[] packed, List<List<Decoded>> rows) {
    ByteBuffer bytes = ByteBuffer.wrap(packed);
    int column = bytes.getInt();
    byte[] name = new byte[bytes.getInt()];
    bytes.get(name);
    long place = bytes.getLong();
    List<Double> row = new ArrayList<>();
    while (bytes.hasRemaining()) {
      row.add(bytes.getDouble());
    }
    rows.get(column)
        .add(
            new Decoded(
                new String(name, StandardCharsets.UTF_8), place, row.isEmpty() ? null : row));
  }
}
