package org.privatemean.device;

import java.nio.charset.StandardCharsets;

/** Names that are hashed: each is one text in UTF-8, so that two of them are never one. */
final class HashedTexts {
  private static final int MAX_BYTES = 256;

  private HashedTexts() {}

  /**
   * The text, if it is one.
   *
   * @throws IllegalArgumentException if it is longer than 256 bytes in UTF-8, or has half a pair of
   *     surrogates
   */
  static String check(String what, String text) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)
        || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new IllegalArgumentException(
          what + " must be a text of at most " + MAX_BYTES + " bytes in UTF-8");
    }
    return text;
  }

  /** The bytes of a text, as {@link #check} allows it. */
  static byte[] utf8(String what, String text) {
    return check(what, text).getBytes(StandardCharsets.UTF_8);
  }
}
