package org.privatemean.spark.pass;

import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple4;

/**
 * The shuffler on Spark: takes the messages of all users and returns them in a uniformly random
 * order, without a trace of their rows.
 *
 * <p>A message goes to the partition given by a hash of its random position of 126 bits, is sorted
 * there by position, and loses the position. So its place is a function of positions alone: every
 * order is equally likely. The number of partitions is fixed, since adaptive execution would
 * coalesce partitions by bytes that depend on bodies.
 *
 * <p>Spark's internal data, such as files between tasks, are not hidden: the cluster is trusted as
 * a shuffler is, and more.
 */
public final class SparkShuffler implements AutoCloseable {
  /** Messages per partition, about 20 MiB in Spark's rows. */
  private static final double PARTITION = 1 << 19;

  private static final String[] FIELDS = {"high", "low", "label", "body"};

  private static final Encoder<Tuple4<Long, Long, Integer, Long>> PLACED =
      Encoders.tuple(Encoders.LONG(), Encoders.LONG(), Encoders.INT(), Encoders.LONG());

  private final Dataset<Row> messages;

  private SparkShuffler(Dataset<Row> messages) {
    this.messages = messages;
  }

  /**
   * Creates a shuffler of the messages of all users, without making any yet.
   *
   * @param randomize makes the messages of a partition's users, always the same: high and low half
   *     of the position, label, body
   * @param partitions number of partitions of the result, from public values
   */
  static SparkShuffler create(
      Dataset<Row> users,
      MapPartitionsFunction<Row, Tuple4<Long, Long, Integer, Long>> randomize,
      int partitions) {
    Dataset<Row> shuffled =
        users
            .mapPartitions(randomize, PLACED)
            .toDF(FIELDS)
            .repartition(partitions, functions.col(FIELDS[0]))
            .sortWithinPartitions(functions.col(FIELDS[0]), functions.col(FIELDS[1]))
            .select(functions.col(FIELDS[2]), functions.col(FIELDS[3]));
    return new SparkShuffler(shuffled.persist(StorageLevel.MEMORY_AND_DISK()));
  }

  public static int partitions(double messages) {
    return (int) Math.max(1, Math.ceil(messages / PARTITION));
  }

  /** Makes and places all messages, and returns their number. */
  public long materialise() {
    return messages.count();
  }

  /** Returns the messages: label and body. */
  public Dataset<Row> messages() {
    return messages;
  }

  @Override
  public void close() {
    messages.unpersist();
  }
}
