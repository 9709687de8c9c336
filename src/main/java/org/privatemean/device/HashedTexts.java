package org.privatemean.device;

import java.nio.charset.StandardCharsets;

/** Names that are hashed: each is well-formed UTF-8, so that distinct names have distinct bytes. */
final class HashedTexts {
  private static final int MAX_BYTES = 256;

  private HashedTexts() {}

  /**
   * Returns a text that is valid.
   *
   * @throws IllegalArgumentException if it is longer than 256 bytes in UTF-8, or has an unpaired
   *     surrogate
   */
  static String check(String what, String text) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)
        || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new IllegalArgumentException(
          what + " must be a text of at most " + MAX_BYTES + " bytes in UTF-8");
    }
    return text;
  }

  /** Returns the bytes of a text that {@link #check} allows. */
  static byte[] utf8(String what, String text) {
    return check(what, text).getBytes(StandardCharsets.UTF_8);
  }
}
