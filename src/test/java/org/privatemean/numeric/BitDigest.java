package org.privatemean.numeric;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A digest of the bits of doubles: what releases depend on may not move by one of them. */
public final class BitDigest {
  private final MessageDigest digest;

  public BitDigest() throws NoSuchAlgorithmException {
    this.digest = MessageDigest.getInstance("SHA-256");
  }

  public void add(double value) {
    digest.update(ByteBuffer.allocate(Double.BYTES).putDouble(value).flip());
  }

  /** The first eight bytes. */
  public String hex() {
    return HexFormat.of().formatHex(digest.digest(), 0, 8);
  }
}
