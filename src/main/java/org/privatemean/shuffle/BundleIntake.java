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
 * The shuffler's side of one round: it takes every user's bundle once, whole or not at all, and
 * passes on the slots of all bundles of a batch in random order.
 *
 * <p>It takes bundles for one public state, the announced one. Two states of one round would split
 * the crowd that hides each user, so a bundle for another is dropped before the mixing, anyone who
 * shows it. Of sealed bundles it sees the sender, the state, the batch, and the number and length
 * of slots; the last three are everybody's; what is in a slot it cannot read. What it must not do
 * is to deal with the server: the slots of one user together are that user's row.
 *
 * <p><b>Exactly once.</b> Of each sender the first well-formed bundle is taken; a repetition of it
 * is dropped, and so is another one, and a sealed bundle that was taken from another sender ({@link
 * DuplicateFilter}). So whatever multiset of lost, repeated, cut and reordered bundles comes in,
 * the slots given on are those of the users of whom a whole bundle came, once each.
 *
 * <p>Batches are mixed apart: a forger's slots are in the one batch that its bundle names, and
 * cannot spoil another. When the round is closed by {@link #drainTo} everything is forgotten. Not
 * thread-safe.
 */
@Internal
public final class BundleIntake {
  /** What becomes of a bundle. */
  public enum BundleOutcome {
    /** Taken. */
    TAKEN,
    /** The sender's bundle that was taken, once more: dropped. */
    REPEATED,
    /** Another bundle of a sender of whom one was taken: dropped. */
    ANOTHER,
    /** A sealed bundle that was taken from another sender: dropped. */
    COPIED,
    /** A bundle of another version, or open where it should be sealed, or the reverse: dropped. */
    VERSION,
    /** For another state than the announced one: dropped. */
    STATE,
    /** Cut off, or of other numbers than the round's: dropped. */
    LENGTH,
    /** Sealed to somebody else, or damaged: dropped. */
    SEAL,
    /** A bundle of a batch that does not exist: dropped. */
    BATCH
  }

  private final PublicState state;
  private final BundleFormat format;
  private final int slotBytes;

  /** Null where bundles are open. */
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
   * An intake of sealed bundles.
   *
   * @param state the announced state of the round
   * @param format of the round's bundles
   * @param batches number of batches of the round, at least 1
   * @param shuffler the shuffler's own key
   * @param mixing gives an empty shuffler for each batch
   */
  public static BundleIntake forSealed(
      PublicState state,
      BundleFormat format,
      int batches,
      OpenKey shuffler,
      Supplier<? extends Shuffler> mixing) {
    return new BundleIntake(state, format, batches, shuffler, mixing);
  }

  /** An intake of open bundles, for simulations: the shuffler could read them. */
  public static BundleIntake forOpen(
      PublicState state, BundleFormat format, int batches, Supplier<? extends Shuffler> mixing) {
    return new BundleIntake(state, format, batches, null, mixing);
  }

  /**
   * Takes or drops a bundle.
   *
   * @param sender the name under which the transport knows the sender, the same in all rounds; a
   *     person has one only
   * @param bundle as it came
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
    // The places are mixed: a slot of a bundle.
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

  /** Returns how many bundles became what. */
  public long count(BundleOutcome outcome) {
    return outcomes.getOrDefault(outcome, 0L);
  }

  /** Number of bundles dropped. */
  public long dropped() {
    return outcomes.values().stream().mapToLong(Long::longValue).sum() - count(BundleOutcome.TAKEN);
  }

  /**
   * Closes the round: passes on the slots of all bundles taken, batch after batch, each in random
   * order, and forgets who sent which.
   *
   * @throws IllegalStateException if it was closed before
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
