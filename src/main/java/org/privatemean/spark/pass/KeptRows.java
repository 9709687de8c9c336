package org.privatemean.spark.pass;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.privatemean.rows.Block;
import org.privatemean.rows.BlockBuilder;
import org.privatemean.rows.HeldBlocks;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowPasses.Sample;
import org.privatemean.rows.RowSample;
import org.privatemean.spark.column.CellReader;

/**
 * The rows of one partition of the input that are in a sample, on their way to the driver. All of
 * it is private.
 *
 * <p>The binary form is in pieces: the number of the partition, how many rows were read there (in
 * the first piece, and less than 0 in the others), and rows kept, one after the other. Larger
 * arrays, which G1 takes for humongous, start collections that cost more than the sample.
 */
final class KeptRows {
  private static final int HEADER = Integer.BYTES + Long.BYTES;
  private static final int PIECE_BYTES = 1 << 18;
  private static final long NOT_FIRST = -1;

  private final int dimension;
  private final List<byte[]> pieces = new ArrayList<>();
  private final int pieceRows;
  private byte[] last;
  private DoubleBuffer coordinates;
  private long read;

  KeptRows(int dimension) {
    this.dimension = dimension;
    this.pieceRows = Math.max(1, PIECE_BYTES / Double.BYTES / dimension);
    begin();
  }

  private void begin() {
    last = new byte[HEADER + Math.multiplyExact(pieceRows * Double.BYTES, dimension)];
    coordinates = coordinates(last);
    pieces.add(last);
  }

  private static DoubleBuffer coordinates(byte[] piece) {
    return ByteBuffer.wrap(piece).order(ByteOrder.LITTLE_ENDIAN).position(HEADER).asDoubleBuffer();
  }

  /** Reads the rows of a partition, and keeps those of the sample: no other is looked at. */
  <R> void read(Iterator<R> rows, CellReader<R> reader, InvalidRows rule, RowSample.Picks picks) {
    double[] buffer = new double[dimension];
    while (rows.hasNext()) {
      R row = rows.next();
      read++;
      if (picks.next() && reader.read(row, buffer, rule)) {
        keep(buffer, 0);
      }
    }
  }

  /** Keeps those of the sample of rows that were read before. */
  void add(RowTile tile) {
    for (int from : tile.kept()) {
      keep(tile.values(), from);
    }
    read += tile.values().length / dimension;
  }

  private void keep(double[] values, int from) {
    if (!coordinates.hasRemaining()) {
      begin();
    }
    coordinates.put(values, from, dimension);
  }

  /**
   * The binary form.
   *
   * @param partition of the input
   */
  List<byte[]> toPieces(int partition) {
    int end = HEADER + coordinates.position() * Double.BYTES;
    pieces.set(pieces.size() - 1, Arrays.copyOf(last, end));
    for (int k = 0; k < pieces.size(); k++) {
      ByteBuffer.wrap(pieces.get(k)).putInt(partition).putLong(k == 0 ? read : NOT_FIRST);
    }
    return pieces;
  }

  /** How many rows were read where pieces come from. */
  static long read(List<byte[]> pieces) {
    return pieces.stream().mapToLong(KeptRows::read).filter(read -> read >= 0).sum();
  }

  /** How many partitions pieces come from, with those that have no rows. */
  static long partitions(List<byte[]> pieces) {
    return pieces.stream().filter(piece -> read(piece) >= 0).count();
  }

  private static long read(byte[] piece) {
    return ByteBuffer.wrap(piece).getLong(Integer.BYTES);
  }

  private static int partition(byte[] piece) {
    return ByteBuffer.wrap(piece).getInt();
  }

  /**
   * Puts pieces together, in the order of their partitions.
   *
   * @param pieces those of each partition in their order
   */
  static <B extends Block> Sample<B> sample(List<byte[]> pieces, RowEncoder<B> encoder) {
    List<byte[]> ordered = new ArrayList<>(pieces);
    ordered.sort(Comparator.comparingInt(KeptRows::partition));
    List<B> blocks = new ArrayList<>();
    BlockBuilder<B> builder = encoder.newBuilder();
    double[] row = new double[encoder.dimension()];
    long rows = 0;
    for (byte[] piece : ordered) {
      DoubleBuffer coordinates = coordinates(piece);
      while (coordinates.hasRemaining()) {
        coordinates.get(row);
        builder.add(row);
        rows++;
        if (builder.isFull()) {
          blocks.add(builder.build());
        }
      }
    }
    if (!builder.isEmpty()) {
      blocks.add(builder.build());
    }
    return new Sample<>(new HeldBlocks<>(blocks), rows);
  }

  /** Whether all partitions that have rows have numbers of their own. */
  static boolean areOfDifferentPartitions(List<byte[]> pieces) {
    Set<Integer> seen = new HashSet<>();
    return pieces.stream()
        .filter(piece -> read(piece) > 0)
        .allMatch(piece -> seen.add(partition(piece)));
  }
}
