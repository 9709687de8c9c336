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
 * The rows of one column of a DataFrame in Spark's internal form, and their blocks held as the
 * objects that they are: the answers of {@link SparkRows} at a fraction of its cost.
 *
 * <p>It needs a classic session and internals that another version of Spark may have changed. So it
 * is made by {@link #probe} alone, which looks for these before any job runs: a SparkContext, the
 * plan of a query with its rows, and vectors in their internal form. The probe links the RDD calls
 * most likely to be missing; the rest are as old as these and need no check. It is the one class
 * that uses RDDs or the plan of a query.
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
   * Looks whether the session and this version of Spark have the internals that the class needs.
   * Runs no job.
   *
   * @param published the same rows through public calls
   * @param column the one column
   * @param alike rows to be counted in place of these; the same, or as many
   * @throws RuntimeException or LinkageError if they have not
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

  /** Links the first calls to an RDD, on one of no partitions. */
  private void planNothing() {
    JavaRDD<InternalRow> none = JavaSparkContext.fromSparkContext(context).emptyRDD();
    none.filter(new Valid(reader, dimension(), InvalidRows.SKIP)).coalesce(1).unpersist(false);
  }

  /** Counts rows of no columns, which a source need not read: without a shuffle, in few tasks. */
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
    // Adaptive execution runs all up to the last shuffle where the RDD is made: under the name.
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

  /** The blocks are encoded and persisted by the first pass over them. */
  @Override
  public <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder) {
    return prepare(encoder, PassMemory.measure(column.sparkSession(), dimension()));
  }

  /** Same as {@link #prepare(RowEncoder)}, in a given memory. */
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

  /** Same as {@link #passes()}, in a given memory, with rows held or not. */
  Optional<RowPasses> passes(PassMemory memory, boolean holds) {
    ClassicPasses.RowReading reading =
        new ClassicPasses.RowReading(reader, dimension(), invalidRows);
    return reader.isWeighted()
        ? Optional.empty()
        : Optional.of(new ClassicPasses(this::internal, holds, reading, jobs, memory, same));
  }

  /** The rows of the query; adaptive execution runs all up to its last shuffle here. */
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
    /** While rows are still encoded, so that a slow task does not hold up the rest for long. */
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
