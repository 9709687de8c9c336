package org.privatemean.protocol;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.privatemean.annotation.Internal;
import org.privatemean.noise.DigestBits;

/**
 * The senders that have already answered a round: the first bundle of each sender is accepted and
 * all others are not. One filter is made per round and discarded with it, so that no record of the
 * senders remains.
 *
 * <p>A sender is identified by its name in the transport; a person must have only one name. A copy
 * of another sender's sealed bundle is also refused: otherwise anyone could have another's bundle
 * counted twice. Not thread-safe.
 */
@Internal
public final class DuplicateFilter {
  public enum IntakeOutcome {
    /** The sender's first: to be accepted. */
    FIRST,
    /** The sender's accepted bundle again. */
    REPEATED,
    /** Another bundle of a sender with an accepted one. */
    ANOTHER,
    /** A bundle that was accepted from another sender. */
    COPIED
  }

  private final Map<String, ByteBuffer> taken = new HashMap<>();
  private final Set<ByteBuffer> digests = new HashSet<>();
  private final boolean copiesRefused;

  private DuplicateFilter(boolean copiesRefused) {
    this.copiesRefused = copiesRefused;
  }

  /** Creates an empty filter that accepts equal bundles of two senders, since they are short. */
  public static DuplicateFilter forOpenBundles() {
    return new DuplicateFilter(false);
  }

  /** Creates an empty filter that rejects a copy of another sender's bundle. */
  public static DuplicateFilter forSealedBundles() {
    return new DuplicateFilter(true);
  }

  /**
   * Returns the outcome for a bundle, and changes nothing. {@link #take} it only if it is
   * well-formed: one that was truncated in transit must be sent again.
   */
  public IntakeOutcome verdict(String sender, byte[] bundle) {
    ByteBuffer digest = digest(bundle);
    ByteBuffer before = taken.get(sender);
    if (before != null) {
      return before.equals(digest) ? IntakeOutcome.REPEATED : IntakeOutcome.ANOTHER;
    }
    return copiesRefused && digests.contains(digest) ? IntakeOutcome.COPIED : IntakeOutcome.FIRST;
  }

  /** Records a sender's first bundle as accepted. */
  public void take(String sender, byte[] bundle) {
    if (verdict(sender, bundle) != IntakeOutcome.FIRST) {
      throw new IllegalStateException("a bundle of this sender was taken before");
    }
    ByteBuffer digest = digest(bundle);
    taken.put(sender, digest);
    digests.add(digest);
  }

  public int size() {
    return taken.size();
  }

  private static ByteBuffer digest(byte[] bundle) {
    return ByteBuffer.wrap(DigestBits.sha256(bundle));
  }
}
