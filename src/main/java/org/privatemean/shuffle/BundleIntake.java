package org.privatemean.shuffle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.privatemean.annotation.Internal;
import org.privatemean.protocol.DuplicateFilter;
import org.privatemean.protocol.PublicState;

/**
 * The shuffler's side of one round: it accepts every user's bundle once, as a whole or not at all,
 * and forwards the slots of all bundles of a batch in random order.
 *
 * <p>It accepts bundles for one public state, the announced one. Two states of one round would
 * split the crowd that hides each user, so a bundle for another state is dropped before mixing,
 * regardless of who shows that state. Of sealed bundles it sees the sender, the state, the batch,
 * and the number and length of slots, which are equal for all users; it cannot read the content of
 * a slot. It must not collude with the server: the slots of one user together reveal that user's
 * row.
 *
 * <p><b>Exactly once.</b> The first well-formed bundle of each sender is accepted; its repetition
 * is dropped, and so is any other bundle of the sender, and a sealed bundle that was accepted from
 * another sender ({@link DuplicateFilter}). So for any lost, repeated, truncated and reordered
 * bundles, the forwarded slots are those of the users with one whole bundle, once each.
 *
 * <p>Batches are mixed separately: a malicious user's slots are in the one batch that its bundle
 * names, and cannot spoil another. {@link #drainTo} closes the round and discards everything. Not
 * thread-safe.
 */
@Internal
public final class BundleIntake {
  /** The outcome of a received bundle. */
  public enum BundleOutcome {
    /** Accepted. */
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
    /** Of a batch that does not exist: dropped. */
    BATCH
  }

  private final PublicState state;
  private final BundleFormat format;
  private final int slotBytes;

  /** Null if bundles are open. */
  private final OpenKey key;

  private final List<Shuffler> shufflers = new ArrayList<>();
  private final List<List<byte[]>> bundles = new ArrayList<>();
  private final Map<BundleOutcome, Long> outcomes = new EnumMap<>(BundleOutcome.class);
  private DuplicateFilter comers;

  private BundleIntake(
      PublicState state,
      BundleFormat format,
      int batches,
      OpenKey key,
      Supplier<? extends Shuffler> mixing) {
    if (batches < 1) {
      throw new IllegalArgumentException("batches must be at least 1. Provided value: " + batches);
    }
    this.state = state;
    this.format = format;
    this.key = key;
    this.slotBytes = format.slotBytes() + (key == null ? 0 : SealedBundle.SLOT_OVERHEAD);
    this.comers =
        key == null ? DuplicateFilter.forOpenBundles() : DuplicateFilter.forSealedBundles();
    for (int b = 0; b < batches; b++) {
      shufflers.add(mixing.get());
      bundles.add(new ArrayList<>());
    }
  }

  /**
   * Creates an intake of sealed bundles.
   *
   * @param state the announced state of the round
   * @param format of the round's bundles
   * @param batches number of batches of the round, at least 1
   * @param shuffler the shuffler's private key
   * @param mixing returns an empty shuffler for each batch
   */
  public static BundleIntake forSealed(
      PublicState state,
      BundleFormat format,
      int batches,
      OpenKey shuffler,
      Supplier<? extends Shuffler> mixing) {
    return new BundleIntake(state, format, batches, shuffler, mixing);
  }

  /** Creates an intake of open bundles, for simulations: the shuffler could read them. */
  public static BundleIntake forOpen(
      PublicState state, BundleFormat format, int batches, Supplier<? extends Shuffler> mixing) {
    return new BundleIntake(state, format, batches, null, mixing);
  }

  /**
   * Accepts or drops a bundle.
   *
   * @param sender name of the sender in the transport, the same in all rounds; one per person
   * @param bundle as received
   * @throws IllegalStateException if the round is closed
   */
  public BundleOutcome take(String sender, byte[] bundle) {
    if (comers == null) {
      throw new IllegalStateException("the round is closed: its messages were given on");
    }
    BundleOutcome outcome = outcome(sender, bundle);
    outcomes.merge(outcome, 1L, Long::sum);
    return outcome;
  }

  private BundleOutcome outcome(String sender, byte[] bundle) {
    return switch (comers.verdict(sender, bundle)) {
      case REPEATED -> BundleOutcome.REPEATED;
      case ANOTHER -> BundleOutcome.ANOTHER;
      case COPIED -> BundleOutcome.COPIED;
      case FIRST -> first(sender, bundle);
    };
  }

  private BundleOutcome first(String sender, byte[] bundle) {
    SealedBundle.BundleSlots slots;
    try {
      slots = slots(bundle);
    } catch (MalformedBundleException e) {
      return switch (e.reason()) {
        case VERSION -> BundleOutcome.VERSION;
        case STATE -> BundleOutcome.STATE;
        case LENGTH -> BundleOutcome.LENGTH;
        case SEAL -> BundleOutcome.SEAL;
        case BATCH -> BundleOutcome.BATCH;
      };
    }
    comers.take(sender, bundle);
    List<byte[]> taken = bundles.get(slots.batch());
    // The shuffler mixes indices: one per slot of a bundle.
    for (int i = 0; i < format.slots(); i++) {
      shufflers.get(slots.batch()).send(i, taken.size());
    }
    taken.add(slots.bytes());
    return BundleOutcome.TAKEN;
  }

  private SealedBundle.BundleSlots slots(byte[] bundle) throws MalformedBundleException {
    return key == null
        ? SealedBundle.fromOpen(bundle, format, state, shufflers.size())
        : SealedBundle.open(bundle, format, state, shufflers.size(), key);
  }

  /** Returns the number of bundles with an outcome. */
  public long count(BundleOutcome outcome) {
    return outcomes.getOrDefault(outcome, 0L);
  }

  /** Returns the number of dropped bundles. */
  public long dropped() {
    return outcomes.values().stream().mapToLong(Long::longValue).sum() - count(BundleOutcome.TAKEN);
  }

  /**
   * Closes the round: forwards the slots of all accepted bundles, batch by batch, each in random
   * order, and discards the senders.
   *
   * @throws IllegalStateException if it was already closed
   */
  public void drainTo(SlotSink server) {
    if (comers == null) {
      throw new IllegalStateException("the round is closed: its messages were given on");
    }
    comers = null;
    for (int b = 0; b < shufflers.size(); b++) {
      int batch = b;
      List<byte[]> taken = bundles.get(b);
      shufflers
          .get(b)
          .drainTo(
              (slot, number) ->
                  server.take(
                      batch,
                      Arrays.copyOfRange(
                          taken.get((int) number), slot * slotBytes, (slot + 1) * slotBytes)));
    }
    bundles.clear();
    shufflers.clear();
  }
}
