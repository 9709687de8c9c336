package org.privatemean.spark;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks.Fold;
import org.privatemean.rows.RowPasses.RowFold;
import org.privatemean.rows.group.GroupedBlocks.SlotFold;
import org.privatemean.rows.group.GroupedBlocks.SlotTotals;
import org.privatemean.spark.column.CellReader;
import org.privatemean.spark.column.CellReader.SparseBuffer;

/**
 * The result of a pass over some rows: its totals, the number of rows, the sum of the fingerprints
 * of their blocks, and the number of parts merged. All of it is private.
 *
 * <p>The binary form is the last three numbers and the totals: run lengths of zeros, and seven bits
 * per byte of other totals, signs last.
 */
final class PassTotals {
  /** After a dense row, one row in 64 is tested for sparsity. */
  private static final int LOOK_AGAIN = 64;

  /** Bytes of the binary form before the totals. */
  static final int HEADER = 3 * Long.BYTES;

  private static final int MORE = 0x80;
  private static final int VALUE = 0x7f;

  private final long[] totals;
  private long rows;
  private long fingerprint;
  private long parts;

  private PassTotals(long[] totals) {
    this.totals = totals;
  }

  PassTotals(int size) {
    this(new long[size]);
  }

  /** Returns one part of a pass, whose rows have no fingerprints. */
  static PassTotals part(long[] totals, long rows) {
    PassTotals part = new PassTotals(totals);
    part.rows = rows;
    part.parts = 1;
    return part;
  }

  /** Returns a task that folds the rows of a partition. */
  static <R> PartitionTask<R> foldRows(RowFold fold, RowReading<R> reading) {
    return rows -> {
      if (!rows.hasNext()) {
        return part(new long[0], 0).toBytes();
      }
      RowFold.Adder adder = fold.start();
      CellReader<R> reader = reading.reader();
      double[] buffer = reading.newBuffer();
      SparseBuffer sparse = new SparseBuffer(buffer.length);
      String source = reader.source();
      long counted = 0;
      boolean wasSparse = true;
      for (long i = 0; rows.hasNext(); i++) {
        R row = rows.next();
        // The way a row is read does not change what it adds; columns are mostly of one kind.
        if (wasSparse || i % LOOK_AGAIN == 0) {
          wasSparse = reader.readSparse(row, sparse);
          if (wasSparse && adder.addSparse(sparse.indices(), sparse.values(), sparse.count())) {
            counted++;
            continue;
          }
        }
        boolean wellFormed = reader.read(row, buffer);
        if (adder.addRead(buffer, wellFormed, reading.rule(), source)) {
          counted++;
        }
      }
      return part(adder.totals(), counted).toBytes();
    };
  }

  static <B extends Block> PartitionTask<FingerprintedBlock<B>> foldBlocks(Fold<B> fold) {
    return blocks -> {
      PassTotals part = part(new long[blocks.hasNext() ? fold.size() : 0], 0);
      while (blocks.hasNext()) {
        fold.add(part.count(blocks.next()), part.totals);
      }
      return part.toBytes();
    };
  }

  /** Returns a task over blocks of groups, whose totals are of those slots only that have rows. */
  static <B extends Block> PartitionTask<FingerprintedBlock<B>> foldSlots(SlotFold<B> fold) {
    return blocks -> {
      SlotTotals held = new SlotTotals(fold.slots(), fold.width());
      PassTotals part = part(new long[0], 0);
      while (blocks.hasNext()) {
        fold.add(part.count(blocks.next()), held);
      }
      int[] slots = held.slots();
      return part.toBytes(
          writer -> {
            int next = 0;
            for (int slot : slots) {
              writer.addZeros((slot - next) * fold.width());
              writer.add(held.values(), held.groupAt(slot), fold.width());
              next = slot + 1;
            }
          });
    };
  }

  static PartitionTask<byte[]> mergeTotals(int size) {
    return parts -> {
      PassTotals merged = new PassTotals(parts.hasNext() ? size : 0);
      parts.forEachRemaining(merged::add);
      return merged.toBytes();
    };
  }

  private <B extends Block> B count(FingerprintedBlock<B> next) {
    rows += next.block().rows();
    fingerprint += next.fingerprint();
    return next.block();
  }

  /** Adds another result of the same pass, or one with fewer totals, in binary form. */
  synchronized void add(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    rows += from.getLong();
    fingerprint += from.getLong();
    parts += from.getLong();
    int k = 0;
    while (from.hasRemaining()) {
      long value = read(from);
      if (value == 0) {
        k += (int) read(from);
      } else {
        totals[k] = Math.addExact(totals[k], (value >>> 1) ^ -(value & 1));
        k++;
      }
    }
  }

  private static long read(ByteBuffer from) {
    long value = 0;
    int shift = 0;
    byte next = from.get();
    while (next < 0) {
      value |= (long) (next & VALUE) << shift;
      shift += 7;
      next = from.get();
    }
    return value | (long) next << shift;
  }

  /** Returns the binary form: at most {@link #HEADER} bytes plus ten per total. */
  byte[] toBytes() {
    return toBytes(writer -> writer.add(totals, 0, totals.length));
  }

  /** Writes twice: the first time to know the length, so that no copies are in memory. */
  private byte[] toBytes(Consumer<Writer> content) {
    Writer counter = new Writer(null);
    content.accept(counter);
    counter.end();
    Writer writer = new Writer(new byte[counter.at]);
    ByteBuffer.wrap(writer.bytes).putLong(rows).putLong(fingerprint).putLong(parts);
    content.accept(writer);
    writer.end();
    return writer.bytes;
  }

  /** A writer of totals that only counts the bytes if it has no array. */
  private static final class Writer {
    private final byte[] bytes;
    private int at = HEADER;
    private int zeros;

    Writer(byte[] bytes) {
      this.bytes = bytes;
    }

    void addZeros(int count) {
      zeros += count;
    }

    void add(long[] totals, int from, int count) {
      for (int k = from; k < from + count; k++) {
        if (totals[k] == 0) {
          zeros++;
        } else {
          end();
          write((totals[k] << 1) ^ (totals[k] >> 63));
        }
      }
    }

    /** Writes the run of zeros before the next total, if any. */
    void end() {
      if (zeros > 0) {
        write(0);
        write(zeros);
        zeros = 0;
      }
    }

    private void write(long value) {
      long left = value;
      while (left >>> 7 != 0) {
        put(((int) left & VALUE) | MORE);
        left >>>= 7;
      }
      put((int) left);
    }

    private void put(int value) {
      if (bytes != null) {
        bytes[at] = (byte) value;
      }
      at = Math.incrementExact(at);
    }
  }

  long[] totals() {
    return totals;
  }

  long rows() {
    return rows;
  }

  long fingerprint() {
    return fingerprint;
  }

  long parts() {
    return parts;
  }
}
