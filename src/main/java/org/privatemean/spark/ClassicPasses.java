package org.privatemean.spark;

import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.storage.StorageLevel;
import org.privatemean.rows.Block;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowPasses;
import org.privatemean.rows.RowPasses.RowFold;
import org.privatemean.rows.RowPasses.Sample;
import org.privatemean.rows.RowSample;

/**
 * Passes over rows in Spark's internal form: over the source if it is cheap to read, otherwise over
 * tiles, which the job of the sample persists. Both give the same results: a sample is drawn per
 * partition of the source.
 */
final class ClassicPasses implements RowPasses {
  private final Supplier<JavaRDD<InternalRow>> source;
  private final boolean holds;
  private final RowReading<InternalRow> reading;
  private final ClassicJobs jobs;
  private final PassMemory memory;
  private final RowConsistencyCheck same;

  /** Null while the source is read. */
  private JavaRDD<RowTile> tiles;

  /** Creates the passes; {@code holds} is true if the source is read only once. */
  ClassicPasses(
      Supplier<JavaRDD<InternalRow>> source,
      boolean holds,
      RowReading<InternalRow> reading,
      ClassicJobs jobs,
      PassMemory memory,
      RowConsistencyCheck same) {
    this.source = source;
    this.holds = holds;
    this.reading = reading;
    this.jobs = jobs;
    this.memory = memory;
    this.same = same;
  }

  @Override
  public <B extends Block> Sample<B> sample(RowEncoder<B> encoder, RowSample sample) {
    memory.checkSample(sample.mostRows());
    close();
    List<byte[]> pieces =
        jobs.names().pass("sample", () -> (holds ? hold(sample) : read(sample)).collect());
    if (holds || reading.rule() != InvalidRows.SKIP) {
      same.checkCount(SampledPartition.read(pieces));
    }
    return SampledPartition.sample(pieces, encoder);
  }

  private JavaRDD<byte[]> read(RowSample sample) {
    JavaRDD<InternalRow> rows = source.get();
    return ClassicJobs.inTasks(
        rows.mapPartitionsWithIndex(new SampleOfRows(reading, sample), false),
        jobs.tasksOfInput(rows.getNumPartitions(), 1));
  }

  private JavaRDD<byte[]> hold(RowSample sample) {
    tiles =
        source
            .get()
            .mapPartitionsWithIndex(new TilesOfRows(reading, sample), false)
            .persist(StorageLevel.MEMORY_AND_DISK());
    return ClassicJobs.inTasks(
        tiles.mapPartitionsWithIndex(new SampleOfTiles(reading.dimension()), false),
        jobs.tasksOfInput(tiles.getNumPartitions(), ClassicJobs.TASKS_PER_CORE));
  }

  @Override
  public long[] fold(RowFold fold, String description) {
    memory.checkRowPass(fold.size());
    PassTotals all;
    if (tiles == null) {
      JavaRDD<InternalRow> rows = jobs.names().pass(description, source);
      int tasks = jobs.tasksOfInput(rows.getNumPartitions(), 1);
      all = totals(rows, tasks, new PassTotals.FoldRows<>(fold, reading), fold, description);
    } else {
      int tasks = jobs.tasksOfHeld(tiles.getNumPartitions());
      all = totals(tiles, tasks, new FoldTiles(fold, reading), fold, description);
    }
    same.checkCount(all.rows());
    return all.totals();
  }

  private <T> PassTotals totals(
      JavaRDD<T> rows, int tasks, PartitionTask<T> task, RowFold fold, String description) {
    long most = memory.mostResults(fold.size());
    return jobs.totals(rows, tasks, task, fold.size(), most, description);
  }

  @Override
  public void close() {
    if (tiles != null) {
      tiles.unpersist(false);
      tiles = null;
    }
  }

  /** The sampled rows of a partition; other rows are not read. */
  private record SampleOfRows(RowReading<InternalRow> reading, RowSample sample)
      implements Function2<Integer, Iterator<InternalRow>, Iterator<byte[]>> {
    @Override
    public Iterator<byte[]> call(Integer partition, Iterator<InternalRow> rows) {
      SampledPartition kept = new SampledPartition(reading.dimension());
      RowSample.Picks picks = sample.picks(partition);
      while (rows.hasNext()) {
        kept.read(rows.next(), reading, picks);
      }
      return kept.toPieces(partition).iterator();
    }
  }

  private record TilesOfRows(RowReading<InternalRow> reading, RowSample sample)
      implements Function2<Integer, Iterator<InternalRow>, Iterator<RowTile>> {
    @Override
    public Iterator<RowTile> call(Integer partition, Iterator<InternalRow> rows) {
      return new RowTile.Tiles<>(rows, reading, sample.picks(partition));
    }
  }

  private record SampleOfTiles(int dimension)
      implements Function2<Integer, Iterator<RowTile>, Iterator<byte[]>> {
    @Override
    public Iterator<byte[]> call(Integer partition, Iterator<RowTile> tiles) {
      SampledPartition kept = new SampledPartition(dimension);
      tiles.forEachRemaining(kept::add);
      return kept.toPieces(partition).iterator();
    }
  }

  private record FoldTiles(RowFold fold, RowReading<InternalRow> reading)
      implements PartitionTask<RowTile> {
    @Override
    public byte[] run(Iterator<RowTile> tiles) {
      RowFold.Adder adder = fold.start();
      double[] buffer = reading.newBuffer();
      String source = reading.reader().source();
      long rows = 0;
      while (tiles.hasNext()) {
        double[] values = tiles.next().values();
        for (int from = 0; from < values.length; from += buffer.length) {
          System.arraycopy(values, from, buffer, 0, buffer.length);
          adder.addRead(buffer, true, reading.rule(), source);
          rows++;
        }
      }
      return PassTotals.part(adder.totals(), rows).toBytes();
    }
  }
}
