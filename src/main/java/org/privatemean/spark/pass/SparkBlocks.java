package org.privatemean.spark.pass;

import java.util.ArrayList;
import java.util.Collections;
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

/**
 * Blocks persisted by Spark in binary form, memory first, then disk.
 *
 * <p>Public calls do not tell the number of partitions before a pass. So a few tasks merge the
 * totals of the first pass, whatever their size, and count the partitions; the driver takes the
 * totals of later passes from the partitions themselves where they are few. Partitions without
 * blocks count as well: which these are depends on the private rows, and a refusal tells how much
 * so many results need.
 */
final class SparkBlocks<B extends Block> implements Blocks<B> {
  /** More results than the driver may take of any pass. */
  private static final long UNKNOWN = Integer.MAX_VALUE;

  private final Dataset<byte[]> blocks;
  private final RowEncoder<B> encoder;
  private final JobNames jobs;
  private final PassMemory memory;

  /** Partitions, each of which returns something. */
  private long results = UNKNOWN;

  SparkBlocks(Dataset<byte[]> blocks, RowEncoder<B> encoder, JobNames jobs, PassMemory memory) {
    this.blocks = blocks;
    this.encoder = encoder;
    this.jobs = jobs;
    this.memory = memory;
  }

  @Override
  public long[] fold(Fold<B> fold, String description) {
    memory.check(fold, results);
    Dataset<byte[]> parts =
        blocks.mapPartitions(new FoldPartition<>(encoder, fold), Encoders.BINARY());
    Dataset<byte[]> returned =
        PassMemory.isMerged(fold.size(), results)
            ? parts
                .repartition(PassMemory.MERGE_TASKS)
                .mapPartitions(new MergePartition(fold.size()), Encoders.BINARY())
            : parts;
    List<byte[]> packed = jobs.pass(description, returned::collectAsList);
    results = packed.size();
    long[] totals = new long[fold.size()];
    for (byte[] part : packed) {
      Totals.addPacked(part, totals);
    }
    return totals;
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
        return List.of(new byte[0]).iterator();
      }
      long[] totals = new long[fold.size()];
      while (blocks.hasNext()) {
        fold.add(encoder.read(blocks.next()), totals);
      }
      return List.of(Totals.pack(totals)).iterator();
    }
  }

  /** Returns the merged totals, and no totals as often as it takes to tell how many were merged. */
  private static final class MergePartition implements MapPartitionsFunction<byte[], byte[]> {
    private static final long serialVersionUID = 1L;

    private final int size;

    MergePartition(int size) {
      this.size = size;
    }

    @Override
    public Iterator<byte[]> call(Iterator<byte[]> parts) {
      if (!parts.hasNext()) {
        return List.<byte[]>of().iterator();
      }
      long[] totals = new long[size];
      int merged = 0;
      while (parts.hasNext()) {
        Totals.addPacked(parts.next(), totals);
        merged++;
      }
      List<byte[]> returned = new ArrayList<>(Collections.nCopies(merged, new byte[0]));
      returned.set(0, Totals.pack(totals));
      return returned.iterator();
    }
  }
}
