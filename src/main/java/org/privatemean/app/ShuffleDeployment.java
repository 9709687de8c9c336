package org.privatemean.app;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.privatemean.device.Device;
import org.privatemean.device.ShuffleMeanSession;
import org.privatemean.shuffle.BundleIntake;
import org.privatemean.shuffle.InMemoryShuffler;
import org.privatemean.shuffle.MessageBundle;
import org.privatemean.shuffle.ShuffleMeanClient;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleMeanTally;
import org.privatemean.shuffle.SlotAnalyzer;

/**
 * Deployment of the shuffle mean: a device session for each user, the shuffler's intake, and the
 * server's analyzer. Bundles are open, since sealing each message would take longer than everything
 * else.
 */
final class ShuffleDeployment extends Deployment<ShuffleMeanState> {
  private final List<ShuffleMeanSession> sessions;
  private final double bound;

  /** Bundles of the forgers in the next round. */
  private final Map<Integer, byte[]> forged = new HashMap<>();

  private ShuffleDeployment(
      UserRows users, Faults faults, ShuffleMeanState start, String runId, double bound) {
    super(users, faults);
    this.bound = bound;
    this.sessions =
        IntStream.range(0, users.count())
            .parallel()
            .mapToObj(user -> Device.inMemory().join(runId, start, users.ids().get(user)))
            .toList();
  }

  /**
   * Creates a deployment that all users join.
   *
   * @param bound bound of the coordinates that forgers draw
   */
  static ShuffleDeployment create(
      UserRows users, Faults faults, ShuffleMeanState start, String runId, double bound) {
    return new ShuffleDeployment(users, faults, start, runId, bound);
  }

  @Override
  void draw(ShuffleMeanState state) {
    forged.clear();
    for (int user = 0; user < users().count(); user++) {
      if (faults().isLying(user)) {
        forged.put(user, forge(state, users().ids().get(user)));
      }
    }
  }

  /**
   * Returns a bundle with a message in every slot, with the labels of random rows and random
   * bodies. It cannot be recognized as false, and it makes the sum of its batch a random number.
   */
  private byte[] forge(ShuffleMeanState state, String id) {
    SplittableRandom random = faults().random();
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    MessageBundle bundle = new MessageBundle(state.bundleFormat());
    int left = state.bundleFormat().slots();
    while (left > 0) {
      List<Integer> labels = new ArrayList<>();
      long[] bodies = {0};
      client.randomize(
          id,
          random.doubles(users().dimension(), -bound, bound).toArray(),
          count -> random.nextLong() >>> (Long.SIZE - count),
          (label, body) -> {
            labels.add(label);
            bodies[0] |= body;
          });
      long mask = bodies[0] == 0 ? 0 : (Long.highestOneBit(bodies[0]) << 1) - 1;
      for (int label : labels.subList(0, Math.min(left, labels.size()))) {
        bundle.send(label, random.nextLong() & mask);
      }
      left -= labels.size();
    }
    return bundle.toBytes(state, state.batch(id));
  }

  @Override
  byte[] answer(ShuffleMeanState state, int user) {
    return faults().isLying(user)
        ? forged.get(user)
        : sessions.get(user).answer(state, users().rows()[user]);
  }

  @Override
  Intake<ShuffleMeanState> open(ShuffleMeanState state) {
    return new Mixing(state);
  }

  /** Shuffler and server. */
  private static final class Mixing implements Intake<ShuffleMeanState> {
    private final ShuffleMeanState state;
    private final BundleIntake intake;
    private long messages;

    Mixing(ShuffleMeanState state) {
      this.state = state;
      this.intake =
          BundleIntake.forOpen(
              state, state.bundleFormat(), state.batches(), InMemoryShuffler::fromOperatingSystem);
    }

    @Override
    public boolean take(String sender, byte[] bundle) {
      return intake.take(sender, bundle) == BundleIntake.BundleOutcome.TAKEN;
    }

    @Override
    public ShuffleMeanState close() {
      ShuffleMeanTally tally = state.newTally();
      intake.drainTo(
          SlotAnalyzer.forOpen(
              state.bundleFormat(),
              (batch, label, body) -> {
                messages++;
                tally.send(batch, label, body);
              }));
      return state.next(tally);
    }

    @Override
    public long messages() {
      return messages;
    }
  }
}
