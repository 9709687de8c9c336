package org.privatemean.noise;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import javax.crypto.spec.SecretKeySpec;

/**
 * Secret 256-bit key of all noise of one release. The bits of the value at (step, level,
 * coordinate) are AES-256 in counter mode under this key, with the counter block, most significant
 * byte first,
 *
 * <pre>
 *   step (16 bits) | level (16 bits) | coordinate (32 bits) | block number (64 bits)</pre>
 *
 * <p>so two addresses share no block (noise.md, "Keyed substreams"). The same key must not serve
 * two releases: their difference would reveal the data. Thread-safe. A key is deliberately not
 * serializable, has no accessor, and is not part of {@link #toString()}.
 *
 * @since 0.1.0
 */
public final class NoiseKey {

  private static final int KEY_BYTES = 32;
  private static final String SEED_DOMAIN = "org.privatemean.noise.NoiseKey.fromSeed/1";

  private final ThreadLocal<Keystream.Ciphers> ciphers;
  private final boolean seeded;

  private NoiseKey(byte[] key, boolean seeded) {
    SecretKeySpec secret = new SecretKeySpec(key, "AES");
    this.ciphers = ThreadLocal.withInitial(() -> new Keystream.Ciphers(secret));
    this.seeded = seeded;
  }

  /** Returns a fresh key of 256 bits from the operating system's secure generator. */
  public static NoiseKey fromOperatingSystem() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return new NoiseKey(key, false);
  }

  /**
   * Returns the key of a seed: SHA-256 of a fixed string and the eight bytes of the seed. For tests
   * and for reproducing a result: anyone who knows or guesses the seed can subtract the noise.
   */
  public static NoiseKey fromSeed(long seed) {
    byte[] domain = SEED_DOMAIN.getBytes(StandardCharsets.UTF_8);
    byte[] tail = ByteBuffer.allocate(Long.BYTES).putLong(seed).array();
    return new NoiseKey(DigestBits.sha256(domain, tail), true);
  }

  /** True if this key comes from a seed, so that the noise can be recomputed. */
  public boolean seeded() {
    return seeded;
  }

  /**
   * Returns the bits of one address, from their beginning on every call.
   *
   * @param step the number of the step within a fit, 0 to 65535
   * @param level the level within the step, 0 to 65535
   * @param coordinate the coordinate within the level, at least 0
   * @throws IllegalArgumentException if one of them is out of its range
   */
  public BitSource substream(int step, int level, int coordinate) {
    return substream(step, level, coordinate, 0);
  }

  /** Returns the bits of an address and a group, in the upper half of the block number: 64 GiB. */
  BitSource substream(int step, int level, int coordinate, int group) {
    checkRange("step", step, 0xFFFF);
    checkRange("level", level, 0xFFFF);
    checkRange("coordinate", coordinate, Integer.MAX_VALUE);
    checkRange("group", group, Integer.MAX_VALUE);
    long address = (long) step << 48 | (long) level << 32 | coordinate;
    return new Keystream(ciphers::get, address, (long) group << 32);
  }

  private static void checkRange(String name, int value, int max) {
    if (value < 0 || value > max) {
      throw new IllegalArgumentException(
          name + " must be between 0 and " + max + ", but was " + value);
    }
  }

  /** Returns the origin of the key, and nothing else about it. */
  @Override
  public String toString() {
    return seeded ? "NoiseKey(from a seed)" : "NoiseKey(from the operating system)";
  }
}
