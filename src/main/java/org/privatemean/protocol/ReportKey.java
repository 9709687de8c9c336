package org.privatemean.protocol;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.DigestBits;

/**
 * A secret of 256 bits from which one party draws the reports or messages of many users: in a
 * simulation, or on an edge server that its users trust. Devices do not need it.
 *
 * <p>The bits of a user in a round are a function of the key, the run's public state before the
 * round and the user's id. So a report that is made again, by a repeated task or after a loss of
 * cached data, is the same report and costs nothing more, and two users must never share an id.
 *
 * <p>The key travels with the tasks that make the reports, and anyone who has it can undo them:
 * keep it out of files and off servers that the users do not trust with their rows.
 */
public final class ReportKey implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Older than this class's package: the bits of a seed must not change. */
  private static final String DOMAIN = "org.privatemean.local.ReportKey/1";

  private static final int BYTES = 32;

  private final byte[] secret;
  private final boolean seeded;

  private ReportKey(byte[] secret, boolean seeded) {
    this.secret = secret;
    this.seeded = seeded;
  }

  /** Creates a key from the operating system's secure generator. */
  public static ReportKey fromOperatingSystem() {
    byte[] secret = new byte[BYTES];
    new SecureRandom().nextBytes(secret);
    return new ReportKey(secret, false);
  }

  /** Returns the key of a seed, for tests: anyone who knows the seed can undo the reports. */
  public static ReportKey fromSeed(long seed) {
    return new ReportKey(ByteBuffer.allocate(BYTES).putLong(seed).array(), true);
  }

  public boolean seeded() {
    return seeded;
  }

  /**
   * Returns the secret bits of a user in the next round, from the start. They depend on the whole
   * public state: reports of one value for two states, such as two centres, must not share their
   * noise, since the difference would reveal the value.
   */
  public BitSource bits(PublicState state, String userId) {
    return bits("state " + state.digest(), userId);
  }

  /** Returns a public seed for the run's labels and rotation, which does not reveal the key. */
  public long publicSeed() {
    return bits("public seed", "").nextBits(63);
  }

  private BitSource bits(String purpose, String userId) {
    return DigestBits.fromSecret(new String[] {DOMAIN, purpose, userId}, secret);
  }

  /** Describes the source of the key, and nothing of the key. */
  @Override
  public String toString() {
    return seeded ? "ReportKey(from a seed)" : "ReportKey(from the operating system)";
  }
}
