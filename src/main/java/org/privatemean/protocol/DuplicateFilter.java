package org.privatemean.protocol;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.privatemean.annotation.Internal;

/**
 * The senders that have answered a round already: of each sender the first bundle is taken and all
 * others are not. One is made for a round and dropped with it, so that nothing is kept of who
 * answered.
 *
 * <p>A sender goes by the name under which the transport knows it, of which a person must have one
 * only. Anyone who forges in another's name must have come by it, and comes too late once that one
 * has answered. What another sender's bundle is a copy of is refused too, where bundles are sealed:
 * then no two honest ones are equal, and anyone who repeats another's could otherwise have it
 * counted twice. Kept are 32 bytes a bundle and the name. Not thread-safe.
 */
@Internal
public final class DuplicateFilter {
  /** Treatments of a bundle. */
  public enum IntakeOutcome {
    /** The sender's first: take it. */
    FIRST,
    /** The sender's bundle that was taken, once more. */
    REPEATED,
    /** Another bundle of a sender of whom one was taken. */
    ANOTHER,
    /** A bundle that was taken from another sender. */
    COPIED
  }

  private final Map<String, ByteBuffer> taken = new HashMap<>();
  private final Set<ByteBuffer> digests = new HashSet<>();
  private final boolean copiesRefused;

  private DuplicateFilter(boolean copiesRefused) {
    this.copiesRefused = copiesRefused;
  }

  /** Nobody yet; equal bundles of two senders are both taken, as they are where they are short. */
  public static DuplicateFilter forOpenBundles() {
    return new DuplicateFilter(false);
  }

  /** Nobody yet; equal bundles of two senders are not both taken. */
  public static DuplicateFilter forSealedBundles() {
    return new DuplicateFilter(true);
  }

  /**
   * Says what becomes of a bundle, and changes nothing. Ask this first, then read the bundle, and
   * {@link #take} it if it is well-formed: a malformed bundle does not use up its sender's turn, or
   * one that was cut off on its way could not be sent again.
   *
   * @param sender the name under which the transport knows the sender
   * @param bundle as it came
   */
  public IntakeOutcome verdict(String sender, byte[] bundle) {
    ByteBuffer digest = digest(bundle);
    ByteBuffer before = taken.get(sender);
    if (before != null) {
      return before.equals(digest) ? IntakeOutcome.REPEATED : IntakeOutcome.ANOTHER;
    }
    return copiesRefused && digests.contains(digest) ? IntakeOutcome.COPIED : IntakeOutcome.FIRST;
  }

  /**
   * Notes that a sender's first bundle was taken.
   *
   * @throws IllegalStateException if it is not its first
   */
  public void take(String sender, byte[] bundle) {
    if (verdict(sender, bundle) != IntakeOutcome.FIRST) {
      throw new IllegalStateException("a bundle of this sender was taken before");
    }
    ByteBuffer digest = digest(bundle);
    taken.put(sender, digest);
    digests.add(digest);
  }

  /** Number of senders of whom a bundle was taken. */
  public int size() {
    return taken.size();
  }

  private static ByteBuffer digest(byte[] bundle) {
    try {
      return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bundle));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
  }
}
