package org.privatemean.spark.pass;

import java.util.OptionalLong;
import org.privatemean.protocol.ReportKey;
import org.privatemean.protocol.RoundState;
import org.privatemean.rows.InvalidRows;

/**
 * The rounds of a mean whose users are the rows of a DataFrame.
 *
 * <p><b>Each user's reports are drawn once.</b> Their bits are a function of the key, the public
 * state and the user's id, so that a repeated task or a partition that is read again makes the same
 * reports. Rows that are read again with other ids, or other rows with the same ids, would break
 * this: every round takes a checksum over ids and rows, and the run stops if it differs from that
 * of the round before.
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

  /** Returns the effect of rows that change between two rounds, for a message. */
  abstract String harm();

  /**
   * Runs the next round.
   *
   * @throws IllegalStateException if the rows are not those of the round before
   * @throws org.privatemean.rows.InvalidRowException if a row is invalid and that is an error
   */
  public abstract S next(S state);

  /**
   * Runs all remaining rounds.
   *
   * @param progress is notified of each before it runs
   * @throws IllegalStateException if the rows differ between rounds
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
   * Checks that the checksum equals that of the round before, if any.
   *
   * @throws IllegalStateException if it does not
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
