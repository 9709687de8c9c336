package org.privatemean.spark;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Fold;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.Totals;

/** Blocks persisted by Spark in binary form, memory first, then disk. */
final class SparkBlocks<B extends Block> implements Blocks<B> {
  /** Totals from this size on are merged by a few tasks before they reach the driver. */
  private static final int LARGE_TOTALS = 1 << 13;

  private static final int MERGE_TASKS = 4;

  private final Dataset<byte[]> blocks;
  private final RowEncoder<B> encoder;
  private final JobNames jobs;
  private final PassMemory memory;

  SparkBlocks(Dataset<byte[]> blocks, RowEncoder<B> encoder, JobNames jobs, PassMemory memory) {
    this.blocks = blocks;
    this.encoder = encoder;
    this.jobs = jobs;
    this.memory = memory;
  }

  @Override
  public long[] fold(Fold<B> fold, String description) {
    memory.check(fold.longest(), MERGE_TASKS);
    Dataset<byte[]> totals =
        blocks.mapPartitions(new FoldPartition<>(encoder, fold), Encoders.BINARY());
    Dataset<byte[]> merged =
        fold.size() < LARGE_TOTALS
            ? totals
            : totals
                .repartition(MERGE_TASKS)
                .mapPartitions(new MergePartition(fold.size()), Encoders.BINARY());
    long[] result = new long[fold.size()];
    for (byte[] bytes : jobs.pass(description, merged::collectAsList)) {
      Totals.addPacked(bytes, result);
    }
    return result;
  }

  @Override
  public void close() {
    blocks.unpersist();
  }

  private static final class FoldPartition<B extends Block>
      implements MapPartitionsFunction<byte[], byte[]> {
    private static final long serialVersionUID = 1L;

    private final RowEncoder<B> encoder;
    private final Fold<B> fold;

    FoldPartition(RowEncoder<B> encoder, Fold<B> fold) {
      this.encoder = encoder;
      this.fold = fold;
    }

    @Override
    public Iterator<byte[]> call(Iterator<byte[]> blocks) {
      if (!blocks.hasNext()) {
        return List.<byte[]>of().iterator();
      }
      long[] totals = new long[fold.size()];
      while (blocks.hasNext()) {
        fold.add(encoder.read(blocks.next()), totals);
      }
      return List.of(Totals.pack(totals)).iterator();
    }
  }

  private static final class MergePartition implements MapPartitionsFunction<byte[], byte[]> {
    private static final long serialVersionUID = 1L;

    private final int size;

    MergePartition(int size) {
      this.size = size;
    }

    @Override
    public Iterator<byte[]> call(Iterator<byte[]> parts) {
      long[] totals = new long[size];
      while (parts.hasNext()) {
        Totals.addPacked(parts.next(), totals);
      }
      return List.of(Totals.pack(totals)).iterator();
    }
  }
}
