package org.privatemean.spark.pass;

import java.nio.ByteBuffer;
import java.util.Iterator;
import org.privatemean.rows.Block;
import org.privatemean.rows.Fold;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowFold;
import org.privatemean.rows.Totals;
import org.privatemean.spark.column.CellReader;
import org.privatemean.spark.column.SparseBuffer;

/**
 * The result of a pass over some blocks: its totals, the number of rows in the blocks, the sum of
 * their fingerprints, and the number of parts merged. All of it is private.
 */
final class PassTotals {
  /** After a dense row, one row in 64 is tested for sparsity. */
  private static final int LOOK_AGAIN = 64;

  /** Bytes of the binary form before the totals. */
  static final int HEADER = 3 * Long.BYTES;

  private final long[] totals;
  private long rows;
  private long fingerprint;
  private long parts;

  private PassTotals(long[] totals) {
    this.totals = totals;
  }

  /** Returns an empty result of a pass with the given number of totals. */
  static PassTotals none(int size) {
    return new PassTotals(new long[size]);
  }

  /** Returns one part of a pass, without blocks so far. */
  static PassTotals part(int size) {
    PassTotals part = none(size);
    part.parts = 1;
    return part;
  }

  /** Returns one part of a pass without blocks, whose rows have no fingerprints. */
  static PassTotals part(long[] totals, long rows) {
    PassTotals part = new PassTotals(totals);
    part.rows = rows;
    part.parts = 1;
    return part;
  }

  /** The totals of rows as they are read. */
  record FoldRows<R>(RowFold fold, CellReader<R> reader, int dimension, InvalidRows rule)
      implements PartitionTask<R> {
    @Override
    public byte[] run(Iterator<R> rows) {
      PassTotals part = rows.hasNext() ? foldRows(fold, rows, reader, dimension, rule) : part(0);
      return part.toBytes();
    }
  }

  /** The totals of blocks. */
  record FoldBlocks<B extends Block>(Fold<B> fold) implements PartitionTask<FingerprintedBlock<B>> {
    @Override
    public byte[] run(Iterator<FingerprintedBlock<B>> blocks) {
      PassTotals part = part(blocks.hasNext() ? fold.size() : 0);
      while (blocks.hasNext()) {
        FingerprintedBlock<B> next = blocks.next();
        fold.add(next.block(), part.totals);
        part.rows += next.block().rows();
        part.fingerprint += next.fingerprint();
      }
      return part.toBytes();
    }
  }

  /** The sum of results of the same pass. */
  record MergeTotals(int size) implements PartitionTask<byte[]> {
    @Override
    public byte[] run(Iterator<byte[]> parts) {
      PassTotals merged = none(parts.hasNext() ? size : 0);
      parts.forEachRemaining(merged::add);
      return merged.toBytes();
    }
  }

  private static <R> PassTotals foldRows(
      RowFold fold, Iterator<R> rows, CellReader<R> reader, int dimension, InvalidRows rule) {
    RowFold.Adder adder = fold.start();
    double[] buffer = new double[dimension];
    SparseBuffer sparse = new SparseBuffer(dimension);
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
      if (adder.addRead(buffer, wellFormed, rule, source)) {
        counted++;
      }
    }
    return part(adder.totals(), counted);
  }

  /** Adds another result of the same pass, or an empty one with fewer totals, in binary form. */
  void add(byte[] bytes) {
    ByteBuffer header = ByteBuffer.wrap(bytes);
    rows += header.getLong();
    fingerprint += header.getLong();
    parts += header.getLong();
    Totals.addPacked(bytes, HEADER, totals);
  }

  /** Returns the binary form: at most {@link #HEADER} bytes plus ten per total. */
  byte[] toBytes() {
    byte[] bytes = Totals.pack(HEADER, totals);
    ByteBuffer.wrap(bytes).putLong(rows).putLong(fingerprint).putLong(parts);
    return bytes;
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
