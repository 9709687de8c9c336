package org.privatemean.spark;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowEncoder.BlockBuilder;
import org.privatemean.rows.RowPasses.Sample;
import org.privatemean.rows.RowSample;

/**
 * The sampled rows of one partition of the input, as sent to the driver. All of it is private.
 *
 * <p>The binary form is a list of pieces: the number of the partition, the number of rows read
 * there (in the first piece; negative in the others), and the sampled rows: each the number of its
 * nonzero coordinates, their indices and values, or -1 and all coordinates. A piece is small, since
 * G1 collects for humongous arrays.
 */
final class SampledPartition {
  private static final int HEADER = Integer.BYTES + Long.BYTES;
  private static final int PIECE_BYTES = 1 << 18;
  private static final long NOT_FIRST = -1;

  /** Instead of a number of coordinates: all of them follow. */
  private static final int ALL = -1;

  private final int dimension;
  private final List<byte[]> pieces = new ArrayList<>();
  private final int rowBytes;
  private final double[] buffer;
  private final int[] indices;
  private ByteBuffer last;
  private long read;

  SampledPartition(int dimension) {
    this.dimension = dimension;
    this.buffer = new double[dimension];
    this.rowBytes = Math.addExact(Integer.BYTES, Math.multiplyExact(Double.BYTES, dimension));
    this.indices = new int[rowBytes / (Integer.BYTES + Double.BYTES)];
    begin();
  }

  private void begin() {
    int rows = Math.max(1, PIECE_BYTES / rowBytes);
    byte[] piece = new byte[Math.addExact(HEADER, Math.multiplyExact(rows, rowBytes))];
    last = content(piece);
    pieces.add(piece);
  }

  private static ByteBuffer content(byte[] piece) {
    return ByteBuffer.wrap(piece).order(ByteOrder.LITTLE_ENDIAN).position(HEADER);
  }

  /** Keeps the next row if it is in the sample; otherwise does not evaluate it. */
  <R> void read(R row, RowReading<R> reading, RowSample.Picks picks) {
    read++;
    if (picks.next() && reading.read(row, buffer)) {
      keep(buffer, 0);
    }
  }

  void add(RowTile tile) {
    for (int from : tile.kept()) {
      keep(tile.values(), from);
    }
    read += tile.values().length / dimension;
  }

  private void keep(double[] values, int from) {
    if (last.remaining() < rowBytes) {
      end();
      begin();
    }
    int count = 0;
    for (int j = 0; j < dimension && count <= indices.length; j++) {
      if (values[from + j] != 0) {
        if (count < indices.length) {
          indices[count] = j;
        }
        count++;
      }
    }
    if (count > indices.length) {
      last.putInt(ALL);
      last.asDoubleBuffer().put(values, from, dimension);
      last.position(last.position() + dimension * Double.BYTES);
      return;
    }
    last.putInt(count);
    for (int k = 0; k < count; k++) {
      last.putInt(indices[k]).putDouble(values[from + indices[k]]);
    }
  }

  private void end() {
    pieces.set(pieces.size() - 1, Arrays.copyOf(pieces.get(pieces.size() - 1), last.position()));
  }

  List<byte[]> toPieces(int partition) {
    end();
    for (int k = 0; k < pieces.size(); k++) {
      ByteBuffer.wrap(pieces.get(k)).putInt(partition).putLong(k == 0 ? read : NOT_FIRST);
    }
    return pieces;
  }

  static long read(List<byte[]> pieces) {
    return pieces.stream().mapToLong(SampledPartition::read).filter(read -> read >= 0).sum();
  }

  /** Returns the number of partitions of the pieces, including those without rows. */
  static long partitions(List<byte[]> pieces) {
    return pieces.stream().filter(piece -> read(piece) >= 0).count();
  }

  private static long read(byte[] piece) {
    return ByteBuffer.wrap(piece).getLong(Integer.BYTES);
  }

  private static int partition(byte[] piece) {
    return ByteBuffer.wrap(piece).getInt();
  }

  /** Merges pieces, in the order of their partitions; those of one partition are in theirs. */
  static <B extends Block> Sample<B> sample(List<byte[]> pieces, RowEncoder<B> encoder) {
    List<byte[]> ordered = new ArrayList<>(pieces);
    ordered.sort(Comparator.comparingInt(SampledPartition::partition));
    List<B> blocks = new ArrayList<>();
    BlockBuilder<B> builder = encoder.newBuilder();
    double[] all = new double[encoder.dimension()];
    int[] indices = new int[all.length];
    double[] values = new double[all.length];
    long rows = 0;
    for (byte[] piece : ordered) {
      ByteBuffer content = content(piece);
      while (content.hasRemaining()) {
        addNext(content, builder, all, indices, values);
        rows++;
        if (builder.isFull()) {
          blocks.add(builder.build());
        }
      }
    }
    while (!builder.isEmpty()) {
      blocks.add(builder.build());
    }
    return new Sample<>(Blocks.held(blocks), rows);
  }

  /** Adds the next row; the three arrays are buffers. */
  private static void addNext(
      ByteBuffer content, BlockBuilder<?> builder, double[] all, int[] indices, double[] values) {
    int count = content.getInt();
    if (count == ALL) {
      content.asDoubleBuffer().get(all);
      content.position(content.position() + all.length * Double.BYTES);
      builder.add(all);
      return;
    }
    for (int k = 0; k < count; k++) {
      indices[k] = content.getInt();
      values[k] = content.getDouble();
    }
    if (builder.addSparse(indices, values, count, 1)) {
      return;
    }
    Arrays.fill(all, 0);
    for (int k = 0; k < count; k++) {
      all[indices[k]] = values[k];
    }
    builder.add(all);
  }

  /** True if all partitions with rows have distinct numbers. */
  static boolean areOfDifferentPartitions(List<byte[]> pieces) {
    Set<Integer> seen = new HashSet<>();
    return pieces.stream()
        .filter(piece -> read(piece) > 0)
        .allMatch(piece -> seen.add(partition(piece)));
  }
}
