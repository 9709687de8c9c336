package org.privatemean.spark.pass;

import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowPasses;
import org.privatemean.spark.column.NumberedRows;
import org.privatemean.spark.column.ValidRow;
import org.privatemean.spark.column.VectorColumn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * The rows of one column of a DataFrame, through the public Dataset API alone, which works in every
 * session and version of Spark.
 */
public final class SparkRows extends CheckedRows {
  /** The logger name that users know. */
  private static final Logger LOG = LoggerFactory.getLogger("org.privatemean.spark.PrivateMean");

  /** Setting of Spark: restricts reading to public calls, for clusters where others fail late. */
  public static final String PUBLIC_ONLY = "spark.privatemean.publicApiOnly";

  /** The second column, if rows are weighted. */
  private static final String WEIGHT = "private mean weight";

  private final Dataset<Row> column;
  private final Dataset<?> alike;
  private final VectorColumn reader;

  public SparkRows(
      Dataset<?> dataset, VectorColumn reader, int dimension, InvalidRows invalidRows) {
    this(dataset.select(reader.column()), Optional.empty(), reader, dimension, invalidRows);
  }

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

  /**
   * Returns the rows by the cheapest available way: {@link ClassicRows} if the session and the
   * version of Spark support it, {@link SparkRows} otherwise. Both give the same bits.
   */
  public static CheckedRows create(
      Dataset<?> dataset, VectorColumn reader, int dimension, InvalidRows invalidRows) {
    return create(dataset, Optional.empty(), reader, dimension, invalidRows);
  }

  /**
   * Same as {@link #create}, with a DataFrame to count instead, so that counting reads no vector.
   *
   * @param alike a DataFrame with equally many rows, which the first pass checks
   * @param invalidRows not {@link InvalidRows#SKIP}, for which the number depends on the vectors
   */
  public static CheckedRows countedBy(
      Dataset<Row> alike,
      Dataset<?> dataset,
      VectorColumn reader,
      int dimension,
      InvalidRows invalidRows) {
    if (invalidRows == InvalidRows.SKIP) {
      throw new IllegalArgumentException("the number of valid rows follows from their vectors");
    }
    return create(dataset, Optional.of(alike), reader, dimension, invalidRows);
  }

  /** Same as {@link #create}, for rows weighted by a column of ints of at least 1. */
  public static CheckedRows createWeighted(
      Dataset<?> dataset,
      VectorColumn reader,
      String weightCol,
      int dimension,
      InvalidRows invalidRows) {
    Column weight = VectorColumn.quote(weightCol).as(WEIGHT);
    return create(dataset, Optional.empty(), reader.withWeights(), dimension, invalidRows, weight);
  }

  private static CheckedRows create(
      Dataset<?> dataset,
      Optional<Dataset<Row>> alike,
      VectorColumn reader,
      int dimension,
      InvalidRows invalidRows,
      Column... weight) {
    Dataset<Row> read = dataset.select(columns(reader.column(), weight));
    Dataset<Row> stored = dataset.select(columns(reader.inputColumn(), weight));
    SparkRows published = new SparkRows(read, alike, reader, dimension, invalidRows);
    try {
      if (stored.sparkSession().conf().get(PUBLIC_ONLY, "false").equals("true")) {
        return published;
      }
      return ClassicRows.probe(
          published, stored, alike.orElse(stored), reader.internal(), invalidRows);
    } catch (RuntimeException | LinkageError withheld) {
      // Log only the class: a Spark message may contain row values.
      LOG.info(
          "Rows are read through public calls of Spark, which is slower, because of {}",
          withheld.getClass().getName());
      return published;
    }
  }

  private static Column[] columns(Column vectors, Column[] weight) {
    return Stream.concat(Stream.of(vectors), Stream.of(weight)).toArray(Column[]::new);
  }

  @Override
  long runCount() {
    Dataset<?> rows = dropsRows() ? validRows() : alike;
    return names.pass("count", rows::count);
  }

  @Override
  long runCheckedCount() {
    return names.pass("count", validRows()::count);
  }

  /** Returns the rows of which the invalid ones are left out, or are an error. */
  private Dataset<Row> validRows() {
    return column.filter(new ValidRow(reader, dimension(), invalidRows));
  }

  @Override
  public long totalWeight() {
    if (!reader.isWeighted()) {
      return count();
    }
    Dataset<Row> counted = dropsRows() ? validRows() : column;
    Dataset<Row> total = counted.agg(functions.sum(functions.col(WEIGHT)));
    Row sum = names.pass("count", total::first);
    return sum.isNullAt(0) ? 0 : sum.getLong(0);
  }

  @Override
  <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder, PassMemory memory) {
    return new PublicBlocks<>(encoder, memory);
  }

  @Override
  Optional<RowPasses> passes(PassMemory memory) {
    return reader.isWeighted()
        ? Optional.empty()
        : Optional.of(
            new PublicPasses<>(
                NumberedRows.number(column, reader),
                dimension(),
                invalidRows,
                new PublicJobs(names, memory),
                same));
  }

  /** Blocks persisted in binary form. */
  private final class PublicBlocks<B extends Block> extends PersistedBlocks<B> {
    private final Dataset<Tuple2<Long, byte[]>> blocks;
    private final RowEncoder<B> encoder;
    private final PublicJobs jobs;

    PublicBlocks(RowEncoder<B> encoder, PassMemory memory) {
      super(memory);
      this.blocks = BlockIterator.persist(column, reader, encoder, invalidRows);
      this.encoder = encoder;
      this.jobs = new PublicJobs(names, memory);
    }

    @Override
    PassTotals run(PassTotals.FoldBlocks<B> task, String description) {
      return jobs.totals(
          blocks, new BlockIterator.UnpackBlocks<>(encoder, task), task.fold().size(), description);
    }

    @Override
    public void close() {
      blocks.unpersist();
    }
  }
}
