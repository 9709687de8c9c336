package org.privatemean.spark.pass;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.privatemean.local.LocalMeanState;
import org.privatemean.protocol.ReportKey;
import org.privatemean.rows.InvalidRows;

/**
 * A simulation of the users of the local model: every round is one pass that makes the users'
 * reports, collects them and takes the checksum.
 */
public final class SimulatedRounds extends Rounds<LocalMeanState> {
  private final long mostParts;

  private SimulatedRounds(Users users, InvalidRows invalidRows, ReportKey key, long mostParts) {
    super(users, invalidRows, key);
    this.mostParts = mostParts;
  }

  /**
   * Creates the rounds of these users.
   *
   * @param users already counted
   * @param mostParts maximum number of tallies for which the driver has room
   */
  public static SimulatedRounds create(
      Users users, InvalidRows invalidRows, ReportKey key, long mostParts) {
    return new SimulatedRounds(users, invalidRows, key, mostParts);
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
                new RoundPartition(state, key(), users().column(), invalidRows()),
                Encoders.BINARY());
    RoundPartition.RoundPart all =
        RoundPartition.collect(parts, state, users().jobs(), users().parts(), mostParts);
    users().checkCounted(all.users());
    check(all.checksum());
    return state.next(all.tally());
  }
}
