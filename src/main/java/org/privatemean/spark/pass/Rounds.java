package org.privatemean.spark.pass;

import java.util.OptionalLong;
import org.privatemean.protocol.ReportKey;
import org.privatemean.protocol.RoundState;
import org.privatemean.rows.InvalidRows;

/**
 * Rounds of a mean whose users are the rows of a DataFrame.
 *
 * <p><b>What a user sends is drawn once.</b> Its bits are a function of the key, the public state
 * and the user's id, so that a task that runs again, and a partition that is read again, makes the
 * same. Rows that are read again with other ids, or other rows with the same, would break that:
 * every round takes a checksum over ids and rows, and the run stops if it is not that of the round
 * before.
 *
 * @param <S> the public state
 */
abstract class Rounds<S extends RoundState<?, ?, S>> {
  private final Users users;
  private final InvalidRows invalidRows;
  private final ReportKey key;
  private OptionalLong checksum = OptionalLong.empty();

  Rounds(Users users, InvalidRows invalidRows, ReportKey key) {
    this.users = users;
    this.invalidRows = invalidRows;
    this.key = key;
  }

  final Users users() {
    return users;
  }

  final InvalidRows invalidRows() {
    return invalidRows;
  }

  final ReportKey key() {
    return key;
  }

  /** Returns what rows that change between two rounds would do, for a message. */
  abstract String harm();

  /**
   * Runs the coming round.
   *
   * @throws IllegalStateException if the rows are not those of the round before
   * @throws org.privatemean.rows.InvalidRowException if a row is invalid and that is an error
   */
  public abstract S next(S state);

  /**
   * Runs all rounds that are to come.
   *
   * @param progress is notified of each before it runs
   * @throws IllegalStateException if the rows are not the same in all rounds
   * @throws org.privatemean.rows.InvalidRowException if a row is invalid and that is an error
   */
  public final S finish(S start, Progress progress) {
    S state = start;
    while (!state.isFinished()) {
      progress.round(state.round() + 1, state.plan().roundCount());
      state = next(state);
    }
    return state;
  }

  /**
   * Checks that the users and rows are those of the checksum before, if there was one.
   *
   * @throws IllegalStateException if they are not
   */
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
