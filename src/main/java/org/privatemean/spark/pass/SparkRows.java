package org.privatemean.spark.pass;

import java.util.Iterator;
import java.util.Optional;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;
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
public final class SparkRows implements CheckedRows {
  /** The logger name that users know. */
  private static final Logger LOG = LoggerFactory.getLogger("org.privatemean.spark.PrivateMean");

  /** Setting of Spark: restricts reading to public calls, for clusters where others fail late. */
  public static final String PUBLIC_ONLY = "spark.privatemean.publicApiOnly";

  /** The second column, if rows are weighted. */
  private static final String WEIGHT = "private mean weight";

  private final Dataset<Row> column;
  private final Dataset<?> alike;
  private final VectorColumn reader;
  private final int dimension;
  private final InvalidRows invalidRows;
  private final JobNames jobs;
  private final RowConsistencyCheck same = new RowConsistencyCheck();
  private long count = -1;

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
    this.column = column;
    this.alike = alike.orElse(column);
    this.reader = reader;
    this.dimension = dimension;
    this.invalidRows = invalidRows;
    this.jobs = JobNames.find(column.sparkSession());
  }

  /**
   * Returns the rows by the cheapest available way: {@link ClassicRows} if the session and the
   * version of Spark support it, {@link SparkRows} otherwise. Both give the same bits.
   */
  public static CheckedRows create(
      Dataset<?> dataset, VectorColumn reader, int dimension, InvalidRows invalidRows) {
    return create(
        new SparkRows(dataset, reader, dimension, invalidRows),
        dataset.select(reader.inputColumn()),
        Optional.empty(),
        reader,
        invalidRows);
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
    Optional<Dataset<Row>> counted = Optional.of(alike);
    return create(
        new SparkRows(dataset.select(reader.column()), counted, reader, dimension, invalidRows),
        dataset.select(reader.inputColumn()),
        counted,
        reader,
        invalidRows);
  }

  /**
   * Same as {@link #create}, for weighted rows.
   *
   * @param weightCol column of the weights: int, at least 1, never null
   */
  public static CheckedRows createWeighted(
      Dataset<?> dataset,
      VectorColumn reader,
      String weightCol,
      int dimension,
      InvalidRows invalidRows) {
    VectorColumn weighted = reader.withWeights();
    Column weight = VectorColumn.quote(weightCol).as(WEIGHT);
    Dataset<Row> columns = dataset.select(weighted.column(), weight);
    return create(
        new SparkRows(columns, Optional.empty(), weighted, dimension, invalidRows),
        dataset.select(weighted.inputColumn(), weight),
        Optional.empty(),
        weighted,
        invalidRows);
  }

  private static CheckedRows create(
      SparkRows published,
      Dataset<Row> stored,
      Optional<Dataset<Row>> alike,
      VectorColumn reader,
      InvalidRows invalidRows) {
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

  @Override
  public long count() {
    if (count < 0) {
      count(countable());
    }
    return count;
  }

  @Override
  public void countChecked() {
    count(column.filter(new ValidRow(reader, dimension, invalidRows)));
  }

  private void count(Dataset<?> rows) {
    count = jobs.pass("count", rows::count);
    same.checkCount(count);
  }

  @Override
  public long totalWeight() {
    if (!reader.isWeighted()) {
      return count();
    }
    Dataset<Row> total = countableRows().agg(functions.sum(functions.col(WEIGHT)));
    Row sum = jobs.pass("count", total::first);
    return sum.isNullAt(0) ? 0 : sum.getLong(0);
  }

  private Dataset<?> countable() {
    return invalidRows == InvalidRows.SKIP ? countableRows() : alike;
  }

  private Dataset<Row> countableRows() {
    return invalidRows == InvalidRows.SKIP
        ? column.filter(new ValidRow(reader, dimension, InvalidRows.SKIP))
        : column;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public boolean dropsRows() {
    return invalidRows == InvalidRows.SKIP;
  }

  /** Prepares blocks, which the first pass encodes and persists. */
  @Override
  public <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder) {
    return prepare(encoder, PassMemory.measure(column.sparkSession(), dimension()));
  }

  <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder, PassMemory memory) {
    memory.checkNarrowPasses();
    Dataset<Tuple2<Long, byte[]>> blocks =
        column
            .mapPartitions(new EncodePartition<>(reader, encoder, invalidRows), SparkBlocks.ENCODER)
            .persist(StorageLevel.MEMORY_AND_DISK());
    return new SparkBlocks<>(blocks, encoder, jobs, memory, same);
  }

  @Override
  public Optional<RowPasses> passes() {
    return passes(PassMemory.measure(column.sparkSession(), dimension()));
  }

  Optional<RowPasses> passes(PassMemory memory) {
    return reader.isWeighted()
        ? Optional.empty()
        : Optional.of(
            new PublicPasses<>(
                NumberedRows.number(column, reader), dimension, invalidRows, jobs, memory, same));
  }

  /** The function that encodes the rows of a partition into blocks with their fingerprints. */
  private static final class EncodePartition<B extends Block>
      implements MapPartitionsFunction<Row, Tuple2<Long, byte[]>> {
    private static final long serialVersionUID = 1L;

    private final VectorColumn column;
    private final RowEncoder<B> encoder;
    private final InvalidRows invalidRows;

    EncodePartition(VectorColumn column, RowEncoder<B> encoder, InvalidRows invalidRows) {
      this.column = column;
      this.encoder = encoder;
      this.invalidRows = invalidRows;
    }

    @Override
    public Iterator<Tuple2<Long, byte[]>> call(Iterator<Row> rows) {
      BlockIterator<Row, B> blocks = new BlockIterator<>(rows, column, encoder, invalidRows);
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return blocks.hasNext();
        }

        @Override
        public Tuple2<Long, byte[]> next() {
          FingerprintedBlock<B> next = blocks.next();
          return new Tuple2<>(next.fingerprint(), next.block().toBytes());
        }
      };
    }
  }
}
