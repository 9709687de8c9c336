package org.privatemean.spark.round;

import java.util.OptionalLong;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.privatemean.local.LocalMeanState;
import org.privatemean.protocol.ReportKey;
import org.privatemean.rows.InvalidRows;

/**
 * Users of the local model, simulated: every round is one pass that makes the users' reports and
 * collects them.
 *
 * <p><b>A report is drawn once.</b> Its bits are a function of the key, the round and the user's
 * id, so that a task that runs again, and a partition that is read again, makes the same report. If
 * rows that are read again had other ids, a user might report in two rounds. Each round therefore
 * takes a checksum over ids and rows, and the run stops if it is not that of the round before.
 */
public final class SimulatedRounds {
  private final Users users;
  private final InvalidRows invalidRows;
  private final ReportKey key;
  private final long mostParts;
  private OptionalLong checksum = OptionalLong.empty();

  private SimulatedRounds(Users users, InvalidRows invalidRows, ReportKey key, long mostParts) {
    this.users = users;
    this.invalidRows = invalidRows;
    this.key = key;
    this.mostParts = mostParts;
  }

  /**
   * The rounds of these users.
   *
   * @param users already counted
   * @param mostParts how many tallies the driver has room for
   */
  public static SimulatedRounds of(Users users, InvalidRows invalidRows, ReportKey key, long mostParts) {
    return new SimulatedRounds(users, invalidRows, key, mostParts);
  }

  /**
   * Runs the coming round.
   *
   * @throws IllegalStateException if the rows are not those of the round before
   * @throws org.privatemean.rows.InvalidRowException if a row is invalid and that is an error
   */
  public LocalMeanState next(LocalMeanState state) {
    Dataset<byte[]> parts =
        users
            .rows()
            .mapPartitions(
                new RoundPartition(state, key, users.column(), invalidRows), Encoders.BINARY());
    RoundPartition.Part all =
        RoundPartition.collect(parts, state, users.jobs(), users.parts(), mostParts);
    users.checkCounted(all.users());
    if (checksum.isPresent() && checksum.getAsLong() != all.checksum()) {
      throw users.changed("a user might report of two rows, or twice");
    }
    checksum = OptionalLong.of(all.checksum());
    return state.next(all.tally());
  }
}
