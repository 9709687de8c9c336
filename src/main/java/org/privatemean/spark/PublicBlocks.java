package org.privatemean.spark;

import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.privatemean.rows.Block;
import org.privatemean.rows.RowEncoder;
import scala.Tuple2;

/** Blocks persisted in binary form, each with its fingerprint, by public calls of Spark. */
final class PublicBlocks<B extends Block> implements PersistedBlocks<B> {
  private final Dataset<Tuple2<Long, byte[]>> blocks;
  private final RowEncoder<B> encoder;
  private final PublicJobs jobs;

  PublicBlocks(Dataset<Row> rows, RowReading<Row> reading, RowEncoder<B> encoder, PublicJobs jobs) {
    this.blocks =
        rows.mapPartitions(
                pack(reading, encoder), Encoders.tuple(Encoders.LONG(), Encoders.BINARY()))
            .persist(StorageLevel.MEMORY_AND_DISK());
    this.encoder = encoder;
    this.jobs = jobs;
  }

  @Override
  public PassTotals run(
      PartitionTask<FingerprintedBlock<B>> task, long taskBytes, int size, String description) {
    return jobs.totals(blocks, unpack(encoder, task), size, description);
  }

  @Override
  public void collect(
      PartitionTask<FingerprintedBlock<B>> task, Consumer<byte[]> receiver, String description) {
    Dataset<byte[]> parts = blocks.mapPartitions(unpack(encoder, task), Encoders.BINARY());
    jobs.collect(parts, description).forEach(receiver);
  }

  @Override
  public void close() {
    blocks.unpersist();
  }

  private static <B extends Block> MapPartitionsFunction<Row, Tuple2<Long, byte[]>> pack(
      RowReading<Row> reading, RowEncoder<B> encoder) {
    return rows ->
        map(
            new BlockIterator<>(rows, reading, encoder),
            next -> new Tuple2<>(next.fingerprint(), next.block().toBytes()));
  }

  private static <B extends Block> PartitionTask<Tuple2<Long, byte[]>> unpack(
      RowEncoder<B> encoder, PartitionTask<FingerprintedBlock<B>> task) {
    return packed ->
        task.run(map(packed, next -> new FingerprintedBlock<>(encoder.read(next._2()), next._1())));
  }

  private static <A, T> Iterator<T> map(Iterator<A> from, Function<A, T> function) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return from.hasNext();
      }

      @Override
      public T next() {
        return function.apply(from.next());
      }
    };
  }
}
