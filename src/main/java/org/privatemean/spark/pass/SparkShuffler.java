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
 * The shuffler on Spark: takes the messages of all users and gives them on in a uniformly random
 * order, without a trace of the rows they came from.
 *
 * <p>Every message brings a random position of 126 bits, drawn by a cryptographic key. Messages go
 * to the partition that a hash of their position names, are put there in the order of positions,
 * and lose the position. Which partition and which place a message gets is thus a function of
 * positions alone, which are independent of rows, ids, partitions and bodies: every order of the
 * messages is equally likely. The number of partitions is given, since adaptive execution would
 * otherwise join partitions by their compressed bytes, in which bodies have a say. All of them are
 * made and placed before the first is given on. They stream from task to task and spill to disk; no
 * task holds more than those of one user at a time, and the driver none.
 *
 * <p>What Spark itself keeps is not hidden: who can look into the executors, or at the files that
 * tasks write for each other, sees the rows. The cluster is trusted as a shuffler is, and more.
 */
public final class SparkShuffler implements AutoCloseable {
  /** Messages of a partition, some 20 MiB in Spark's rows. */
  private static final double PARTITION = 1 << 19;

  private static final String[] FIELDS = {"high", "low", "label", "body"};

  private static final Encoder<Tuple4<Long, Long, Integer, Long>> PLACED =
      Encoders.tuple(Encoders.LONG(), Encoders.LONG(), Encoders.INT(), Encoders.LONG());

  private final Dataset<Row> messages;

  private SparkShuffler(Dataset<Row> messages) {
    this.messages = messages;
  }

  /**
   * Shuffles the messages of all users. Makes none yet.
   *
   * @param users what messages are made of
   * @param randomize makes the messages of a partition's users: high and low half of the position,
   *     label, body. It must make the same ones again for the same partition
   * @param partitions how many partitions the messages are given on in, from public values
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

  /** Number of partitions for that many messages. */
  public static int partitions(double messages) {
    return (int) Math.max(1, Math.ceil(messages / PARTITION));
  }

  /** Makes and places all messages, and says how many there are. */
  public long materialise() {
    return messages.count();
  }

  /** The messages, label and body. */
  public Dataset<Row> messages() {
    return messages;
  }

  @Override
  public void close() {
    messages.unpersist();
  }
}
