package org.privatemean.privacy.ledger.durable;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** What a text must be to stand in an entry. */
final class Text {
  private Text() {}

  /** Whether it has no control characters, such as line ends, and can be written in UTF-8. */
  static boolean isOneLine(String text) {
    return text.chars().noneMatch(Character::isISOControl) && isUnicode(text);
  }

  private static boolean isUnicode(String text) {
    try {
      StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      return true;
    } catch (CharacterCodingException halfOfAPair) {
      return false;
    }
  }
}
