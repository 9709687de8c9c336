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
import org.privatemean.rows.Fold;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowPasses;
import org.privatemean.rows.Rows;
import org.privatemean.spark.column.InternalColumn;

/**
 * The rows of one column of a DataFrame in Spark's internal form, with blocks persisted as objects.
 * It gives the same answers as {@link SparkRows} at a fraction of the cost.
 *
 * <p>It needs a classic session and internals that other versions of Spark may have changed. Hence
 * only {@link #probe} creates it, which checks for them before any job runs: a SparkContext, the
 * plan of a query with its rows, and vectors in their internal form. The probe links the RDD calls
 * most likely to be missing; the others are as old and need no check. No other class uses RDDs or
 * the plan of a query.
 */
public final class ClassicRows implements CheckedRows {
  private static final String NEEDS_REGISTRATION = "spark.kryo.registrationRequired";

  private final Rows published;
  private final Dataset<Row> column;
  private final Dataset<Row> alike;
  private final InternalColumn reader;
  private final InvalidRows invalidRows;
  private final SparkContext context;
  private final ClassicJobs jobs;
  private final RowConsistencyCheck same = new RowConsistencyCheck();
  private JavaRDD<InternalRow> internal;
  private long count = -1;

  private ClassicRows(
      Rows published,
      Dataset<Row> column,
      Dataset<Row> alike,
      InternalColumn reader,
      InvalidRows invalidRows) {
    this.published = published;
    this.column = column;
    this.alike = alike;
    this.reader = reader;
    this.invalidRows = invalidRows;
    this.context = column.sparkSession().sparkContext();
    this.jobs = new ClassicJobs(context, JobNames.find(column.sparkSession()));
  }

  /**
   * Checks that the session and this version of Spark have the internals that the class needs. Runs
   * no job.
   *
   * @param published the same rows through public calls
   * @param column the one column
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
  public long count() {
    if (count < 0) {
      Optional<JavaRDD<CachedBatch>> batches =
          invalidRows == InvalidRows.SKIP ? Optional.empty() : CachedCount.batches(alike);
      if (batches.isPresent()) {
        count(batches.get());
      } else {
        countRows(this::countableRows);
      }
    }
    return count;
  }

  @Override
  public void countChecked() {
    countRows(() -> internal().filter(new Valid(reader, dimension(), invalidRows)));
  }

  private void count(JavaRDD<CachedBatch> batches) {
    int tasks = jobs.tasksOfInput(batches.getNumPartitions(), 1);
    PassMemory memory = PassMemory.measure(column.sparkSession(), dimension());
    count = jobs.totals(batches, tasks, new CachedCount(), memory, "count").rows();
    same.checkCount(count);
  }

  private void countRows(Supplier<JavaRDD<InternalRow>> rows) {
    // Adaptive execution runs everything up to the last shuffle when the RDD is created, hence
    // inside the name.
    count =
        jobs.names()
            .pass(
                "count",
                () -> {
                  JavaRDD<InternalRow> counted = rows.get();
                  int tasks = jobs.tasksOfInput(counted.getNumPartitions(), 1);
                  return ClassicJobs.inTasks(counted, tasks).count();
                });
    same.checkCount(count);
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
  public int dimension() {
    return published.dimension();
  }

  @Override
  public boolean dropsRows() {
    return published.dropsRows();
  }

  /** Prepares blocks, which the first pass encodes and persists. */
  @Override
  public <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder) {
    return prepare(encoder, PassMemory.measure(column.sparkSession(), dimension()));
  }

  <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder, PassMemory memory) {
    memory.checkNarrowPasses();
    return new PersistedRows<>(
        internal()
            .mapPartitions(new Encode<>(reader, encoder, invalidRows))
            .persist(StorageLevel.MEMORY_AND_DISK()),
        jobs,
        memory,
        same);
  }

  @Override
  public Optional<RowPasses> passes() {
    return passes(
        PassMemory.measure(column.sparkSession(), dimension()), !CachedSourceDetector.is(column));
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
          jobs.names()
              .run("private mean: input", () -> column.queryExecution().toRdd().toJavaRDD());
    }
    return internal;
  }

  /** Blocks persisted by Spark as objects, memory first, then disk. */
  private static final class PersistedRows<B extends Block> implements Blocks<B> {
    /**
     * The number while rows are encoded, so that a slow task does not delay the others for long.
     */
    private static final int TASKS_PER_CORE = 4;

    private final JavaRDD<FingerprintedBlock<B>> blocks;
    private final ClassicJobs jobs;
    private final PassMemory memory;
    private final RowConsistencyCheck same;
    private boolean persisted;

    PersistedRows(
        JavaRDD<FingerprintedBlock<B>> blocks,
        ClassicJobs jobs,
        PassMemory memory,
        RowConsistencyCheck same) {
      this.blocks = blocks;
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
      int partitions = blocks.getNumPartitions();
      int tasks =
          persisted ? jobs.tasksOfHeld(partitions) : jobs.tasksOfInput(partitions, TASKS_PER_CORE);
      PassTotals all =
          jobs.totals(blocks, tasks, new FoldInternalRows<>(fold), memory, description);
      same.checkPass(all);
      persisted = true;
      return all.totals();
    }

    @Override
    public void close() {
      blocks.unpersist(false);
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

  private static final class Encode<B extends Block>
      implements FlatMapFunction<Iterator<InternalRow>, FingerprintedBlock<B>> {
    private static final long serialVersionUID = 1L;

    private final InternalColumn reader;
    private final RowEncoder<B> encoder;
    private final InvalidRows invalidRows;

    Encode(InternalColumn reader, RowEncoder<B> encoder, InvalidRows invalidRows) {
      this.reader = reader;
      this.encoder = encoder;
      this.invalidRows = invalidRows;
    }

    @Override
    public Iterator<FingerprintedBlock<B>> call(Iterator<InternalRow> rows) {
      return new BlockIterator<>(rows, reader, encoder, invalidRows);
    }
  }

  private static final class FoldInternalRows<B extends Block>
      extends ClassicJobs.PartOfTask<FingerprintedBlock<B>> {
    private static final long serialVersionUID = 1L;

    private final Fold<B> fold;

    FoldInternalRows(Fold<B> fold) {
      super(fold.size());
      this.fold = fold;
    }

    @Override
    PassTotals of(Iterator<FingerprintedBlock<B>> blocks) {
      PassTotals totals = PassTotals.part(size());
      blocks.forEachRemaining(block -> totals.fold(fold, block.block(), block.fingerprint()));
      return totals;
    }
  }
}
