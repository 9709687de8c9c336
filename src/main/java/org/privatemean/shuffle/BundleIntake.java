package org.privatemean.shuffle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.privatemean.annotation.Internal;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.protocol.DuplicateFilter;

/**
 * The shuffler's side of one round: it accepts every user's bundle once and forwards the slots of
 * all bundles of a batch in random order. It must not collude with the server: the slots of one
 * user together reveal that user's row.
 *
 * <p>It accepts bundles for the announced public state only: two states of one round would split
 * the crowd that hides each user. The first well-formed bundle of each sender is accepted; its
 * repetition is dropped, and so are any other bundle of the sender and a sealed bundle that was
 * accepted from another sender ({@link DuplicateFilter}). {@link #drainTo} closes the round. Not
 * thread-safe.
 */
@Internal
public final class BundleIntake {
  public enum BundleOutcome {
    TAKEN,
    /** The sender's accepted bundle again: dropped. */
    REPEATED,
    /** Another bundle of a sender with an accepted one: dropped. */
    ANOTHER,
    /** A sealed bundle that was accepted from another sender: dropped. */
    COPIED,
    /** Another version, or open instead of sealed, or the reverse: dropped. */
    VERSION,
    /** For another state than the announced one: dropped. */
    STATE,
    /** Truncated, or with other numbers than the round's: dropped. */
    LENGTH,
    /** Sealed to another key, or damaged: dropped. */
    SEAL,
    /** The batch does not exist: dropped. */
    BATCH
  }

  /** The largest array size that every Java runtime supports. */
  private static final int MAX_SLOTS = Integer.MAX_VALUE - 8;

  private final BundleFormat format;

  /** Null if bundles are open. */
  private final OpenKey key;

  private final byte[] frame;
  private final BitSource secret = NoiseKey.fromOperatingSystem().substream(0, 0, 0);
  private final List<List<byte[]>> bundles = new ArrayList<>();
  private final Map<BundleOutcome, Long> outcomes = new EnumMap<>(BundleOutcome.class);
  private DuplicateFilter comers;

  private BundleIntake(ShuffleMeanState state, OpenKey key, DuplicateFilter comers) {
    this.format = state.bundleFormat();
    this.key = key;
    this.frame = MessageBundle.frame(format, key != null, state, 0);
    this.comers = comers;
    for (int b = 0; b < state.batches(); b++) {
      bundles.add(new ArrayList<>());
    }
  }

  /** Creates an intake of bundles sealed to the shuffler's key, for the announced state. */
  public static BundleIntake forSealed(ShuffleMeanState state, OpenKey shuffler) {
    return new BundleIntake(state, shuffler, DuplicateFilter.forSealedBundles());
  }

  /** Creates an intake of open bundles, for simulations: the shuffler could read them. */
  public static BundleIntake forOpen(ShuffleMeanState state) {
    return new BundleIntake(state, null, DuplicateFilter.forOpenBundles());
  }

  /** Accepts or drops a bundle of a person, by its name in the transport, one for all rounds. */
  public BundleOutcome take(String sender, byte[] bundle) {
    checkOpen();
    BundleOutcome outcome =
        switch (comers.verdict(sender, bundle)) {
          case REPEATED -> BundleOutcome.REPEATED;
          case ANOTHER -> BundleOutcome.ANOTHER;
          case COPIED -> BundleOutcome.COPIED;
          case FIRST -> first(sender, bundle);
        };
    outcomes.merge(outcome, 1L, Long::sum);
    return outcome;
  }

  private BundleOutcome first(String sender, byte[] bundle) {
    BundleOutcome outcome = check(bundle);
    if (outcome != BundleOutcome.TAKEN) {
      return outcome;
    }
    byte[] slots = MessageBundle.slots(bundle, key);
    if (slots == null) {
      return BundleOutcome.SEAL;
    }
    List<byte[]> taken = bundles.get(MessageBundle.batch(bundle));
    if ((taken.size() + 1L) * format.slots() > MAX_SLOTS) {
      throw new IllegalStateException(
          "more than " + MAX_SLOTS + " messages: shuffle them on a cluster");
    }
    comers.take(sender, bundle);
    taken.add(slots);
    return BundleOutcome.TAKEN;
  }

  /** Returns the fault of a bundle of any batch, or TAKEN if header and length are right. */
  private BundleOutcome check(byte[] bundle) {
    if (bundle.length < BundleFormat.HEADER_BYTES) {
      return BundleOutcome.LENGTH;
    }
    if (differs(bundle, 0, MessageBundle.DIGEST_START)) {
      return BundleOutcome.VERSION;
    }
    if (differs(bundle, MessageBundle.DIGEST_START, MessageBundle.BATCH_START)) {
      return BundleOutcome.STATE;
    }
    if (bundle.length != frame.length
        || differs(bundle, MessageBundle.BATCH_END, BundleFormat.HEADER_BYTES)) {
      return BundleOutcome.LENGTH;
    }
    int batch = MessageBundle.batch(bundle);
    return batch < 0 || batch >= bundles.size() ? BundleOutcome.BATCH : BundleOutcome.TAKEN;
  }

  private boolean differs(byte[] bundle, int from, int to) {
    return !Arrays.equals(bundle, from, to, frame, from, to);
  }

  private void checkOpen() {
    if (comers == null) {
      throw new IllegalStateException("the round is closed: its messages were given on");
    }
  }

  public long count(BundleOutcome outcome) {
    return outcomes.getOrDefault(outcome, 0L);
  }

  public long dropped() {
    return outcomes.values().stream().mapToLong(Long::longValue).sum() - count(BundleOutcome.TAKEN);
  }

  /** Closes the round: forwards all accepted slots, batch by batch, each in random order. */
  public void drainTo(ObjIntConsumer<byte[]> server) {
    checkOpen();
    comers = null;
    int bytes = format.slotBytes(key != null);
    for (int batch = 0; batch < bundles.size(); batch++) {
      List<byte[]> taken = bundles.get(batch);
      for (int place : randomOrder(taken.size() * format.slots(), secret)) {
        int start = place % format.slots() * bytes;
        byte[] slots = taken.get(place / format.slots());
        server.accept(Arrays.copyOfRange(slots, start, start + bytes), batch);
      }
    }
    bundles.clear();
  }

  /** Returns the numbers below a count in a uniformly random order. */
  static int[] randomOrder(int count, BitSource secret) {
    int[] order = IntStream.range(0, count).toArray();
    for (int i = 0; i < count; i++) {
      int chosen = i + (int) secret.nextBelow((long) count - i);
      int number = order[chosen];
      order[chosen] = order[i];
      order[i] = number;
    }
    return order;
  }
}
