package org.privatemean.spark.pass;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowSample;
import org.privatemean.spark.column.CellReader;

/**
 * Some rows as read, in sequence, and the indices of those in a sample. Not a record, since Kryo
 * cannot deserialise records where a session uses it for cached data.
 */
final class RowTile implements Serializable {
  private static final long serialVersionUID = 1L;

  private final double[] values;

  private final int[] kept;

  private RowTile(double[] values, int[] kept) {
    this.values = values;
    this.kept = kept;
  }

  /** Returns the valid rows in sequence. */
  double[] values() {
    return values;
  }

  /** Returns the start of each row that is in the sample. */
  int[] kept() {
    return kept;
  }

  /** An iterator that reads the rows of a partition into tiles. */
  static final class Tiles<R> implements Iterator<RowTile> {
    /** As for a block of vectors: G1 does not move an array of this size with its header. */
    private static final int MOST_BYTES = 1 << 22;

    private static final int FIRST_BYTES = 1 << 18;
    private static final int HEADER = 16;

    private final Iterator<R> rows;
    private final CellReader<R> reader;
    private final InvalidRows rule;
    private final RowSample.Picks picks;
    private final double[] buffer;
    private int bytes = FIRST_BYTES;

    Tiles(
        Iterator<R> rows,
        CellReader<R> reader,
        int dimension,
        InvalidRows rule,
        RowSample.Picks picks) {
      this.rows = rows;
      this.reader = reader;
      this.rule = rule;
      this.picks = picks;
      this.buffer = new double[dimension];
    }

    @Override
    public boolean hasNext() {
      return rows.hasNext();
    }

    @Override
    public RowTile next() {
      if (!rows.hasNext()) {
        throw new NoSuchElementException();
      }
      int size = buffer.length;
      int room = Math.max(1, (bytes - HEADER) / Double.BYTES / size);
      bytes = Math.min(MOST_BYTES, 2 * bytes);
      double[] values = new double[Math.multiplyExact(room, size)];
      int[] kept = new int[room];
      int end = 0;
      int count = 0;
      while (end < values.length && rows.hasNext()) {
        // Drawn before the row is read.
        boolean pick = picks.next();
        if (reader.read(rows.next(), buffer, rule)) {
          if (pick) {
            kept[count++] = end;
          }
          System.arraycopy(buffer, 0, values, end, size);
          end += size;
        }
      }
      return new RowTile(
          end == values.length ? values : Arrays.copyOf(values, end), Arrays.copyOf(kept, count));
    }
  }
}
