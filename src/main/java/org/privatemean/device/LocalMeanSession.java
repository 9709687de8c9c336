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
 * composition. This holds as long as the device's folder is not restored from an older copy: then
 * another state of an answered round is also answered.
 *
 * <p>Thread-safe.
 *
 * @since 0.1.0
 */
public final class LocalMeanSession {
  private final RunSession<LocalMeanState> run;

  LocalMeanSession(RunSession<LocalMeanState> run) {
    this.run = run;
  }

  /** Returns the run's name. */
  public String runId() {
    return run.runId();
  }

  /**
   * Returns the user's bundle for the next round of a state, to be sent unchanged as often as the
   * transport needs. An answered state gets the bytes that were sent, for any current row.
   *
   * @param state as the server shows it
   * @param row finite coordinates in data units; not changed
   * @return for {@link org.privatemean.local.LocalMeanTally#take}; empty if the user does not
   *     report in this round
   * @throws RefusedException if the state is not one of the joined run, all rounds are over, or its
   *     round or a later one was answered for another state
   * @throws IllegalArgumentException if the row has another dimension or a value that is not finite
   * @throws java.io.UncheckedIOException if the ledger cannot be written: nothing is sent then
   */
  public byte[] answer(LocalMeanState state, double[] row) {
    return run.answer(state, (user, bits) -> LocalMeanClient.of(state).bundle(user, row, bits));
  }
}
