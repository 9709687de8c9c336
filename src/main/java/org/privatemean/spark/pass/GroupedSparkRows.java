package org.privatemean.spark.pass;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.storage.StorageLevel;
import org.privatemean.rows.Block;
import org.privatemean.rows.GroupedBlocks;
import org.privatemean.rows.GroupedRows;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.SlotFold;
import org.privatemean.spark.column.InternalColumn;
import org.privatemean.spark.column.VectorColumn;
import scala.Tuple2;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/**
 * Rows of groups in a DataFrame.
 *
 * <p><b>In place</b> while all groups' totals fit a task: no row moves. <b>By group</b> above that:
 * rows are repartitioned once by their group, so that a task holds the totals of its own groups
 * alone; a group that is far larger than a partition is spread over several by a hash of the row's
 * bits, never by its position, since a task that is retried would send rows elsewhere twice. Totals
 * are integers, so none of this changes them. How groups are spread follows from released counts.
 */
public final class GroupedSparkRows implements GroupedRows {
  /** Totals of all groups that a task may hold: 16 MiB of longs. */
  private static final long MOST_IN_PLACE = 1L << 21;

  /** Totals of a group: cells of a histogram at least. */
  private static final int LEAST_WIDTH = 64;

  /** Totals of the groups of a partition: some 64 MiB. */
  private static final long PER_PARTITION = 1L << 22;

  /** From that many bytes of state on, tasks fetch it once for an executor. */
  private static final long MOST_IN_TASK = 1L << 20;

  /** A group of more rows than so many partitions have on average is spread. */
  private static final int SKEW = 4;

  private final Dataset<Row> tagged;
  private final VectorColumn reader;
  private final int dimension;
  private final int groups;
  private final InvalidRows invalidRows;
  private final boolean classic;

  private GroupedSparkRows(
      Dataset<Row> tagged,
      VectorColumn reader,
      int dimension,
      int groups,
      InvalidRows invalidRows,
      boolean classic) {
    this.tagged = tagged;
    this.reader = reader;
    this.dimension = dimension;
    this.groups = groups;
    this.invalidRows = invalidRows;
    this.classic = classic;
  }

  /**
   * The rows, by the cheapest way that there is.
   *
   * @param tagged columns: the vectors, the index of the group (int) and the weight (int), neither
   *     null
   * @param reader of the vectors
   * @param groups number of groups, public or released
   */
  public static GroupedSparkRows of(
      Dataset<Row> tagged,
      VectorColumn reader,
      int dimension,
      int groups,
      InvalidRows invalidRows) {
    boolean classic =
        SparkRows.of(tagged, reader, dimension, invalidRows) instanceof ClassicRows;
    return new GroupedSparkRows(tagged, reader, dimension, groups, invalidRows, classic);
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public int groups() {
    return groups;
  }

  /** Totals of a group, at most. */
  private long width() {
    return Math.max(dimension, LEAST_WIDTH);
  }

  private boolean isInPlace() {
    return groups * width() <= MOST_IN_PLACE;
  }

  /** So many partitions are made where rows move: more than cores, and each of few totals. */
  private int partitions() {
    int cores =
        classic
            ? tagged.sparkSession().sparkContext().defaultParallelism()
            : Integer.parseInt(
                tagged.sparkSession().conf().get("spark.sql.shuffle.partitions", "200"));
    long memory = (groups * width() + PER_PARTITION - 1) / PER_PARTITION;
    return (int) Math.max(2L * cores, memory);
  }

  /** The blocks are encoded and persisted by the first pass over them. */
  @Override
  public <B extends Block> GroupedBlocks<B> prepare(RowEncoder<B> encoder) {
    PassMemory memory = PassMemory.of(tagged.sparkSession(), dimension);
    memory.checkGroups(
        groups, width(), isInPlace() ? groups : groups / partitions() + (long) Math.sqrt(groups));
    return new Held<>(encoder, memory);
  }

  private Column column(int place) {
    return VectorColumn.quoted(tagged.columns()[place]);
  }

  private final class Held<B extends Block> implements GroupedBlocks<B> {
    private final RowEncoder<B> encoder;
    private final PassMemory memory;
    private final JobNames jobs = JobNames.of(tagged.sparkSession());
    private final SameRows same = new SameRows();
    private Passes<B> passes;

    Held(RowEncoder<B> encoder, PassMemory memory) {
      this.encoder = encoder;
      this.memory = memory;
      this.passes = passes(Map.of());
    }

    private Passes<B> passes(Map<Integer, Integer> buckets) {
      Dataset<Row> rows = arranged(buckets);
      return classic
          ? new ClassicPasses<>(rows, reader, encoder, invalidRows, jobs, memory, isInPlace())
          : new PublicPasses<>(rows, reader, encoder, invalidRows, jobs);
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
              .udf(new Bucket(reader, dimension, buckets), DataTypes.IntegerType)
              .apply(column(1), functions.struct(reader.column()));
      return tagged.repartition(partitions(), column(1), bucket);
    }

    @Override
    public long[] fold(SlotFold<B> fold, String description) {
      SlotParts.Sum sum = new SlotParts.Sum(fold);
      jobs.pass(
          description,
          () -> {
            passes.run(fold, stateBytes(), sum);
            return sum;
          });
      same.seen(sum.rows(), sum.fingerprint());
      return sum.totals();
    }

    private long stateBytes() {
      return (long) Double.BYTES * groups * (dimension + 2L);
    }

    @Override
    public void sized(double[] counts) {
      if (isInPlace()) {
        return;
      }
      double all = Arrays.stream(counts).map(n -> Math.max(0, n)).sum();
      double most = SKEW * all / partitions();
      Map<Integer, Integer> buckets = new HashMap<>();
      for (int group = 0; group < counts.length; group++) {
        if (counts[group] > most) {
          buckets.put(group, (int) Math.ceil(counts[group] / most));
        }
      }
      if (!buckets.isEmpty()) {
        passes.close();
        passes = passes(buckets);
      }
    }

    @Override
    public void close() {
      passes.close();
    }
  }

  /** Where a row of a large group goes: a function of its bits. */
  private static final class Bucket implements UDF2<Integer, Row, Integer> {
    private static final long serialVersionUID = 1L;

    private final VectorColumn reader;
    private final double[] buffer;
    private final Map<Integer, Integer> buckets;

    Bucket(VectorColumn reader, int dimension, Map<Integer, Integer> buckets) {
      this.reader = reader;
      this.buffer = new double[dimension];
      this.buckets = new HashMap<>(buckets);
    }

    @Override
    public Integer call(Integer group, Row row) {
      Integer count = buckets.get(group);
      if (count == null) {
        return 0;
      }
      double[] values = buffer.clone();
      long bits = reader.read(row, values) ? RowFingerprint.of(values) : 0;
      return (int) Math.floorMod(bits, (long) count);
    }
  }

  /** Blocks that are persisted by the first pass. */
  private interface Passes<B extends Block> extends AutoCloseable {
    /**
     * Runs a pass.
     *
     * @param stateBytes about so much goes with it
     * @param sum receives what tasks return
     */
    void run(SlotFold<B> fold, long stateBytes, SlotParts.Sum sum);

    @Override
    void close();
  }

  /** Through the internals of a classic session. */
  private static final class ClassicPasses<B extends Block> implements Passes<B> {
    private final JavaRDD<FingerprintedBlock<B>> blocks;
    private final SparkContext context;
    private final PassMemory memory;
    private final boolean inPlace;
    private boolean persisted;

    ClassicPasses(
        Dataset<Row> tagged,
        VectorColumn reader,
        RowEncoder<B> encoder,
        InvalidRows invalidRows,
        JobNames jobs,
        PassMemory memory,
        boolean inPlace) {
      this.context = tagged.sparkSession().sparkContext();
      this.memory = memory;
      this.inPlace = inPlace;
      Dataset<Row> read =
          tagged.select(
              reader.stored(),
              VectorColumn.quoted(tagged.columns()[1]),
              VectorColumn.quoted(tagged.columns()[2]));
      // Adaptive execution runs all up to the last shuffle here.
      JavaRDD<InternalRow> rows =
          jobs.run("private mean: input", () -> read.queryExecution().toRdd().toJavaRDD());
      this.blocks =
          rows.mapPartitions(new EncodeInternal<>(reader.internal(), encoder, invalidRows))
              .persist(StorageLevel.MEMORY_AND_DISK());
    }

    @Override
    public void run(SlotFold<B> fold, long stateBytes, SlotParts.Sum sum) {
      Broadcast<SlotFold<B>> shared =
          stateBytes > MOST_IN_TASK
              ? context.broadcast(fold, ClassTag$.MODULE$.<SlotFold<B>>apply(SlotFold.class))
              : null;
      try {
        int tasks = tasks();
        JavaRDD<FingerprintedBlock<B>> read =
            tasks < blocks.getNumPartitions() ? blocks.coalesce(tasks) : blocks;
        FoldPartition<B> part = new FoldPartition<>(shared == null ? fold : null, shared);
        long most = memory.mostResults((long) fold.slots() * fold.width());
        if (inPlace && tasks > most) {
          JavaRDD<byte[]> parts =
              read.mapPartitions(part).repartition(PassMemory.mergeTasks(most));
          collect(parts, new MergePartition(fold.slots(), fold.width()), sum);
        } else {
          collect(read, part, sum);
        }
      } finally {
        if (shared != null) {
          shared.destroy();
        }
      }
      persisted = true;
    }

    private <T> void collect(JavaRDD<T> rdd, PartOfPartition<T> part, SlotParts.Sum sum) {
      context.runJob(
          rdd.rdd(), part, new AddTo(sum), ClassTag$.MODULE$.<byte[]>apply(byte[].class));
    }

    /** Where rows were moved each partition has groups of its own, and stays by itself. */
    private int tasks() {
      int partitions = blocks.getNumPartitions();
      return persisted && inPlace
          ? Math.min(partitions, context.defaultParallelism())
          : partitions;
    }

    @Override
    public void close() {
      blocks.unpersist(false);
    }
  }

  /** On the driver. */
  private static final class AddTo extends AbstractFunction2<Object, byte[], BoxedUnit> {
    private final SlotParts.Sum sum;

    AddTo(SlotParts.Sum sum) {
      this.sum = sum;
    }

    @Override
    public BoxedUnit apply(Object partition, byte[] part) {
      sum.add(part);
      return BoxedUnit.UNIT;
    }
  }

  private static final class EncodeInternal<B extends Block>
      implements FlatMapFunction<Iterator<InternalRow>, FingerprintedBlock<B>> {
    private static final long serialVersionUID = 1L;

    private final InternalColumn reader;
    private final RowEncoder<B> encoder;
    private final InvalidRows invalidRows;

    EncodeInternal(InternalColumn reader, RowEncoder<B> encoder, InvalidRows invalidRows) {
      this.reader = reader;
      this.encoder = encoder;
      this.invalidRows = invalidRows;
    }

    @Override
    public Iterator<FingerprintedBlock<B>> call(Iterator<InternalRow> rows) {
      return new TaggedIterator<>(
          rows, new TaggedIterator.OfInternal(), reader, encoder, invalidRows);
    }
  }

  /** What a partition comes to: a named class and no lambda, as in {@link ClassicRows}. */
  private abstract static class PartOfPartition<T>
      extends AbstractFunction2<TaskContext, scala.collection.Iterator<T>, byte[]>
      implements FlatMapFunction<Iterator<T>, byte[]> {
    private static final long serialVersionUID = 1L;

    abstract byte[] part(Iterator<T> parts);

    @Override
    public final byte[] apply(TaskContext task, scala.collection.Iterator<T> parts) {
      return part(
          new Iterator<>() {
            @Override
            public boolean hasNext() {
              return parts.hasNext();
            }

            @Override
            public T next() {
              return parts.next();
            }
          });
    }

    @Override
    public final Iterator<byte[]> call(Iterator<T> parts) {
      return List.of(part(parts)).iterator();
    }
  }

  private static final class FoldPartition<B extends Block>
      extends PartOfPartition<FingerprintedBlock<B>> {
    private static final long serialVersionUID = 1L;

    private final SlotFold<B> fold;
    private final Broadcast<SlotFold<B>> shared;

    FoldPartition(SlotFold<B> fold, Broadcast<SlotFold<B>> shared) {
      this.fold = fold;
      this.shared = shared;
    }

    @Override
    byte[] part(Iterator<FingerprintedBlock<B>> blocks) {
      SlotParts.Part<B> part = new SlotParts.Part<>(fold == null ? shared.value() : fold);
      blocks.forEachRemaining(each -> part.add(each.block(), each.fingerprint()));
      return part.toBytes();
    }
  }

  private static final class MergePartition extends PartOfPartition<byte[]> {
    private static final long serialVersionUID = 1L;

    private final int slots;
    private final int width;

    MergePartition(int slots, int width) {
      this.slots = slots;
      this.width = width;
    }

    @Override
    byte[] part(Iterator<byte[]> parts) {
      SlotParts.Sum sum = new SlotParts.Sum(slots, width);
      parts.forEachRemaining(sum::add);
      return sum.toBytes();
    }
  }

  /** Through public calls of Spark alone. */
  private static final class PublicPasses<B extends Block> implements Passes<B> {
    private final Dataset<Tuple2<Long, byte[]>> blocks;
    private final RowEncoder<B> encoder;

    PublicPasses(
        Dataset<Row> tagged,
        VectorColumn reader,
        RowEncoder<B> encoder,
        InvalidRows invalidRows,
        JobNames jobs) {
      this.encoder = encoder;
      this.blocks =
          tagged
              .select(
                  reader.column(),
                  VectorColumn.quoted(tagged.columns()[1]),
                  VectorColumn.quoted(tagged.columns()[2]))
              .mapPartitions(
                  new EncodeRows<>(reader, encoder, invalidRows), SparkBlocks.ENCODER)
              .persist(StorageLevel.MEMORY_AND_DISK());
    }

    @Override
    public void run(SlotFold<B> fold, long stateBytes, SlotParts.Sum sum) {
      Iterator<byte[]> parts =
          blocks.mapPartitions(new FoldRows<>(encoder, fold), Encoders.BINARY()).toLocalIterator();
      parts.forEachRemaining(sum::add);
    }

    @Override
    public void close() {
      blocks.unpersist();
    }
  }

  private static final class EncodeRows<B extends Block>
      implements MapPartitionsFunction<Row, Tuple2<Long, byte[]>> {
    private static final long serialVersionUID = 1L;

    private final VectorColumn reader;
    private final RowEncoder<B> encoder;
    private final InvalidRows invalidRows;

    EncodeRows(VectorColumn reader, RowEncoder<B> encoder, InvalidRows invalidRows) {
      this.reader = reader;
      this.encoder = encoder;
      this.invalidRows = invalidRows;
    }

    @Override
    public Iterator<Tuple2<Long, byte[]>> call(Iterator<Row> rows) {
      Iterator<FingerprintedBlock<B>> blocks =
          new TaggedIterator<>(rows, new TaggedIterator.OfRows(), reader, encoder, invalidRows);
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

  private static final class FoldRows<B extends Block>
      implements MapPartitionsFunction<Tuple2<Long, byte[]>, byte[]> {
    private static final long serialVersionUID = 1L;

    private final RowEncoder<B> encoder;
    private final SlotFold<B> fold;

    FoldRows(RowEncoder<B> encoder, SlotFold<B> fold) {
      this.encoder = encoder;
      this.fold = fold;
    }

    @Override
    public Iterator<byte[]> call(Iterator<Tuple2<Long, byte[]>> blocks) {
      SlotParts.Part<B> part = new SlotParts.Part<>(fold);
      blocks.forEachRemaining(each -> part.add(encoder.read(each._2()), each._1()));
      return List.of(part.toBytes()).iterator();
    }
  }
}
