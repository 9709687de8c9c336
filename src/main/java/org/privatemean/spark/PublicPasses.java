package org.privatemean.spark;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.privatemean.refusal.ParamException;
import org.privatemean.rows.Block;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowPasses;
import org.privatemean.rows.RowPasses.RowFold;
import org.privatemean.rows.RowPasses.Sample;
import org.privatemean.rows.RowSample;
import org.privatemean.spark.column.NumberedRows;

/**
 * Passes over rows through public calls, which read the source each time and persist nothing.
 *
 * <p>The number of the partition comes from the task if possible: for rows that are part of the
 * plan, Spark evaluates the column of numbers beforehand, with one value for all.
 */
record PublicPasses<R>(
    NumberedRows<R> column, RowReading<R> reading, PublicJobs jobs, RowConsistencyCheck same)
    implements RowPasses {
  PublicPasses(
      NumberedRows<R> column,
      int dimension,
      InvalidRows rule,
      PublicJobs jobs,
      RowConsistencyCheck same) {
    this(column, new RowReading<>(column.reader(), dimension, rule), jobs, same);
  }

  @Override
  public <B extends Block> Sample<B> sample(RowEncoder<B> encoder, RowSample sample) {
    jobs.memory().checkSample(sample.mostRows());
    Dataset<byte[]> kept =
        column
            .rows()
            .mapPartitions(
                new SamplePartition<>(reading, column.number(), sample), Encoders.BINARY());
    List<byte[]> pieces = jobs.names().pass("sample", kept::collectAsList);
    if (!SampledPartition.areOfDifferentPartitions(pieces)) {
      throw new ParamException(
          "sampling",
          "{sampling}: this Spark does not distinguish partitions of rows",
          "set {sampling} to \"none\", or write the rows to a table first");
    }
    if (reading.rule() != InvalidRows.SKIP) {
      same.checkCount(SampledPartition.read(pieces));
    }
    jobs.setResults(SampledPartition.partitions(pieces));
    return SampledPartition.sample(pieces, encoder);
  }

  @Override
  public long[] fold(RowFold fold, String description) {
    jobs.memory().checkRowPass(fold.size());
    PartitionTask<R> task = new PassTotals.FoldRows<>(fold, reading);
    long most = jobs.memory().mostResults(fold.size());
    PassTotals all = jobs.totals(column.rows(), task, fold.size(), most, description);
    same.checkCount(all.rows());
    return all.totals();
  }

  private record SamplePartition<R>(
      RowReading<R> reading, MapFunction<R, Integer> number, RowSample sample)
      implements MapPartitionsFunction<R, byte[]> {
    @Override
    public Iterator<byte[]> call(Iterator<R> rows) throws Exception {
      SampledPartition kept = new SampledPartition(reading.dimension());
      int partition = 0;
      if (rows.hasNext()) {
        R row = rows.next();
        TaskContext task = TaskContext.get();
        partition = task == null ? number.call(row) : task.partitionId();
        RowSample.Picks picks = sample.picks(partition);
        kept.read(row, reading, picks);
        while (rows.hasNext()) {
          kept.read(rows.next(), reading, picks);
        }
      }
      return kept.toPieces(partition).iterator();
    }
  }
}
