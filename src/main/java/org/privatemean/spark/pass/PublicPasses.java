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
import org.privatemean.rows.RowPasses.Sample;
import org.privatemean.rows.RowSample;
import org.privatemean.spark.column.CellReader;
import org.privatemean.spark.column.NumberedRows;

/**
 * Passes over rows through public calls, which read the source each time and persist nothing.
 *
 * <p>The number of the partition comes from the task if possible: for rows that are part of the
 * plan, Spark evaluates the column of numbers beforehand, with one value for all.
 */
final class PublicPasses<R> implements RowPasses {
  private final NumberedRows<R> column;
  private final int dimension;
  private final InvalidRows rule;
  private final PublicJobs jobs;
  private final RowConsistencyCheck same;

  PublicPasses(
      NumberedRows<R> column,
      int dimension,
      InvalidRows rule,
      PublicJobs jobs,
      RowConsistencyCheck same) {
    this.column = column;
    this.dimension = dimension;
    this.rule = rule;
    this.jobs = jobs;
    this.same = same;
  }

  @Override
  public <B extends Block> Sample<B> sample(RowEncoder<B> encoder, RowSample sample) {
    jobs.memory().checkSample(sample.mostRows());
    Dataset<byte[]> kept =
        column
            .rows()
            .mapPartitions(
                new SamplePartition<>(column.reader(), column.number(), dimension, rule, sample),
                Encoders.BINARY());
    List<byte[]> pieces = jobs.collect(kept, "sample");
    if (!SampledPartition.areOfDifferentPartitions(pieces)) {
      throw new ParamException(
          "sampling",
          "{sampling}: this Spark does not distinguish partitions of rows",
          "set {sampling} to \"none\", or write the rows to a table first");
    }
    if (rule != InvalidRows.SKIP) {
      same.checkCount(SampledPartition.read(pieces));
    }
    jobs.setResults(SampledPartition.partitions(pieces));
    return SampledPartition.sample(pieces, encoder);
  }

  @Override
  public long[] fold(RowFold fold, String description) {
    jobs.memory().checkRowPass(fold.size());
    PartitionTask<R> task = new PassTotals.FoldRows<>(fold, column.reader(), dimension, rule);
    PassTotals all = jobs.totals(column.rows(), task, fold.size(), description);
    same.checkCount(all.rows());
    return all.totals();
  }

  @Override
  public void close() {
    // Nothing is persisted, so there is nothing to free.
  }

  private record SamplePartition<R>(
      CellReader<R> reader,
      NumberedRows.PartitionOf<R> number,
      int dimension,
      InvalidRows rule,
      RowSample sample)
      implements MapPartitionsFunction<R, byte[]> {
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
}
