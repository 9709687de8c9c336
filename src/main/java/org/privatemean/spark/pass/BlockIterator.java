package org.privatemean.spark.pass;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.privatemean.rows.Block;
import org.privatemean.rows.BlockBuilder;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.spark.column.CellReader;
import org.privatemean.spark.column.SparseBuffer;

/**
 * An iterator that encodes the rows of a partition into blocks, with one block in memory at a time.
 */
final class BlockIterator<R, B extends Block> implements Iterator<FingerprintedBlock<B>> {
  private final Iterator<R> rows;
  private final CellReader<R> reader;
  private final InvalidRows invalidRows;
  private final BlockBuilder<B> builder;
  private final double[] buffer;

  /** Null if blocks do not take sparse rows. */
  private final SparseBuffer sparse;

  private long fingerprint;

  BlockIterator(
      Iterator<R> rows, CellReader<R> reader, RowEncoder<B> encoder, InvalidRows invalidRows) {
    this.rows = rows;
    this.reader = reader;
    this.invalidRows = invalidRows;
    this.builder = encoder.newBuilder();
    this.buffer = new double[encoder.dimension()];
    this.sparse = builder.takesSparse() ? new SparseBuffer(encoder.dimension()) : null;
  }

  @Override
  public boolean hasNext() {
    if (reader.isWeighted()) {
      fillWeighted();
    }
    while (!builder.isFull() && rows.hasNext()) {
      R row = rows.next();
      if (sparse != null && addSparse(row)) {
        continue;
      }
      if (reader.read(row, buffer, invalidRows)) {
        fingerprint += RowFingerprint.compute(buffer);
        builder.add(buffer);
      }
    }
    return !builder.isEmpty();
  }

  /** Adds a sparse row without expanding it; returns false for a dense row. */
  private boolean addSparse(R row) {
    int weight = reader.weight(row);
    boolean added =
        reader.readSparse(row, sparse)
            && builder.addSparse(sparse.indices(), sparse.values(), sparse.count(), weight);
    if (added) {
      fingerprint +=
          RowFingerprint.compute(weight, sparse.indices(), sparse.values(), sparse.count());
    }
    return added;
  }

  private void fillWeighted() {
    while (!builder.isFull() && rows.hasNext()) {
      R row = rows.next();
      if (sparse != null && addSparse(row)) {
        continue;
      }
      if (reader.read(row, buffer, invalidRows)) {
        int weight = reader.weight(row);
        fingerprint += RowFingerprint.compute(weight, buffer);
        builder.add(buffer, 0, weight);
      }
    }
  }

  @Override
  public FingerprintedBlock<B> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    FingerprintedBlock<B> block = new FingerprintedBlock<>(builder.build(), fingerprint);
    fingerprint = 0;
    return block;
  }
}
