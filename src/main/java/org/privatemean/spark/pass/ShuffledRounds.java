package org.privatemean.spark.pass;

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
 * them, and only then counts. Messages carry no user, so the checksum takes separate passes: before
 * the first round, and after each.
 */
public final class ShuffledRounds extends Rounds<ShuffleMeanState> {
  private ShuffledRounds(Users users, InvalidRows invalidRows, ReportKey key) {
    super(users, invalidRows, key);
  }

  /** Creates the rounds of these users. */
  public static ShuffledRounds create(Users users, InvalidRows invalidRows, ReportKey key) {
    return new ShuffledRounds(users, invalidRows, key);
  }

  @Override
  String harm() {
    return "a user's messages of one round may not belong together";
  }

  @Override
  public ShuffleMeanState next(ShuffleMeanState state) {
    if (!isChecked()) {
      check(checksum(state));
    }
    ShuffleMeanTally tally = tally(state);
    check(checksum(state));
    return state.next(tally);
  }

  private long checksum(ShuffleMeanState state) {
    return users().checksum(invalidRows(), state.plan().dimension());
  }

  private ShuffleMeanTally tally(ShuffleMeanState state) {
    int partitions = SparkShuffler.partitions(state.expectedMessages());
    try (SparkShuffler shuffler = shuffler(state, partitions)) {
      users().jobs().pass(state.task() + ", shuffled", shuffler::materialise);
      Dataset<byte[]> parts =
          shuffler.messages().mapPartitions(new TallyPartition(state), Encoders.BINARY());
      ShuffleMeanTally all = state.newTally();
      for (byte[] part : users().jobs().pass(state.task() + ", analysed", parts::collectAsList)) {
        all.merge(ObjectBytes.read(part, ShuffleMeanTally.class));
      }
      return all;
    }
  }

  /** Returns the messages of the next round, in random order. */
  public SparkShuffler shuffler(ShuffleMeanState state, int partitions) {
    return SparkShuffler.create(
        users().rows(),
        new MessagePartition(state, key(), users().column(), invalidRows()),
        partitions);
  }

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
      return List.of(ObjectBytes.serialize(tally)).iterator();
    }
  }
}
