package org.privatemean.spark;

import java.util.List;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.privatemean.refusal.ParamException;
import org.privatemean.rows.Block;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowPasses;
import org.privatemean.rows.RowPasses.RowFold;
import org.privatemean.rows.RowPasses.Sample;
import org.privatemean.rows.RowSample;
import org.privatemean.spark.column.NumberedRows;
import org.privatemean.spark.column.VectorColumn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rows of one column through Spark's public API alone, which every session has. */
final class SparkRows extends CheckedRows {
  private static final Logger LOG = LoggerFactory.getLogger("org.privatemean.spark.PrivateMean");

  /** Setting of Spark: restricts reading to public calls, for clusters where others fail late. */
  public static final String PUBLIC_ONLY = "spark.privatemean.publicApiOnly";

  private final Dataset<Row> column;
  private final Dataset<?> alike;
  private final VectorColumn reader;

  private SparkRows(
      Dataset<Row> column,
      Optional<Dataset<Row>> alike,
      VectorColumn reader,
      int dimension,
      InvalidRows invalidRows) {
    super(column.sparkSession(), dimension, invalidRows);
    this.column = column;
    this.alike = alike.orElse(column);
    this.reader = reader;
  }

  /** Returns {@link ClassicRows} if the session supports them. Both give the same bits. */
  public static CheckedRows create(
      Dataset<?> dataset, VectorColumn reader, int dimension, InvalidRows invalidRows) {
    return create(dataset, reader, dimension, invalidRows, Optional.empty(), false);
  }

  /** Same as {@link #create}, with equally many rows to count, or with a column of weights. */
  static CheckedRows create(
      Dataset<?> dataset,
      VectorColumn column,
      int dimension,
      InvalidRows invalidRows,
      Optional<Dataset<Row>> alike,
      boolean weighted) {
    VectorColumn reader = weighted ? column.withWeights() : column;
    Dataset<Row> read = select(dataset, reader.column(), weighted);
    Dataset<Row> stored = select(dataset, reader.inputColumn(), weighted);
    SparkRows published = new SparkRows(read, alike, reader, dimension, invalidRows);
    try {
      if (stored.sparkSession().conf().get(PUBLIC_ONLY, "false").equals("true")) {
        return published;
      }
      return new ClassicRows(
          published, stored, alike.orElse(stored), reader.internal(), invalidRows);
    } catch (RuntimeException | LinkageError withheld) {
      // Log only the class: a Spark message may contain row values.
      LOG.info(
          "Rows are read through public calls of Spark, which is slower, because of {}",
          withheld.getClass().getName());
      return published;
    }
  }

  private static Dataset<Row> select(Dataset<?> rows, Column vectors, boolean weighted) {
    return weighted ? rows.select(vectors, functions.col(KeyColumns.WEIGHT)) : rows.select(vectors);
  }

  @Override
  long runCount() {
    return dropsRows() ? runCheckedCount() : names.pass("count", alike::count);
  }

  @Override
  long runCheckedCount() {
    return names.pass("count", validRows()::count);
  }

  private RowReading<Row> reading() {
    return new RowReading<>(reader, dimension(), invalidRows);
  }

  private Dataset<Row> validRows() {
    return column.filter(reading().filter());
  }

  @Override
  public long totalWeight() {
    if (!reader.isWeighted()) {
      return count();
    }
    Dataset<Row> counted = dropsRows() ? validRows() : column;
    Dataset<Row> total = counted.agg(functions.sum(functions.col(KeyColumns.WEIGHT)));
    Row sum = names.pass("count", total::first);
    return sum.isNullAt(0) ? 0 : sum.getLong(0);
  }

  @Override
  <B extends Block> PersistedBlocks<B> encode(RowEncoder<B> encoder, PassMemory memory) {
    return new PublicBlocks<>(column, reading(), encoder, new PublicJobs(names, memory, false));
  }

  @Override
  Optional<RowPasses> passes(PassMemory memory) {
    return reader.isWeighted()
        ? Optional.empty()
        : Optional.of(new PublicPasses<>(NumberedRows.number(column, reader), memory));
  }

  /**
   * Passes over the rows, which read the source each time and persist nothing.
   *
   * <p>The number of the partition comes from the task if possible: for rows that are part of the
   * plan, Spark evaluates the column of numbers beforehand, with one value for all.
   */
  private final class PublicPasses<R> implements RowPasses {
    private final NumberedRows<R> column;
    private final RowReading<R> reading;
    private final PassMemory memory;
    private final PublicJobs jobs;

    PublicPasses(NumberedRows<R> column, PassMemory memory) {
      this.column = column;
      this.reading = new RowReading<>(column.reader(), dimension(), invalidRows);
      this.memory = memory;
      this.jobs = new PublicJobs(names, memory, false);
    }

    @Override
    public <B extends Block> Sample<B> sample(RowEncoder<B> encoder, RowSample sample) {
      memory.checkSample(sample.mostRows());
      Dataset<byte[]> kept =
          column
              .rows()
              .mapPartitions(samplePartition(reading, column.number(), sample), Encoders.BINARY());
      List<byte[]> pieces = jobs.collect(kept, "sample");
      if (!SampledPartition.areOfDifferentPartitions(pieces)) {
        throw new ParamException(
            "sampling",
            "{sampling}: this Spark does not distinguish partitions of rows",
            "set {sampling} to \"none\", or write the rows to a table first");
      }
      if (!dropsRows()) {
        same.checkCount(SampledPartition.read(pieces));
      }
      jobs.setResults(SampledPartition.partitions(pieces));
      return SampledPartition.sample(pieces, encoder);
    }

    @Override
    public long[] fold(RowFold fold, String description) {
      memory.checkRowPass(fold.size());
      PassTotals all =
          jobs.totals(column.rows(), PassTotals.foldRows(fold, reading), fold.size(), description);
      same.checkCount(all.rows());
      return all.totals();
    }
  }

  private static <R> MapPartitionsFunction<R, byte[]> samplePartition(
      RowReading<R> reading, MapFunction<R, Integer> number, RowSample sample) {
    return rows -> {
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
    };
  }
}
