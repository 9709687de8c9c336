package org.privatemean.spark;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.rows.Block;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.group.GroupedBlocks;
import org.privatemean.rows.group.GroupedBlocks.SlotFold;
import org.privatemean.spark.CheckedRows.RowConsistencyCheck;
import org.privatemean.spark.column.CellReader;
import org.privatemean.spark.column.VectorColumn;

/**
 * The rows of groups in a DataFrame.
 *
 * <p>No row moves while the totals of all groups fit a task. Otherwise rows are repartitioned once
 * by group; a group far larger than a partition is spread by a hash of the row's bits, never by
 * position, since a retried task would send rows elsewhere. The spread follows from released
 * counts, and totals are integers, so none of this changes them.
 */
final class GroupedSparkRows<B extends Block> implements GroupedBlocks<B> {
  /** The maximum number of totals of all groups in a task: 16 MiB of longs. */
  private static final long MAX_IN_PLACE = 1L << 21;

  /** The minimum number of totals of a group: the cells of a histogram. */
  private static final int MIN_WIDTH = 64;

  /** The number of totals of the groups of a partition: about 64 MiB. */
  private static final long PER_PARTITION = 1L << 22;

  /** A group with more rows than the average of 4 partitions is spread. */
  private static final int SKEW = 4;

  private final Dataset<Row> tagged;
  private final VectorColumn reader;
  private final int groups;
  private final InvalidRows invalidRows;
  private final RowEncoder<B> encoder;
  private final int dimension;

  /** True if the session has the internals of {@link ClassicRows}. */
  private final boolean classic;

  private final PassMemory memory;
  private final JobNames names;
  private final RowConsistencyCheck same = new RowConsistencyCheck();
  private PersistedBlocks<B> blocks;

  /**
   * Creates rows, if the passes over them fit the memory.
   *
   * @param tagged columns without nulls: the vectors, the index of the group and the weight (int)
   * @param groups number of groups, public or released
   */
  GroupedSparkRows(
      Dataset<Row> tagged,
      VectorColumn reader,
      int groups,
      InvalidRows invalidRows,
      RowEncoder<B> encoder) {
    this.tagged = tagged;
    this.reader = reader;
    this.groups = groups;
    this.invalidRows = invalidRows;
    this.encoder = encoder;
    this.dimension = encoder.dimension();
    this.classic = SparkRows.create(tagged, reader, dimension, invalidRows) instanceof ClassicRows;
    this.memory = PassMemory.measure(tagged.sparkSession(), dimension);
    this.names = JobNames.find(tagged.sparkSession());
    memory.checkGroups(
        groups, width(), isInPlace() ? groups : groups / partitions() + (long) Math.sqrt(groups));
    this.blocks = encode(Map.of());
  }

  private long width() {
    return Math.max(dimension, MIN_WIDTH);
  }

  private boolean isInPlace() {
    return groups * width() <= MAX_IN_PLACE;
  }

  /** Returns the number of partitions if rows move: more than cores, each with few totals. */
  private int partitions() {
    int cores =
        classic
            ? ClassicBlocks.cores(tagged.sparkSession())
            : Integer.parseInt(
                tagged.sparkSession().conf().get("spark.sql.shuffle.partitions", "200"));
    long memory = (groups * width() + PER_PARTITION - 1) / PER_PARTITION;
    return (int) Math.max(2L * cores, memory);
  }

  private Column column(int place) {
    return VectorColumn.quote(tagged.columns()[place]);
  }

  private PersistedBlocks<B> encode(Map<Integer, Integer> buckets) {
    Column vectors = classic ? reader.inputColumn() : reader.column();
    Dataset<Row> read = arranged(buckets).select(vectors, column(1), column(2));
    VectorColumn grouped = reader.withGroups();
    return classic
        ? ClassicBlocks.encode(
            read, reading(grouped.internal()), encoder, names, memory, !isInPlace())
        : new PublicBlocks<>(
            read, reading(grouped), encoder, new PublicJobs(names, memory, !isInPlace()));
  }

  private <R> RowReading<R> reading(CellReader<R> grouped) {
    return new RowReading<>(grouped, dimension, invalidRows);
  }

  private Dataset<Row> arranged(Map<Integer, Integer> buckets) {
    if (isInPlace()) {
      return tagged;
    }
    if (buckets.isEmpty()) {
      return tagged.repartition(partitions(), column(1));
    }
    Column bucket =
        functions
            .udf(bucketOf(reader, dimension, buckets), DataTypes.IntegerType)
            .apply(column(1), functions.struct(reader.column()));
    return tagged.repartition(partitions(), column(1), bucket);
  }

  @Override
  public long[] fold(SlotFold<B> fold, String description) {
    int size = Math.multiplyExact(fold.slots(), fold.width());
    long stateBytes = (long) Double.BYTES * groups * (dimension + 2L);
    PassTotals all = blocks.run(PassTotals.foldSlots(fold), stateBytes, size, description);
    same.checkPass(all.rows(), all.fingerprint());
    return all.totals();
  }

  @Override
  public void setSizes(double[] counts) {
    double all = Arrays.stream(counts).map(n -> Math.max(0, n)).sum();
    long few = memory.driverRows((long) all);
    if (isInPlace() || few > 0) {
      blocks = DriverBlocks.ofFew(blocks, encoder, few);
      return;
    }
    double most = SKEW * all / partitions();
    Map<Integer, Integer> buckets = new HashMap<>();
    for (int group = 0; group < counts.length; group++) {
      if (counts[group] > most) {
        buckets.put(group, (int) Math.ceil(counts[group] / most));
      }
    }
    if (!buckets.isEmpty()) {
      blocks.close();
      blocks = encode(buckets);
    }
  }

  @Override
  public void close() {
    blocks.close();
  }

  /** Returns the bucket of a row of a large group: a function of its bits. */
  private static UDF2<Integer, Row, Integer> bucketOf(
      VectorColumn reader, int dimension, Map<Integer, Integer> buckets) {
    return (group, row) -> {
      Integer count = buckets.get(group);
      if (count == null) {
        return 0;
      }
      double[] values = new double[dimension];
      long bits = reader.read(row, values) ? RowFingerprint.compute(values) : 0;
      return Math.floorMod(bits, (int) count);
    };
  }
}
