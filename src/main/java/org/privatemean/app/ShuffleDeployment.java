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

  private ShuffleMeanState state;
  private BundleIntake intake;
  private long messages;

  /** Creates a deployment that all users join. */
  ShuffleDeployment(
      UserRows users, Faults faults, ShuffleMeanState start, String runId, double bound) {
    super(users, faults);
    this.bound = bound;
    this.sessions =
        IntStream.range(0, users.count())
            .parallel()
            .mapToObj(user -> Device.inMemory().join(runId, start, users.ids().get(user)))
            .toList();
  }

  @Override
  void draw(ShuffleMeanState next) {
    forged.clear();
    for (int user = 0; user < users().count(); user++) {
      if (faults().isLying(user)) {
        forged.put(user, forge(next, users().ids().get(user)));
      }
    }
  }

  /**
   * Returns a bundle with a message in every slot, with the labels of random rows and random
   * bodies. It cannot be recognized as false, and it makes the sum of its batch a random number.
   */
  private byte[] forge(ShuffleMeanState next, String id) {
    SplittableRandom random = faults().random();
    ShuffleMeanClient client = ShuffleMeanClient.of(next);
    MessageBundle bundle = new MessageBundle(next.bundleFormat());
    while (bundle.free() > 0) {
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
      for (int label : labels.subList(0, Math.min(bundle.free(), labels.size()))) {
        bundle.send(label, random.nextLong() & mask);
      }
    }
    return bundle.toBytes(next, next.batch(id));
  }

  @Override
  byte[] answer(ShuffleMeanState asked, int user) {
    return faults().isLying(user)
        ? forged.get(user)
        : sessions.get(user).answer(asked, users().rows().get(user));
  }

  @Override
  void open(ShuffleMeanState next) {
    state = next;
    messages = 0;
    intake = BundleIntake.forOpen(next);
  }

  @Override
  boolean take(String sender, byte[] bundle) {
    return intake.take(sender, bundle) == BundleIntake.BundleOutcome.TAKEN;
  }

  @Override
  ShuffleMeanState close() {
    ShuffleMeanTally tally = state.newTally();
    intake.drainTo(
        SlotAnalyzer.forOpen(
            state,
            (batch, label, body) -> {
              messages++;
              tally.send(batch, label, body);
            }));
    return state.next(tally);
  }

  @Override
  long messages() {
    return messages;
  }
}
