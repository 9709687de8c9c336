package org.privatemean.spark.pass;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Fold;
import org.privatemean.rows.RowEncoder;
import scala.Tuple2;

/**
 * Blocks that Spark persists in binary form, in memory first, then on disk.
 *
 * <p>Public calls do not give the number of partitions before a pass. Hence a few tasks merge the
 * totals of the first pass, whatever their size, and count the partitions. In later passes the
 * driver takes the totals directly if there are few partitions.
 */
final class SparkBlocks<B extends Block> implements Blocks<B> {
  /** A fingerprint and a block in binary form. */
  static final Encoder<Tuple2<Long, byte[]>> ENCODER =
      Encoders.tuple(Encoders.LONG(), Encoders.BINARY());

  /** More results than the driver may take of any pass. */
  static final long UNKNOWN = Integer.MAX_VALUE;

  private final Dataset<Tuple2<Long, byte[]>> blocks;
  private final RowEncoder<B> encoder;
  private final JobNames jobs;
  private final PassMemory memory;
  private final RowConsistencyCheck same;

  private long results = UNKNOWN;

  SparkBlocks(
      Dataset<Tuple2<Long, byte[]>> blocks,
      RowEncoder<B> encoder,
      JobNames jobs,
      PassMemory memory,
      RowConsistencyCheck same) {
    this.blocks = blocks;
    this.encoder = encoder;
    this.jobs = jobs;
    this.memory = memory;
    this.same = same;
  }

  @Override
  public void check(Fold<B> fold) {
    memory.check(fold);
  }

  @Override
  public long[] fold(Fold<B> fold, String description) {
    check(fold);
    Dataset<byte[]> parts =
        blocks.mapPartitions(new FoldBlocks<>(encoder, fold), Encoders.BINARY());
    PassTotals all = totals(parts, results, fold.size(), jobs, memory, description);
    results = all.parts();
    same.checkPass(all);
    return all.totals();
  }

  /**
   * Runs a pass.
   *
   * @param parts packed totals of each partition
   * @param results number of parts, or more if it is unknown
   * @param size number of totals
   */
  static PassTotals totals(
      Dataset<byte[]> parts,
      long results,
      int size,
      JobNames jobs,
      PassMemory memory,
      String description) {
    long most = memory.mostResults(size);
    Dataset<byte[]> returned =
        results > most
            ? parts
                .repartition(PassMemory.mergeTasks(most))
                .mapPartitions(new MergeTotals(size), Encoders.BINARY())
            : parts;
    PassTotals all = PassTotals.none(size);
    jobs.pass(description, returned::collectAsList).forEach(all::add);
    return all;
  }

  @Override
  public void close() {
    blocks.unpersist();
  }

  private static final class FoldBlocks<B extends Block>
      implements MapPartitionsFunction<Tuple2<Long, byte[]>, byte[]> {
    private static final long serialVersionUID = 1L;

    private final RowEncoder<B> encoder;
    private final Fold<B> fold;

    FoldBlocks(RowEncoder<B> encoder, Fold<B> fold) {
      this.encoder = encoder;
      this.fold = fold;
    }

    @Override
    public Iterator<byte[]> call(Iterator<Tuple2<Long, byte[]>> blocks) {
      PassTotals part = PassTotals.part(blocks.hasNext() ? fold.size() : 0);
      while (blocks.hasNext()) {
        Tuple2<Long, byte[]> block = blocks.next();
        part.fold(fold, encoder.read(block._2()), block._1());
      }
      return List.of(part.toBytes()).iterator();
    }
  }

  private static final class MergeTotals implements MapPartitionsFunction<byte[], byte[]> {
    private static final long serialVersionUID = 1L;

    private final int size;

    MergeTotals(int size) {
      this.size = size;
    }

    @Override
    public Iterator<byte[]> call(Iterator<byte[]> parts) {
      if (!parts.hasNext()) {
        return List.<byte[]>of().iterator();
      }
      PassTotals merged = PassTotals.none(size);
      parts.forEachRemaining(merged::add);
      return List.of(merged.toBytes()).iterator();
    }
  }
}
