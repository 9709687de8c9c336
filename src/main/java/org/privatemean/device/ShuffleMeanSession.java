package org.privatemean.device;

import java.util.Optional;
import org.privatemean.shuffle.ShuffleMeanClient;
import org.privatemean.shuffle.ShuffleMeanState;

/**
 * One user's part in one run of a shuffle mean.
 *
 * <p><b>Privacy guarantee.</b> Whatever states the server shows, what this session answers in all
 * of them together is what {@link ShuffleMeanClient} makes of at most one state a round of the plan
 * that was joined. The guarantee of {@link org.privatemean.shuffle.ShuffleMeanPlan} is that of the
 * messages of all honest users, mixed: so all must have joined the same plan and seed, which the
 * {@link Announcement} is for, and the shuffler must take bundles of one state a round.
 *
 * <p>Where the announcement has the keys of server and shuffler, bundles are sealed. Without them
 * they are open, for simulations: anyone who carries an open bundle reads its user's row.
 *
 * <p>Thread-safe.
 *
 * @since 0.1.0
 */
public final class ShuffleMeanSession {
  private final DeviceLedger ledger;
  private final DeviceKey key;
  private final String runId;
  private final String userId;
  private final ShuffleMeanState start;
  private final Optional<Announcement.Keys> keys;

  ShuffleMeanSession(
      DeviceLedger ledger,
      DeviceKey key,
      String runId,
      String userId,
      ShuffleMeanState start,
      Optional<Announcement.Keys> keys) {
    this.ledger = ledger;
    this.key = key;
    this.runId = runId;
    this.userId = userId;
    this.start = start;
    this.keys = keys;
  }

  /** The run's name. */
  public String runId() {
    return runId;
  }

  /** True if bundles are sealed to the server and the shuffler. */
  public boolean seals() {
    return keys.isPresent();
  }

  /**
   * The user's bundle for the coming round of a state: to be sent to the shuffler as it is, as
   * often as the transport needs. A state that was answered has the bytes that were sent, whatever
   * the row is now.
   *
   * @param state as the server shows it
   * @param row finite coordinates in data units; not changed
   * @return for {@link org.privatemean.shuffle.BundleIntake#take}
   * @throws RefusedException if the state is not one of the run that was joined, all rounds are
   *     over, its round was answered for another state, or a later round was answered
   * @throws IllegalArgumentException if the row has another dimension or a value that is not finite
   * @throws java.io.UncheckedIOException if the ledger cannot be written: nothing is sent then
   */
  public byte[] answer(ShuffleMeanState state, double[] row) {
    check(state);
    return ledger.answer(runId, state.round(), state.digest(), () -> bundle(state, row));
  }

  private byte[] bundle(ShuffleMeanState state, double[] row) {
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    return keys.map(
            both ->
                client.sealedBundle(
                    userId, row, key.bits(state, runId, userId), both.server(), both.shuffler()))
        .orElseGet(() -> client.bundle(userId, row, key.bits(state, runId, userId)));
  }

  private void check(ShuffleMeanState state) {
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

  private void checkRun(ShuffleMeanState state) {
    ShuffleMeanState itsStart =
        ShuffleMeanState.start(state.plan(), state.publicSeed(), state.runId());
    if (!itsStart.digest().equals(start.digest())) {
      throw new RefusedException(
          "this state is not of the run that was joined, by "
              + RunTerms.from(start).difference(RunTerms.from(state)));
    }
  }
}
