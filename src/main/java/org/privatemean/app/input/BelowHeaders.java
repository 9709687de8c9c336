package org.privatemean.app.input;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;

/**
 * Lines without the first of every file. That is known by place, never by comparing: of the part of
 * a file that begins at its first byte it is the first line. So a record that looks like the header
 * stays one.
 */
final class BelowHeaders implements MapPartitionsFunction<Row, byte[]> {
  private static final long serialVersionUID = 1L;

  /** Takes rows of a line, its file, and the place in the file where the line's part begins. */
  @Override
  public Iterator<byte[]> call(Iterator<Row> rows) {
    return new Iterator<>() {
      private String file = "";
      private long start = -1;
      private byte[] next;

      @Override
      public boolean hasNext() {
        while (next == null && rows.hasNext()) {
          Row row = rows.next();
          boolean begins = row.getLong(2) != start || !row.getString(1).equals(file);
          file = row.getString(1);
          start = row.getLong(2);
          next = begins && start == 0 ? null : row.getAs(0);
        }
        return next != null;
      }

      @Override
      public byte[] next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        byte[] line = next;
        next = null;
        return line;
      }
    };
  }
}
