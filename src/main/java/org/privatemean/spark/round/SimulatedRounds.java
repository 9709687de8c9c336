package org.privatemean.spark.round;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.privatemean.local.LocalMeanState;
import org.privatemean.protocol.ReportKey;
import org.privatemean.rows.InvalidRows;
import org.privatemean.spark.column.VectorColumn;

/**
 * Users of the local model, simulated: every round is one pass that makes the users' reports,
 * collects them and takes the checksum.
 */
public final class SimulatedRounds extends Rounds<LocalMeanState> {
  private SimulatedRounds(
      Users users, VectorColumn column, InvalidRows invalidRows, ReportKey key) {
    super(users, column, invalidRows, key);
  }

  /** The rounds of these users. */
  public static SimulatedRounds of(
      Users users, VectorColumn column, InvalidRows invalidRows, ReportKey key) {
    return new SimulatedRounds(users, column, invalidRows, key);
  }

  @Override
  String harm() {
    return "a user could report twice, or for two different rows";
  }

  @Override
  public LocalMeanState next(LocalMeanState state) {
    Dataset<byte[]> parts =
        users()
            .rows()
            .mapPartitions(
                new RoundPartition(state, key(), column(), invalidRows()), Encoders.BINARY());
    RoundPartition.Part all = new RoundPartition.Part(state.newTally());
    for (byte[] part : users().jobs().pass(state.task(), parts::collectAsList)) {
      all.merge(RoundPartition.Part.of(part));
    }
    check(all.checksum());
    return state.next(all.tally());
  }
}
