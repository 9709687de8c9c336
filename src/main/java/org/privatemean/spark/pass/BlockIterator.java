package org.privatemean.spark.pass;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.privatemean.rows.Block;
import org.privatemean.rows.BlockBuilder;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.spark.column.CellReader;
import org.privatemean.spark.column.SparseBuffer;
import org.privatemean.spark.column.VectorColumn;
import scala.Tuple2;

/**
 * An iterator that encodes the rows of a partition into blocks, with one block in memory at a time.
 */
final class BlockIterator<R, B extends Block> implements Iterator<FingerprintedBlock<B>> {
  /** Odd, so that distinct groups have distinct products. */
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final Iterator<R> rows;
  private final CellReader<R> reader;
  private final InvalidRows invalidRows;
  private final boolean weighted;
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
    this.weighted = reader.isWeighted();
    this.builder = encoder.newBuilder();
    this.buffer = new double[encoder.dimension()];
    this.sparse = builder.takesSparse() ? new SparseBuffer(encoder.dimension()) : null;
  }

  /** Persists the blocks of rows in binary form, each with its fingerprint. */
  static <B extends Block> Dataset<Tuple2<Long, byte[]>> persist(
      Dataset<Row> rows, VectorColumn reader, RowEncoder<B> encoder, InvalidRows invalidRows) {
    return rows.mapPartitions(
            new PackBlocks<>(reader, encoder, invalidRows),
            Encoders.tuple(Encoders.LONG(), Encoders.BINARY()))
        .persist(StorageLevel.MEMORY_AND_DISK());
  }

  @Override
  public boolean hasNext() {
    while (!builder.isFull() && rows.hasNext()) {
      R row = rows.next();
      if (sparse != null && addSparse(row)) {
        continue;
      }
      if (reader.read(row, buffer, invalidRows)) {
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

  private record PackBlocks<B extends Block>(
      VectorColumn reader, RowEncoder<B> encoder, InvalidRows invalidRows)
      implements MapPartitionsFunction<Row, Tuple2<Long, byte[]>> {
    @Override
    public Iterator<Tuple2<Long, byte[]>> call(Iterator<Row> rows) {
      BlockIterator<Row, B> blocks = new BlockIterator<>(rows, reader, encoder, invalidRows);
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return blocks.hasNext();
        }

        @Override
        public Tuple2<Long, byte[]> next() {
          FingerprintedBlock<B> next = blocks.next();
          return new Tuple2<>(next.fingerprint(), next.block().toBytes());
        }
      };
    }
  }

  /** A task over blocks in binary form. */
  record UnpackBlocks<B extends Block>(
      RowEncoder<B> encoder, PartitionTask<FingerprintedBlock<B>> task)
      implements PartitionTask<Tuple2<Long, byte[]>> {
    @Override
    public byte[] run(Iterator<Tuple2<Long, byte[]>> packed) {
      return task.run(
          new Iterator<>() {
            @Override
            public boolean hasNext() {
              return packed.hasNext();
            }

            @Override
            public FingerprintedBlock<B> next() {
              Tuple2<Long, byte[]> next = packed.next();
              return new FingerprintedBlock<>(encoder.read(next._2()), next._1());
            }
          });
    }
  }
}
