package org.privatemean.spark.column;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.StructType;
import org.privatemean.rows.InvalidRows;

/**
 * The law of a reader: what it makes of row i is a function of row i alone. Rows are read one after
 * the other with one buffer, and each alone; in Spark's unsafe form, where a projection writes all
 * rows to one buffer of its own, so that what lies behind an array is what rows before it left.
 */
final class ReaderLaw {
  private static final StructType ROW = new StructType().add("features", MalformedVectors.STRUCT);

  private ReaderLaw() {}

  /** How Spark holds rows. */
  enum Form {
    UNSAFE,
    GENERIC
  }

  /** Each row as the reader reads it among the others; null where it is invalid. */
  static List<double[]> decode(CellReader<InternalRow> reader, List<Row> vectors, Form form) {
    return decode(reader, vectors, form, InvalidRows.SKIP);
  }

  /** As {@link #decode}, by a rule for invalid rows. */
  static List<double[]> decode(
      CellReader<InternalRow> reader, List<Row> vectors, Form form, InvalidRows rule) {
    double[] buffer = new double[MalformedVectors.DIMENSION];
    UnsafeProjection projection = UnsafeProjection.create(ROW);
    List<double[]> decoded = new ArrayList<>();
    for (Row vector : vectors) {
      InternalRow generic = new GenericInternalRow(new Object[] {internal(vector)});
      InternalRow row = form == Form.UNSAFE ? projection.apply(generic) : generic;
      decoded.add(reader.read(row, buffer, rule) ? buffer.clone() : null);
    }
    return decoded;
  }

  /**
   * The places of the rows of which the law does not hold, or -1 where the reader threw. With
   * assertions on, as in tests, Spark's unsafe arrays throw at a place behind their end, where they
   * else read what is there.
   */
  static List<Integer> violations(CellReader<InternalRow> reader, List<Row> vectors, Form form) {
    List<double[]> among = new ArrayList<>();
    try {
      among.addAll(decode(reader, vectors, form));
    } catch (RuntimeException | AssertionError thrown) {
      return List.of(-1);
    }
    return IntStream.range(0, vectors.size())
        .filter(
            i -> {
              double[] alone =
                  decode(reader, Collections.singletonList(vectors.get(i)), form).get(0);
              return !Arrays.equals(alone, among.get(i));
            })
        .boxed()
        .toList();
  }

  private static Object internal(Row vector) {
    if (vector == null) {
      return null;
    }
    Object[] fields = new Object[vector.size()];
    for (int k = 0; k < fields.length; k++) {
      Object field = vector.get(k);
      fields[k] = field instanceof Object[] array ? new GenericArrayData(array) : field;
    }
    return new GenericInternalRow(fields);
  }
}
