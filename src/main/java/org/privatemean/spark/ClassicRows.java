package org.privatemean.spark;

import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.storage.StorageLevel;
import org.privatemean.rows.Block;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowPasses;
import org.privatemean.rows.RowPasses.RowFold;
import org.privatemean.rows.RowPasses.Sample;
import org.privatemean.rows.RowSample;
import org.privatemean.rows.Rows;
import org.privatemean.spark.column.InternalColumn;

/** Rows of one column in Spark's internal form: the answers of {@link SparkRows}, but faster. */
final class ClassicRows extends CheckedRows {
  private static final String NEEDS_REGISTRATION = "spark.kryo.registrationRequired";

  private final Rows published;
  private final Dataset<Row> column;
  private final Dataset<Row> alike;
  private final InternalColumn reader;
  private final ClassicJobs jobs;
  private JavaRDD<InternalRow> internal;

  /**
   * Creates rows, and checks, without a job, that the session and this version of Spark have the
   * internals that the class needs: a SparkContext, the plan of a query with its rows, the first
   * RDD calls, and vectors in their internal form. Throws a RuntimeException or LinkageError
   * otherwise.
   *
   * @param alike rows to count instead of these; the same rows, or equally many
   */
  ClassicRows(
      Rows published,
      Dataset<Row> column,
      Dataset<Row> alike,
      InternalColumn reader,
      InvalidRows invalidRows) {
    super(column.sparkSession(), published.dimension(), invalidRows);
    this.published = published;
    this.column = column;
    this.alike = alike;
    this.reader = reader;
    this.jobs = new ClassicJobs(session.sparkContext(), names);
    InternalColumn.probe();
    if (jobs.context().getConf().getBoolean(NEEDS_REGISTRATION, false)) {
      throw new IllegalStateException(
          "Kryo registration is required, and this library's classes are not registered");
    }
    Objects.requireNonNull(column.queryExecution());
    try {
      QueryExecution.class.getMethod("toRdd");
    } catch (NoSuchMethodException absent) {
      throw new IllegalStateException(absent);
    }
    // Links the first RDD calls, on an RDD without partitions.
    JavaRDD<InternalRow> none = JavaSparkContext.fromSparkContext(jobs.context()).emptyRDD();
    none.filter(reading().filter()::call).coalesce(1).unpersist(false);
  }

  private RowReading<InternalRow> reading() {
    return new RowReading<>(reader, dimension(), invalidRows);
  }

  /** Counts rows without columns, which a source need not read, and without a shuffle. */
  @Override
  long runCount() {
    if (dropsRows()) {
      return runCheckedCount();
    }
    Optional<JavaRDD<CachedBatch>> batches = CachedSourceDetector.batches(alike);
    if (batches.isEmpty()) {
      return count(() -> alike.select(new Column[0]).queryExecution().toRdd().toJavaRDD());
    }
    PartitionTask<CachedBatch> task =
        read -> {
          long rows = 0;
          while (read.hasNext()) {
            rows += read.next().numRows();
          }
          return PassTotals.part(new long[0], rows).toBytes();
        };
    long most = memory().mostResults(1);
    return jobs.totals(jobs.limit(batches.get(), 1), task, 1, most, "count").rows();
  }

  @Override
  long runCheckedCount() {
    return count(() -> internal().filter(reading().filter()::call));
  }

  private long count(Supplier<JavaRDD<InternalRow>> rows) {
    // Adaptive execution runs everything up to the last shuffle when the RDD is created, hence
    // inside the name.
    return names.pass("count", () -> jobs.limit(rows.get(), 1).count());
  }

  @Override
  public long totalWeight() {
    return reader.isWeighted() ? published.totalWeight() : count();
  }

  @Override
  <B extends Block> PersistedBlocks<B> encode(RowEncoder<B> encoder, PassMemory memory) {
    return new ClassicBlocks<>(internal(), reading(), encoder, jobs, memory, false);
  }

  @Override
  Optional<RowPasses> passes(PassMemory memory) {
    return passes(memory, !CachedSourceDetector.is(column));
  }

  /** Same as {@link #passes()}, with a given memory, and with or without persisted rows. */
  Optional<RowPasses> passes(PassMemory memory, boolean holds) {
    return reader.isWeighted() ? Optional.empty() : Optional.of(new ClassicPasses(memory, holds));
  }

  private JavaRDD<InternalRow> internal() {
    if (internal == null) {
      internal = ClassicBlocks.input(column, names);
    }
    return internal;
  }

  /**
   * Passes over the rows: over the source if it is cheap to read, otherwise over tiles, which the
   * job of the sample persists. Both give the same results: a sample is drawn per partition of the
   * source.
   */
  private final class ClassicPasses implements RowPasses {
    private final PassMemory memory;

    /** True if the source is read only once. */
    private final boolean holds;

    /** Null while the source is read. */
    private JavaRDD<RowTile> tiles;

    ClassicPasses(PassMemory memory, boolean holds) {
      this.memory = memory;
      this.holds = holds;
    }

    @Override
    public <B extends Block> Sample<B> sample(RowEncoder<B> encoder, RowSample sample) {
      memory.checkSample(sample.mostRows());
      close();
      List<byte[]> pieces =
          names.pass("sample", () -> (holds ? hold(sample) : read(sample)).collect());
      if (holds || !dropsRows()) {
        same.checkCount(SampledPartition.read(pieces));
      }
      return SampledPartition.sample(pieces, encoder);
    }

    private JavaRDD<byte[]> read(RowSample sample) {
      RowReading<InternalRow> reading = reading();
      Function2<Integer, Iterator<InternalRow>, Iterator<byte[]>> ofPartition =
          (partition, rows) -> {
            SampledPartition kept = new SampledPartition(reading.dimension());
            RowSample.Picks picks = sample.picks(partition);
            while (rows.hasNext()) {
              kept.read(rows.next(), reading, picks);
            }
            return kept.toPieces(partition).iterator();
          };
      return jobs.limit(internal().mapPartitionsWithIndex(ofPartition, false), 1);
    }

    private JavaRDD<byte[]> hold(RowSample sample) {
      RowReading<InternalRow> reading = reading();
      tiles =
          internal()
              .mapPartitionsWithIndex(
                  (part, rows) -> RowTile.read(rows, reading, sample.picks(part)), false)
              .persist(StorageLevel.MEMORY_AND_DISK());
      Function2<Integer, Iterator<RowTile>, Iterator<byte[]>> ofPartition =
          (partition, read) -> {
            SampledPartition kept = new SampledPartition(reading.dimension());
            read.forEachRemaining(kept::add);
            return kept.toPieces(partition).iterator();
          };
      return jobs.limit(
          tiles.mapPartitionsWithIndex(ofPartition, false), ClassicJobs.TASKS_PER_CORE);
    }

    @Override
    public long[] fold(RowFold fold, String description) {
      memory.checkRowPass(fold.size());
      PassTotals all;
      if (tiles == null) {
        JavaRDD<InternalRow> rows = names.pass(description, ClassicRows.this::internal);
        all = totals(jobs.limit(rows, 1), PassTotals.foldRows(fold, reading()), fold, description);
      } else {
        all = totals(jobs.limitHeld(tiles), foldTiles(fold, reading()), fold, description);
      }
      same.checkCount(all.rows());
      return all.totals();
    }

    private <T> PassTotals totals(
        JavaRDD<T> rows, PartitionTask<T> task, RowFold fold, String description) {
      long most = memory.mostResults(fold.size());
      return jobs.totals(rows, task, fold.size(), most, description);
    }

    @Override
    public void close() {
      if (tiles != null) {
        tiles.unpersist(false);
        tiles = null;
      }
    }
  }

  private static PartitionTask<RowTile> foldTiles(RowFold fold, RowReading<InternalRow> reading) {
    return tiles -> {
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
    };
  }
}
