package org.privatemean.device;

import java.util.Optional;
import org.privatemean.shuffle.ShuffleMeanClient;
import org.privatemean.shuffle.ShuffleMeanState;

/**
 * The part of one user in one run of a shuffle mean.
 *
 * <p><b>Privacy guarantee.</b> For any states that the server shows, all answers of this session
 * together are those of {@link ShuffleMeanClient} to at most one state per round of the joined
 * plan. The guarantee of {@link org.privatemean.shuffle.ShuffleMeanPlan} covers the mixed messages
 * of all honest users: so all must have joined the same plan and seed, which the {@link
 * Announcement} ensures, and the shuffler must accept bundles of one state per round.
 *
 * <p>If the announcement has the keys of server and shuffler, bundles are sealed. Without them they
 * are open, for simulations: anyone who carries an open bundle reads its user's row.
 *
 * <p>Thread-safe.
 *
 * @since 0.1.0
 */
public final class ShuffleMeanSession {
  private final RunSession<ShuffleMeanState> run;
  private final Optional<Announcement.Keys> keys;

  ShuffleMeanSession(RunSession<ShuffleMeanState> run, Optional<Announcement.Keys> keys) {
    this.run = run;
    this.keys = keys;
  }

  /** Returns the run's name. */
  public String runId() {
    return run.runId();
  }

  /** Returns true if bundles are sealed to the server and the shuffler. */
  public boolean seals() {
    return keys.isPresent();
  }

  /**
   * Returns the user's bundle for the next round of a state, to be sent to the shuffler unchanged
   * as often as the transport needs. An answered state gets the bytes that were sent, for any
   * current row.
   *
   * @param state as the server shows it
   * @param row finite coordinates in data units; not changed
   * @return for {@link org.privatemean.shuffle.BundleIntake#take}
   * @throws RefusedException if the state is not one of the joined run, all rounds are over, or its
   *     round or a later one was answered for another state
   * @throws IllegalArgumentException if the row has another dimension or a value that is not finite
   * @throws java.io.UncheckedIOException if the ledger cannot be written: nothing is sent then
   */
  public byte[] answer(ShuffleMeanState state, double[] row) {
    return run.answer(
        state,
        (user, bits) -> {
          ShuffleMeanClient client = ShuffleMeanClient.of(state);
          return keys.map(to -> client.sealedBundle(user, row, bits, to.server(), to.shuffler()))
              .orElseGet(() -> client.bundle(user, row, bits));
        });
  }
}
