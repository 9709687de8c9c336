package org.privatemean.spark.pass;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.privatemean.refusal.ParamException;
import org.privatemean.rows.Block;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowFold;
import org.privatemean.rows.RowPasses;
import org.privatemean.rows.RowSample;
import org.privatemean.spark.column.CellReader;
import org.privatemean.spark.column.NumberedRows;

/**
 * Passes over rows through public calls, which read the source each time and persist nothing.
 *
 * <p><b>The number of the partition</b> is a second column and comes from the task if possible: for
 * rows that are part of the plan, Spark evaluates the column beforehand, with one value for all. No
 * operation above these rows coalesces partitions. It checks that numbers are distinct.
 */
final class PublicPasses<R> implements RowPasses {
  private final NumberedRows<R> column;
  private final int dimension;
  private final InvalidRows rule;
  private final JobNames jobs;
  private final PassMemory memory;
  private final RowConsistencyCheck same;

  private long results = SparkBlocks.UNKNOWN;

  PublicPasses(
      NumberedRows<R> column,
      int dimension,
      InvalidRows rule,
      JobNames jobs,
      PassMemory memory,
      RowConsistencyCheck same) {
    this.column = column;
    this.dimension = dimension;
    this.rule = rule;
    this.jobs = jobs;
    this.memory = memory;
    this.same = same;
  }

  @Override
  public <B extends Block> Sample<B> sample(RowEncoder<B> encoder, RowSample sample) {
    memory.checkSample(sample.mostRows());
    Dataset<byte[]> kept =
        column
            .rows()
            .mapPartitions(
                new SamplePartition<>(column.reader(), column.number(), dimension, rule, sample),
                Encoders.BINARY());
    List<byte[]> pieces = jobs.pass("sample", kept::collectAsList);
    if (!SampledPartition.areOfDifferentPartitions(pieces)) {
      throw new ParamException(
          "sampling",
          "{sampling}: this Spark does not distinguish partitions of rows",
          "set {sampling} to \"none\", or write the rows to a table first");
    }
    if (rule != InvalidRows.SKIP) {
      same.checkCount(SampledPartition.read(pieces));
    }
    results = SampledPartition.partitions(pieces);
    return SampledPartition.sample(pieces, encoder);
  }

  @Override
  public long[] fold(RowFold fold, String description) {
    memory.checkRowPass(fold.size());
    Dataset<byte[]> parts =
        column
            .rows()
            .mapPartitions(
                new FoldPublicRows<>(column.reader(), dimension, rule, fold), Encoders.BINARY());
    PassTotals all = SparkBlocks.totals(parts, results, fold.size(), jobs, memory, description);
    same.checkCount(all.rows());
    results = all.parts();
    return all.totals();
  }

  @Override
  public void close() {
    // Nothing is persisted, so there is nothing to free.
  }

  private static final class SamplePartition<R> implements MapPartitionsFunction<R, byte[]> {
    private static final long serialVersionUID = 1L;

    private final CellReader<R> reader;
    private final NumberedRows.PartitionOf<R> number;
    private final int dimension;
    private final InvalidRows rule;
    private final RowSample sample;

    SamplePartition(
        CellReader<R> reader,
        NumberedRows.PartitionOf<R> number,
        int dimension,
        InvalidRows rule,
        RowSample sample) {
      this.reader = reader;
      this.number = number;
      this.dimension = dimension;
      this.rule = rule;
      this.sample = sample;
    }

    @Override
    public Iterator<byte[]> call(Iterator<R> rows) {
      SampledPartition kept = new SampledPartition(dimension);
      int partition = 0;
      if (rows.hasNext()) {
        R first = rows.next();
        TaskContext task = TaskContext.get();
        partition = task == null ? number.of(first) : task.partitionId();
        kept.read(new WithFirst<>(first, rows), reader, rule, sample.picks(partition));
      }
      return kept.toPieces(partition).iterator();
    }
  }

  /** An iterator over one row and those after it. */
  private static final class WithFirst<R> implements Iterator<R> {
    private final Iterator<R> rest;
    private R first;

    WithFirst(R first, Iterator<R> rest) {
      this.first = first;
      this.rest = rest;
    }

    @Override
    public boolean hasNext() {
      return first != null || rest.hasNext();
    }

    @Override
    public R next() {
      if (first == null) {
        return rest.next();
      }
      R next = first;
      first = null;
      return next;
    }
  }

  private static final class FoldPublicRows<R> implements MapPartitionsFunction<R, byte[]> {
    private static final long serialVersionUID = 1L;

    private final CellReader<R> reader;
    private final int dimension;
    private final InvalidRows rule;
    private final RowFold fold;

    FoldPublicRows(CellReader<R> reader, int dimension, InvalidRows rule, RowFold fold) {
      this.reader = reader;
      this.dimension = dimension;
      this.rule = rule;
      this.fold = fold;
    }

    @Override
    public Iterator<byte[]> call(Iterator<R> rows) {
      PassTotals part =
          rows.hasNext()
              ? PassTotals.fold(fold, rows, reader, dimension, rule)
              : PassTotals.part(0);
      return List.of(part.toBytes()).iterator();
    }
  }
}
