package org.privatemean.privacy.ledger.durable;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Codec of flat JSON objects of texts, whole numbers, true and false, on one line, in the order of
 * the fields.
 */
final class FlatJson {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private FlatJson() {}

  /** Thrown if a text is not such an object. */
  static final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
      super(message);
    }
  }

  /** Returns the object with the given fields. */
  static String write(Map<String, Object> fields) {
    StringBuilder text = new StringBuilder(512).append('{');
    fields.forEach(
        (name, value) -> {
          text.append(text.length() == 1 ? "" : ",");
          appendText(text, name);
          text.append(':');
          if (value instanceof String string) {
            appendText(text, string);
          } else {
            text.append(value);
          }
        });
    return text.append('}').toString();
  }

  private static void appendText(StringBuilder text, String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ') {
        text.append(String.format("\\u%04x", (int) c));
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }

  /**
   * Returns the fields of an object: texts, longs and Booleans; empty for any other value, which a
   * later version may have put.
   *
   * @throws MalformedException if the text is anything else, or names a field twice
   */
  static Map<String, Object> read(String text) throws MalformedException {
    try (JsonParser parser = FACTORY.createParser(text)) {
      Map<String, Object> fields = new LinkedHashMap<>();
      expect(parser.nextToken() == JsonToken.START_OBJECT, "no object");
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        fields.put(name, value(parser));
      }
      expect(parser.nextToken() == null, "more than an object");
      return fields;
    } catch (IOException unreadable) {
      throw new MalformedException("no JSON");
    }
  }

  private static Object value(JsonParser parser) throws IOException, MalformedException {
    JsonToken token = parser.nextToken();
    expect(token != null, "no end");
    return switch (token) {
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> {
        parser.skipChildren();
        yield Optional.empty();
      }
    };
  }

  /** True if a text is one JSON value of any kind. */
  static boolean isValue(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (IOException unreadable) {
      return false;
    }
  }

  /** True if a text has no control characters, such as line ends, and can be written in UTF-8. */
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

  private static void expect(boolean holds, String otherwise) throws MalformedException {
    if (!holds) {
      throw new MalformedException(otherwise);
    }
  }
}
