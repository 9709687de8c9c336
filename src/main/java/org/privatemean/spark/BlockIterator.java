package org.privatemean.spark;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.privatemean.rows.Block;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowEncoder.BlockBuilder;
import org.privatemean.spark.column.CellReader;
import org.privatemean.spark.column.CellReader.SparseBuffer;

/** An iterator that encodes the rows of a partition, with one block in memory at a time. */
final class BlockIterator<R, B extends Block> implements Iterator<FingerprintedBlock<B>> {
  /** Odd, so that distinct groups have distinct products. */
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final Iterator<R> rows;
  private final RowReading<R> reading;
  private final CellReader<R> reader;
  private final boolean weighted;
  private final BlockBuilder<B> builder;
  private final double[] buffer;

  /** Null if blocks do not take sparse rows. */
  private final SparseBuffer sparse;

  private long fingerprint;

  BlockIterator(Iterator<R> rows, RowReading<R> reading, RowEncoder<B> encoder) {
    this.rows = rows;
    this.reading = reading;
    this.reader = reading.reader();
    this.weighted = reader.isWeighted();
    this.builder = encoder.newBuilder();
    this.buffer = reading.newBuffer();
    this.sparse = builder.takesSparse() ? new SparseBuffer(buffer.length) : null;
  }

  @Override
  public boolean hasNext() {
    while (!builder.isFull() && rows.hasNext()) {
      R row = rows.next();
      if (sparse != null && addSparse(row)) {
        continue;
      }
      if (reading.read(row, buffer)) {
        if (weighted) {
          addWeighted(row);
        } else {
          fingerprint += RowFingerprint.compute(buffer);
          builder.add(buffer);
        }
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

  private void addWeighted(R row) {
    int group = reader.group(row);
    int weight = reader.weight(row);
    fingerprint += RowFingerprint.compute(group * MIX + weight, buffer);
    builder.add(buffer, group, weight);
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
