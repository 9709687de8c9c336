package org.privatemean.spark;

import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.privatemean.protocol.ReportKey;
import org.privatemean.protocol.RoundState;
import org.privatemean.protocol.RoundTally;
import org.privatemean.rows.InvalidRows;

/**
 * The rounds of a protocol whose users are the rows of a DataFrame.
 *
 * <p><b>Each user's reports are drawn once.</b> Their bits are a function of the key, the public
 * state and the user's id, so that a repeated task makes the same reports. Rows that are read again
 * with other ids, or other rows with the same ids, would break this: every round takes a checksum
 * over ids and rows, and the run stops if it differs from that of the round before.
 */
abstract class Rounds {
  final Users users;
  final InvalidRows invalidRows;
  final ReportKey key;
  private OptionalLong checksum = OptionalLong.empty();

  Rounds(Users users, InvalidRows invalidRows, ReportKey key) {
    this.users = users;
    this.invalidRows = invalidRows;
    this.key = key;
  }

  String harm() {
    return "a user could report twice, or for two different rows";
  }

  /** Runs all remaining rounds; the listener is notified of each before it runs. */
  static <S extends RoundState<?, ?, S>> S finish(
      S start, Progress progress, UnaryOperator<S> next) {
    S state = start;
    while (!state.isFinished()) {
      progress.round(state.round() + 1, state.plan().roundCount());
      state = next.apply(state);
    }
    return state;
  }

  /** Makes and collects the reports of all users in one pass, and checks the rows. */
  final <T extends RoundTally<T>> RoundPart<T> collect(RoundPart.ReportRound<T> round, long most) {
    Dataset<byte[]> parts =
        users
            .rows()
            .mapPartitions(
                new RoundPart.ReportUsers<>(round, key, users.column(), invalidRows),
                Encoders.BINARY());
    RoundPart<T> all = RoundPart.collect(parts, round, users.jobs(), users.parts(), most);
    users.checkCounted(all.users());
    check(all.checksum());
    return all;
  }

  /** Checks that the checksum equals that of the round before, if any. */
  final void check(long found) {
    if (checksum.isPresent() && checksum.getAsLong() != found) {
      throw users.rowsChanged(harm());
    }
    checksum = OptionalLong.of(found);
  }

  final boolean isChecked() {
    return checksum.isPresent();
  }
}
