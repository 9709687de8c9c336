package org.privatemean.spark.round;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.privatemean.protocol.ReportKey;
import org.privatemean.rows.InvalidRows;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleMeanTally;

/**
 * The three parties of the shuffle mean on Spark: a round makes the messages of all users, shuffles
 * them, and only then counts.
 *
 * <p>The bits of a user's messages are a function of the key, the public state and the user's id:
 * what runs again makes the same messages, and two rounds share no bits.
 */
public final class ShuffledRounds {
  private final Users users;
  private final InvalidRows invalidRows;
  private final ReportKey key;

  private ShuffledRounds(Users users, InvalidRows invalidRows, ReportKey key) {
    this.users = users;
    this.invalidRows = invalidRows;
    this.key = key;
  }

  /** The rounds of these users. */
  public static ShuffledRounds of(Users users, InvalidRows invalidRows, ReportKey key) {
    return new ShuffledRounds(users, invalidRows, key);
  }

  /**
   * Runs all rounds that are to come.
   *
   * @throws IllegalStateException if the rows at the end are not those of the beginning
   * @throws org.privatemean.rows.InvalidRowException if a row is invalid and that is an error
   */
  public ShuffleMeanState finish(ShuffleMeanState start) {
    int dimension = start.plan().dimension();
    long before = users.checksum(invalidRows, dimension);
    ShuffleMeanState state = start;
    while (!state.isFinished()) {
      state = next(state);
    }
    if (users.checksum(invalidRows, dimension) != before) {
      throw users.changed("a user's messages of one round may not belong together");
    }
    return state;
  }

  /** Runs the coming round. */
  ShuffleMeanState next(ShuffleMeanState state) {
    int partitions = SparkShuffler.partitions(state.expectedMessages());
    try (SparkShuffler shuffler = shuffler(state, partitions)) {
      users.jobs().pass(state.task() + ", shuffled", shuffler::materialise);
      Dataset<byte[]> parts =
          shuffler.messages().mapPartitions(new TallyPartition(state), Encoders.BINARY());
      ShuffleMeanTally all = state.newTally();
      for (byte[] part : users.jobs().pass(state.task() + ", analysed", parts::collectAsList)) {
        all.merge(ObjectBytes.read(part, ShuffleMeanTally.class));
      }
      return state.next(all);
    }
  }

  /** The messages of the coming round, in random order. */
  public SparkShuffler shuffler(ShuffleMeanState state, int partitions) {
    return SparkShuffler.of(
        users.rows(), new MessagePartition(state, key, users.column(), invalidRows), partitions);
  }

  /** The analyzer's pass over a partition of shuffled messages. */
  private record TallyPartition(ShuffleMeanState state)
      implements MapPartitionsFunction<Row, byte[]> {
    @Override
    public Iterator<byte[]> call(Iterator<Row> messages) {
      if (!messages.hasNext()) {
        return List.<byte[]>of().iterator();
      }
      ShuffleMeanTally tally = state.newTally();
      while (messages.hasNext()) {
        Row message = messages.next();
        tally.send(message.getInt(0), message.getLong(1));
      }
      return List.of(ObjectBytes.of(tally)).iterator();
    }
  }
}
