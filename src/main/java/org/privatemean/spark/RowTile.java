package org.privatemean.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.privatemean.rows.RowSample;

/** Some rows as read, and those in a sample. Not a record: see {@link FingerprintedBlock}. */
final class RowTile implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Same as for a block of vectors: G1 does not move an array of this size with its header. */
  private static final int MOST_BYTES = 1 << 22;

  private static final int FIRST_BYTES = 1 << 18;
  private static final int HEADER = 16;

  private final double[] values;
  private final int[] kept;

  private RowTile(double[] values, int[] kept) {
    this.values = values;
    this.kept = kept;
  }

  double[] values() {
    return values;
  }

  /** Returns the start of each row that is in the sample. */
  int[] kept() {
    return kept;
  }

  static <R> Iterator<RowTile> read(
      Iterator<R> rows, RowReading<R> reading, RowSample.Picks picks) {
    return new Iterator<>() {
      private final double[] buffer = reading.newBuffer();
      private int bytes = FIRST_BYTES;

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
          if (reading.read(rows.next(), buffer)) {
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
    };
  }
}
