package org.privatemean.device;

import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanState;

/**
 * The part of one user in one run of a local mean.
 *
 * <p><b>Privacy guarantee.</b> For any states that the server shows, in any order and any number of
 * times, all answers of this session together are those of {@link LocalMeanClient} to at most one
 * state per round of the joined plan: epsilon-DP with protocol PURE, in which the joined seed
 * determines the one round in which the user reports, and rho-zCDP with ZCDP, by adaptive
 * composition. This holds as long as the device's folder is not restored from an older copy; then
 * an answered state gets the same bits again, but another state of its round is also answered.
 *
 * <p>Thread-safe.
 *
 * @since 0.1.0
 */
public final class LocalMeanSession {
  private final DeviceLedger ledger;
  private final DeviceKey key;
  private final String runId;
  private final String userId;
  private final LocalMeanState start;

  LocalMeanSession(
      DeviceLedger ledger, DeviceKey key, String runId, String userId, LocalMeanState start) {
    this.ledger = ledger;
    this.key = key;
    this.runId = runId;
    this.userId = userId;
    this.start = start;
  }

  /** Returns the run's name. */
  public String runId() {
    return runId;
  }

  /**
   * Returns the user's bundle for the next round of a state, to be sent unchanged as often as the
   * transport needs. An answered state gets the bytes that were sent, for any current row.
   *
   * @param state as the server shows it
   * @param row finite coordinates in data units; not changed
   * @return for {@link org.privatemean.local.LocalMeanTally#take}; empty if the user does not
   *     report in this round
   * @throws RefusedException if the state is not one of the joined run, all rounds are over, its
   *     round was answered for another state, or a later round was answered
   * @throws IllegalArgumentException if the row has another dimension or a value that is not finite
   * @throws java.io.UncheckedIOException if the ledger cannot be written: nothing is sent then
   */
  public byte[] answer(LocalMeanState state, double[] row) {
    check(state);
    return ledger.answer(
        runId,
        state.round(),
        state.digest(),
        () -> LocalMeanClient.of(state).bundle(userId, row, key.bits(state, runId, userId)));
  }

  private void check(LocalMeanState state) {
    if (state.plan() != start.plan()
        || state.publicSeed() != start.publicSeed()
        || !state.runId().equals(start.runId())) {
      checkRun(state);
    }
    if (state.round() == 0 && !state.digest().equals(start.digest())) {
      throw new RefusedException("this is another state of round 0 than was joined");
    }
    if (state.isFinished()) {
      throw new RefusedException("all rounds of this run are over");
    }
  }

  private void checkRun(LocalMeanState state) {
    LocalMeanState itsStart = LocalMeanState.start(state.plan(), state.publicSeed(), state.runId());
    if (!itsStart.digest().equals(start.digest())) {
      throw new RefusedException(
          "this state is not of the run that was joined, by "
              + RunTerms.from(start).difference(RunTerms.from(state)));
    }
  }
}
