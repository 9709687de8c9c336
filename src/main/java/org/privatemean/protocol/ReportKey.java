package org.privatemean.protocol;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.DigestBits;

/**
 * A secret of 256 bits from which one party draws what many users send, reports or messages: in a
 * simulation, or on an edge that its users trust. Devices have no need of it.
 *
 * <p>The bits of a user in a round are a function of the key, the run's public state before the
 * round and the user's id: SHA-256 in counter mode over the SHA-256 of all of them. So a report
 * that is made again, for a task that failed or data that were dropped from a cache, is the same
 * report and costs nothing anew. For the same reason two users must never share an id.
 *
 * <p>The key travels with the tasks that make the reports, and anyone who has it can undo them: it
 * belongs into no file and on no server that the users do not trust with their rows. It does not
 * show itself in {@link #toString()}.
 */
public final class ReportKey implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Older than this class's place: the bits of a seed stay what they were. */
  private static final String DOMAIN = "org.privatemean.local.ReportKey/1";

  private static final int BYTES = 32;

  private final byte[] secret;
  private final boolean seeded;

  private ReportKey(byte[] secret, boolean seeded) {
    this.secret = secret;
    this.seeded = seeded;
  }

  /** A fresh key from the operating system's secure generator. */
  public static ReportKey fromOperatingSystem() {
    byte[] secret = new byte[BYTES];
    new SecureRandom().nextBytes(secret);
    return new ReportKey(secret, false);
  }

  /**
   * The key that belongs to a seed, for tests and for reproducing a result: anyone who knows the
   * seed can undo the reports.
   */
  public static ReportKey fromSeed(long seed) {
    return new ReportKey(ByteBuffer.allocate(BYTES).putLong(seed).array(), true);
  }

  /** True if the key came from a seed. */
  public boolean seeded() {
    return seeded;
  }

  /**
   * The secret bits of a user in the coming round of a run, from their beginning: asking twice
   * gives the same bits.
   *
   * <p>They depend on the whole public state: reports of one value for two states, say with another
   * centre, must not share their noise, since the difference would show the value.
   *
   * @param state public state before the round
   * @param userId identifies the user
   * @throws IllegalStateException if the state has no binary form
   */
  public BitSource bits(PublicState state, String userId) {
    return bits("state " + state.digest(), userId);
  }

  /** A public seed for the run's labels and rotation, from which the key cannot be shown. */
  public long publicSeed() {
    return bits("public seed", "").nextBits(63);
  }

  private BitSource bits(String purpose, String userId) {
    return DigestBits.fromSecret(new String[] {DOMAIN, purpose, userId}, secret);
  }

  /** Says where the key came from, and nothing of the key. */
  @Override
  public String toString() {
    return seeded ? "ReportKey(from a seed)" : "ReportKey(from the operating system)";
  }
}
