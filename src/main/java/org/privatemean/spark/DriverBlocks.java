package org.privatemean.spark;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.privatemean.rows.Block;
import org.privatemean.rows.RowEncoder;

/**
 * Blocks of a small table, which the first pass reads into the driver: later passes run no job.
 *
 * <p>Whether a table is small is decided by the public or released number of rows alone, and totals
 * are the same in both places. If the table has far more rows than that number, tasks stop at the
 * limit, the driver drops what it has, and passes read the persisted blocks.
 */
final class DriverBlocks<B extends Block> implements PersistedBlocks<B> {
  private static final long TOO_MANY = -1;
  private static final int HEADER = Long.BYTES + Integer.BYTES;

  private final PersistedBlocks<B> source;
  private final RowEncoder<B> encoder;
  private final long mostRows;
  private final List<FingerprintedBlock<B>> held = new ArrayList<>();
  private boolean isRead;
  private boolean isHeld;
  private long rows;

  private DriverBlocks(PersistedBlocks<B> source, RowEncoder<B> encoder, long mostRows) {
    this.source = source;
    this.encoder = encoder;
    this.mostRows = mostRows;
  }

  /** Returns blocks that the driver holds if it may hold some rows; the given blocks otherwise. */
  static <B extends Block> PersistedBlocks<B> ofFew(
      PersistedBlocks<B> blocks, RowEncoder<B> encoder, long mostRows) {
    return mostRows == 0 ? blocks : new DriverBlocks<>(blocks, encoder, mostRows);
  }

  @Override
  public PassTotals run(
      PartitionTask<FingerprintedBlock<B>> task, long taskBytes, int size, String description) {
    if (!isRead) {
      read(description);
    }
    if (!isHeld) {
      return source.run(task, taskBytes, size, description);
    }
    PassTotals all = new PassTotals(size);
    all.add(task.run(held.iterator()));
    return all;
  }

  private void read(String description) {
    isRead = true;
    isHeld = true;
    source.collect(collectBlocks(mostRows), this::receive, description);
  }

  private void receive(byte[] packed) {
    ByteBuffer from = ByteBuffer.wrap(packed);
    long read = from.getLong();
    rows += read;
    isHeld &= read != TOO_MANY && rows <= mostRows;
    if (!isHeld) {
      held.clear();
    }
    while (isHeld && from.hasRemaining()) {
      long fingerprint = from.getLong();
      byte[] block = new byte[from.getInt()];
      from.get(block);
      held.add(new FingerprintedBlock<>(encoder.read(block), fingerprint));
    }
  }

  @Override
  public void collect(
      PartitionTask<FingerprintedBlock<B>> task, Consumer<byte[]> receiver, String description) {
    source.collect(task, receiver, description);
  }

  @Override
  public void close() {
    held.clear();
    source.close();
  }

  /** Returns a task to the number of rows and all blocks, or {@link #TOO_MANY} alone. */
  private static <B extends Block> PartitionTask<FingerprintedBlock<B>> collectBlocks(
      long mostRows) {
    return blocks -> {
      List<ByteBuffer> pieces = new ArrayList<>();
      int length = Long.BYTES;
      long rows = 0;
      while (blocks.hasNext()) {
        FingerprintedBlock<B> next = blocks.next();
        rows += next.block().rows();
        if (rows > mostRows) {
          return ByteBuffer.allocate(Long.BYTES).putLong(TOO_MANY).array();
        }
        byte[] block = next.block().toBytes();
        pieces.add(
            ByteBuffer.allocate(HEADER).putLong(next.fingerprint()).putInt(block.length).flip());
        pieces.add(ByteBuffer.wrap(block));
        length = Math.addExact(length, HEADER + block.length);
      }
      ByteBuffer packed = ByteBuffer.allocate(length).putLong(rows);
      pieces.forEach(packed::put);
      return packed.array();
    };
  }
}
