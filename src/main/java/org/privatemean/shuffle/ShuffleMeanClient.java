package org.privatemean.shuffle;

import java.util.Arrays;
import org.privatemean.noise.BitSource;
import org.privatemean.protocol.RoundClient;
import org.privatemean.shuffle.ShuffleMeanPlan.ShuffleTask;

/**
 * The user's side of the shuffle mean in one round: it makes the user's messages from the public
 * state and the user's row.
 *
 * <p><b>Privacy guarantee.</b> Together with the shuffler and the other honest users, that of
 * {@link ShuffleMeanPlan}. The messages of a round must be made once and sent once: new secret bits
 * for the same row and round cost the budget again, and so does another state of the same round.
 *
 * <p><b>For simulations only.</b> A client answers any state that a server shows, any number of
 * times. A device that faces a server uses a session, {@code
 * org.privatemean.device.ShuffleMeanSession}.
 *
 * @since 0.1.0
 */
public final class ShuffleMeanClient extends RoundClient implements MessageRandomizer<double[]> {
  private static final long serialVersionUID = 1L;

  private final ShuffleMeanState state;
  private final ShuffleTask task;
  private final long norm;
  private final BundleFormat format;

  /** Sends the messages about a user's values: of counts, or of the sum. */
  private final MessageRandomizer<long[]> answers;

  private ShuffleMeanClient(ShuffleMeanState state) {
    super(state);
    ShuffleMeanPlan plan = state.plan();
    this.state = state;
    this.task = state.current();
    this.norm = state.norm();
    this.format = state.bundleFormat();
    this.answers = task == ShuffleTask.SUM ? plan.summand(norm) : state.question();
  }

  /**
   * Creates a client for the next round of a state.
   *
   * @throws IllegalStateException if all rounds are over
   */
  public static ShuffleMeanClient of(ShuffleMeanState state) {
    return new ShuffleMeanClient(state);
  }

  /**
   * {@inheritDoc}
   *
   * @param row finite coordinates in data units; not changed
   * @throws IllegalArgumentException if the row has another dimension or a value that is not finite
   * @throws IllegalStateException if the sum is in batches, which depend on the user's id
   */
  @Override
  public void randomize(double[] row, BitSource secret, MessageSink messages) {
    if (state.batches() > 1) {
      throw new IllegalStateException(
          "the sum is in " + state.batches() + " batches: the user's id is needed");
    }
    answers.randomize(values(row), secret, messages);
  }

  /**
   * Sends the messages of one user.
   *
   * @param userId identifies the user; not a function of the row
   * @param row finite coordinates in data units; not changed
   * @param secret the user's secret bits, fresh for every round
   * @param messages receives the messages
   * @throws IllegalArgumentException if the row has another dimension or a value that is not finite
   */
  public void randomize(String userId, double[] row, BitSource secret, MessageSink messages) {
    int shift = state.batch(userId) * state.plan().geometry().columns();
    answers.randomize(values(row), secret, (label, body) -> messages.send(label + shift, body));
  }

  /**
   * Makes the open bundle of one user for this round, of the same length for all users, as a
   * simulation sends it; arguments as of {@link #randomize(String, double[], BitSource,
   * MessageSink)}.
   *
   * @throws IllegalArgumentException if the row has another dimension or a value that is not finite
   */
  public byte[] bundle(String userId, double[] row, BitSource secret) {
    return bundleOf(userId, row, secret).toBytes(state, state.batch(userId));
  }

  /**
   * Makes the sealed bundle of one user for this round: every message is sealed to the announced
   * key of the server and all together to that of the shuffler. A device sends and keeps it, since
   * sealing again makes another. Other arguments as of {@link #bundle}.
   *
   * @throws IllegalArgumentException if the row has another dimension or a value that is not finite
   */
  public byte[] sealedBundle(
      String userId, double[] row, BitSource secret, SealKey server, SealKey shuffler) {
    MessageBundle bundle = bundleOf(userId, row, secret);
    int batch = state.batch(userId);
    return bundle.sealed(state, batch, server, shuffler, secret);
  }

  /** Returns all messages of a user, drawn again until they fit. */
  private MessageBundle bundleOf(String userId, double[] row, BitSource secret) {
    MessageBundle bundle;
    do {
      bundle = new MessageBundle(format);
      randomize(userId, row, secret, bundle);
    } while (bundle.free() < 0);
    return bundle;
  }

  /** Returns the values answered: the row's intervals, cell of the distance, or clipped vector. */
  long[] values(double[] row) {
    check(row);
    return switch (task) {
      case MEDIANS -> leaves(rotate(row));
      case NORM -> new long[] {state.plan().grids().norms().cell(squaredDistance(row))};
      case SUM -> shift(clip(row));
    };
  }

  private long[] leaves(long[] vector) {
    SearchGrids grids = state.plan().grids();
    Arrays.setAll(vector, j -> grids.leaf(vector[j]));
    return vector;
  }

  /** Returns a multiple of the vector if the norm is short. */
  private long[] shift(long[] vector) {
    int shift = ShuffleMeanPlan.shift(norm);
    Arrays.setAll(vector, j -> vector[j] << shift);
    return vector;
  }
}
