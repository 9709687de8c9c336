package org.privatemean.spark.pass;

import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.storage.StorageLevel;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowPasses;
import org.privatemean.rows.Rows;
import org.privatemean.spark.column.InternalColumn;

/**
 * The rows of one column of a DataFrame in Spark's internal form, with blocks persisted as objects.
 * It gives the same answers as {@link SparkRows} at a fraction of the cost.
 *
 * <p>Only {@link #probe} creates it, which checks before any job for the internals that other
 * versions of Spark may have changed: a SparkContext, the plan of a query with its rows, the first
 * RDD calls, and vectors in their internal form.
 */
final class ClassicRows extends CheckedRows {
  private static final String NEEDS_REGISTRATION = "spark.kryo.registrationRequired";

  private final Rows published;
  private final Dataset<Row> column;
  private final Dataset<Row> alike;
  private final InternalColumn reader;
  private final SparkContext context;
  private final ClassicJobs jobs;
  private JavaRDD<InternalRow> internal;

  private ClassicRows(
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
    this.context = session.sparkContext();
    this.jobs = new ClassicJobs(context, names);
  }

  /**
   * Checks that the session and this version of Spark have the internals that the class needs. Runs
   * no job.
   *
   * @param published the same rows through public calls
   * @param alike rows to count instead of these; the same rows, or equally many
   * @throws RuntimeException or LinkageError if an internal is missing
   */
  static ClassicRows probe(
      Rows published,
      Dataset<Row> column,
      Dataset<Row> alike,
      InternalColumn reader,
      InvalidRows invalidRows) {
    InternalColumn.probe();
    ClassicRows rows = new ClassicRows(published, column, alike, reader, invalidRows);
    if (rows.context.getConf().getBoolean(NEEDS_REGISTRATION, false)) {
      throw new IllegalStateException(
          "Kryo registration is required, and this library's classes are not registered");
    }
    Objects.requireNonNull(column.queryExecution());
    try {
      QueryExecution.class.getMethod("toRdd");
    } catch (NoSuchMethodException absent) {
      throw new IllegalStateException(absent);
    }
    rows.planNothing();
    return rows;
  }

  /** Links the first RDD calls, on an RDD without partitions. */
  private void planNothing() {
    JavaRDD<InternalRow> none = JavaSparkContext.fromSparkContext(context).emptyRDD();
    none.filter(new Valid(reader, dimension(), InvalidRows.SKIP)).coalesce(1).unpersist(false);
  }

  /**
   * Counts rows without columns, which a source need not read, in few tasks and without a shuffle.
   */
  @Override
  long runCount() {
    Optional<JavaRDD<CachedBatch>> batches =
        invalidRows == InvalidRows.SKIP ? Optional.empty() : CachedSourceDetector.batches(alike);
    if (batches.isEmpty()) {
      return count(this::countableRows);
    }
    int tasks = jobs.tasksOfInput(batches.get().getNumPartitions(), 1);
    return jobs.totals(batches.get(), tasks, new CountBatches(), 1, memory(), "count").rows();
  }

  @Override
  long runCheckedCount() {
    return count(() -> internal().filter(new Valid(reader, dimension(), invalidRows)));
  }

  private long count(Supplier<JavaRDD<InternalRow>> rows) {
    // Adaptive execution runs everything up to the last shuffle when the RDD is created, hence
    // inside the name.
    return names.pass(
        "count",
        () -> {
          JavaRDD<InternalRow> counted = rows.get();
          int tasks = jobs.tasksOfInput(counted.getNumPartitions(), 1);
          return ClassicJobs.inTasks(counted, tasks).count();
        });
  }

  @Override
  public long totalWeight() {
    return reader.isWeighted() ? published.totalWeight() : count();
  }

  private JavaRDD<InternalRow> countableRows() {
    return invalidRows == InvalidRows.SKIP
        ? internal().filter(new Valid(reader, dimension(), InvalidRows.SKIP))
        : alike.select(new Column[0]).queryExecution().toRdd().toJavaRDD();
  }

  @Override
  <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder, PassMemory memory) {
    return new ClassicBlocks<>(encoder, memory);
  }

  @Override
  Optional<RowPasses> passes(PassMemory memory) {
    return passes(memory, !CachedSourceDetector.is(column));
  }

  /** Same as {@link #passes()}, with a given memory, and with or without persisted rows. */
  Optional<RowPasses> passes(PassMemory memory, boolean holds) {
    ClassicPasses.RowReading reading =
        new ClassicPasses.RowReading(reader, dimension(), invalidRows);
    return reader.isWeighted()
        ? Optional.empty()
        : Optional.of(new ClassicPasses(this::internal, holds, reading, jobs, memory, same));
  }

  /**
   * Returns the rows of the query; adaptive execution runs everything up to its last shuffle here.
   */
  private JavaRDD<InternalRow> internal() {
    if (internal == null) {
      internal =
          names.run("private mean: input", () -> column.queryExecution().toRdd().toJavaRDD());
    }
    return internal;
  }

  /** Blocks persisted as objects. */
  private final class ClassicBlocks<B extends Block> extends PersistedBlocks<B> {
    private final JavaRDD<FingerprintedBlock<B>> blocks;
    private boolean persisted;

    ClassicBlocks(RowEncoder<B> encoder, PassMemory memory) {
      super(memory);
      this.blocks = Encode.persist(internal(), reader, encoder, invalidRows);
    }

    @Override
    PassTotals run(PassTotals.FoldBlocks<B> task, String description) {
      int partitions = blocks.getNumPartitions();
      int tasks =
          persisted
              ? jobs.tasksOfHeld(partitions)
              : jobs.tasksOfInput(partitions, ClassicJobs.TASKS_PER_CORE);
      PassTotals all = jobs.totals(blocks, tasks, task, task.fold().size(), memory, description);
      persisted = true;
      return all;
    }

    @Override
    public void close() {
      blocks.unpersist(false);
    }
  }

  /** The number of rows of persisted batches, each of which knows its own. */
  private record CountBatches() implements PartitionTask<CachedBatch> {
    @Override
    public byte[] run(Iterator<CachedBatch> batches) {
      long rows = 0;
      while (batches.hasNext()) {
        rows += batches.next().numRows();
      }
      return PassTotals.part(new long[] {rows}, rows).toBytes();
    }
  }

  private static final class Valid implements Function<InternalRow, Boolean> {
    private static final long serialVersionUID = 1L;
    private final InternalColumn reader;
    private final double[] buffer;
    private final InvalidRows invalidRows;

    Valid(InternalColumn reader, int dimension, InvalidRows invalidRows) {
      this.reader = reader;
      this.invalidRows = invalidRows;
      this.buffer = new double[dimension];
    }

    @Override
    public Boolean call(InternalRow row) {
      return reader.read(row, buffer, invalidRows);
    }
  }

  /** The function that encodes the rows of a partition into blocks. */
  record Encode<B extends Block>(
      InternalColumn reader, RowEncoder<B> encoder, InvalidRows invalidRows)
      implements FlatMapFunction<Iterator<InternalRow>, FingerprintedBlock<B>> {
    static <B extends Block> JavaRDD<FingerprintedBlock<B>> persist(
        JavaRDD<InternalRow> rows,
        InternalColumn reader,
        RowEncoder<B> encoder,
        InvalidRows invalidRows) {
      return rows.mapPartitions(new Encode<>(reader, encoder, invalidRows))
          .persist(StorageLevel.MEMORY_AND_DISK());
    }

    @Override
    public Iterator<FingerprintedBlock<B>> call(Iterator<InternalRow> rows) {
      return new BlockIterator<>(rows, reader, encoder, invalidRows);
    }
  }
}
