package org.privatemean.noise;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.privatemean.annotation.Internal;

/** Bits computed by SHA-256: those of a digest, followed by those of that digest and a counter. */
@Internal
public final class DigestBits implements BitSource {
  private final MessageDigest sha;
  private final byte[] key;
  private ByteBuffer block;
  private long next;
  private int unread;
  private int current;

  private DigestBits(MessageDigest sha) {
    this.sha = sha;
    this.key = sha.digest();
    this.block = ByteBuffer.wrap(key);
  }

  /** Returns the bits for some texts, each after its length, and a tail. */
  public static DigestBits from(String[] texts, byte[] tail) {
    MessageDigest sha = newDigest();
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      sha.update(bytes);
    }
    sha.update(tail);
    return new DigestBits(sha);
  }

  public static DigestBits from(String... texts) {
    return from(texts, new byte[0]);
  }

  /** Returns bits that do not reveal the digest. */
  public static DigestBits fromSecret(String[] texts, byte[] secret) {
    DigestBits bits = from(texts, secret);
    bits.block = ByteBuffer.allocate(0);
    return bits;
  }

  /** Returns the SHA-256 of some parts, one after the other. */
  public static byte[] sha256(byte[]... parts) {
    MessageDigest sha = newDigest();
    for (byte[] part : parts) {
      sha.update(part);
    }
    return sha.digest();
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
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
      sha.update(key);
      sha.update(ByteBuffer.allocate(Long.BYTES).putLong(next++).array());
      block = ByteBuffer.wrap(sha.digest());
    }
    return block.get() & 0xFF;
  }
}
