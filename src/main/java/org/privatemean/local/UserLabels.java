package org.privatemean.local;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.privatemean.noise.BitSource;

/**
 * Public pseudo-random bits of a user: what round, coordinate and level a user is asked about.
 *
 * <p>A label is a function of a public seed and of the user's id alone. It must never depend on the
 * user's value, nor on the place of a row in data that were sorted or shuffled by value: a label
 * that did would break the guarantee outright. The seed is drawn after the ids are fixed; privacy
 * does not rest on its being secret.
 *
 * <p>The bits are SHA-256 in counter mode over the digest of (seed, purpose, id).
 */
final class UserLabels implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final String DOMAIN = "org.privatemean.local.UserLabels/1";

  private final long seed;

  UserLabels(long seed) {
    this.seed = seed;
  }

  /** The bits of a user for a purpose, from their beginning. */
  BitSource bits(String purpose, String userId) {
    MessageDigest sha = sha256();
    for (String part : new String[] {DOMAIN, purpose, userId}) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      sha.update(bytes);
    }
    sha.update(ByteBuffer.allocate(Long.BYTES).putLong(seed).array());
    return new Stream(sha.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
  }

  private static final class Stream implements BitSource {
    private final byte[] key;
    private ByteBuffer block;
    private long next;
    private int unread;
    private int current;

    Stream(byte[] key) {
      this.key = key;
      this.block = ByteBuffer.wrap(key);
    }

    @Override
    public long nextBits(int k) {
      if (k < 1 || k > 63) {
        throw new IllegalArgumentException("k must be between 1 and 63, but was " + k);
      }
      long value = 0;
      for (int left = k; left > 0; ) {
        if (unread == 0) {
          current = nextByte();
          unread = 8;
        }
        int taken = Math.min(unread, left);
        unread -= taken;
        left -= taken;
        value = value << taken | ((current >>> unread) & ((1 << taken) - 1));
      }
      return value;
    }

    private int nextByte() {
      if (!block.hasRemaining()) {
        MessageDigest sha = sha256();
        sha.update(key);
        sha.update(ByteBuffer.allocate(Long.BYTES).putLong(next++).array());
        block = ByteBuffer.wrap(sha.digest());
      }
      return block.get() & 0xFF;
    }
  }
}
