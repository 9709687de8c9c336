package org.privatemean.spark.pass;

import java.io.ByteArrayOutputStream;
import java.util.Iterator;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.privatemean.rows.Block;
import org.privatemean.rows.group.SlotFold;
import org.privatemean.rows.group.SlotTotals;

/**
 * The result of a task over some blocks of groups, in binary form: the number of its rows, the sum
 * of their fingerprints, and the totals of the slots with rows. All of it is private.
 *
 * <p>Numbers use seven bits per byte; slots are in ascending order, each as the difference to the
 * previous one, and a run of zero totals is its length.
 */
final class SlotParts {
  private static final int MORE = 0x80;
  private static final int VALUE = 0x7f;

  private SlotParts() {}

  /** Blocks of groups, persisted by the first pass over them. */
  interface GroupPasses<B extends Block> extends AutoCloseable {
    /**
     * Runs a pass.
     *
     * @param stateBytes approximate size of the state sent with it
     * @param sum receives the results of tasks
     */
    void run(SlotFold<B> fold, long stateBytes, Sum sum);

    @Override
    void close();
  }

  /** The result of a pass over some blocks. */
  record FoldSlots<B extends Block>(SlotFold<B> fold)
      implements PartitionTask<FingerprintedBlock<B>> {
    @Override
    public byte[] run(Iterator<FingerprintedBlock<B>> blocks) {
      SlotTotals totals = new SlotTotals(fold.width());
      long rows = 0;
      long fingerprint = 0;
      while (blocks.hasNext()) {
        FingerprintedBlock<B> next = blocks.next();
        fold.add(next.block(), totals);
        rows += next.block().rows();
        fingerprint += next.fingerprint();
      }
      return pack(
          rows, fingerprint, totals.slots(), totals.values(), totals::groupAt, fold.width());
    }
  }

  /** The sum of results. */
  record MergeSlots(int slots, int width) implements PartitionTask<byte[]> {
    @Override
    public byte[] run(Iterator<byte[]> parts) {
      Sum sum = new Sum(slots, width);
      parts.forEachRemaining(sum::add);
      return sum.toBytes();
    }
  }

  /** The sum of parts: the totals of all slots. */
  static final class Sum {
    private final int width;
    private final long[] totals;
    private long rows;
    private long fingerprint;

    Sum(int slots, int width) {
      this.width = width;
      this.totals = new long[Math.multiplyExact(slots, width)];
    }

    synchronized void add(byte[] part) {
      PartReader reader = new PartReader(part);
      rows += reader.signed();
      fingerprint += reader.signed();
      long count = reader.next();
      int slot = 0;
      for (long k = 0; k < count; k++) {
        slot += (int) reader.next();
        reader.addTotals(totals, slot * width, width);
      }
    }

    long rows() {
      return rows;
    }

    long fingerprint() {
      return fingerprint;
    }

    long[] totals() {
      return totals;
    }

    byte[] toBytes() {
      int[] slots = IntStream.range(0, totals.length / width).toArray();
      return pack(rows, fingerprint, slots, totals, slot -> slot * width, width);
    }
  }

  /** Returns the binary form; the totals of a slot start at a place of the values. */
  private static byte[] pack(
      long rows, long fingerprint, int[] slots, long[] values, IntUnaryOperator place, int width) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    writeSigned(bytes, rows);
    writeSigned(bytes, fingerprint);
    write(bytes, slots.length);
    int before = 0;
    for (int slot : slots) {
      write(bytes, slot - before);
      before = slot;
      writeTotals(bytes, values, place.applyAsInt(slot), width);
    }
    return bytes.toByteArray();
  }

  private static void writeTotals(ByteArrayOutputStream bytes, long[] totals, int at, int width) {
    int k = 0;
    while (k < width) {
      int end = k;
      while (end < width && totals[at + end] == 0) {
        end++;
      }
      if (end > k) {
        write(bytes, 0);
        write(bytes, end - k);
        k = end;
      } else {
        writeSigned(bytes, totals[at + k]);
        k++;
      }
    }
  }

  private static void writeSigned(ByteArrayOutputStream bytes, long value) {
    write(bytes, (value << 1) ^ (value >> 63));
  }

  private static void write(ByteArrayOutputStream bytes, long value) {
    long left = value;
    while (left >>> 7 != 0) {
      bytes.write(((int) left & VALUE) | MORE);
      left >>>= 7;
    }
    bytes.write((int) left);
  }

  private static final class PartReader {
    private final byte[] bytes;
    private int at;

    PartReader(byte[] bytes) {
      this.bytes = bytes;
    }

    long next() {
      long value = 0;
      int shift = 0;
      while (bytes[at] < 0) {
        value |= (long) (bytes[at++] & VALUE) << shift;
        shift += 7;
      }
      return value | (long) bytes[at++] << shift;
    }

    long signed() {
      long value = next();
      return (value >>> 1) ^ -(value & 1);
    }

    void addTotals(long[] totals, int first, int width) {
      int k = 0;
      while (k < width) {
        long value = next();
        if (value == 0) {
          k += (int) next();
        } else {
          long signed = (value >>> 1) ^ -(value & 1);
          totals[first + k] = Math.addExact(totals[first + k], signed);
          k++;
        }
      }
    }
  }
}
