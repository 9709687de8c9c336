package org.privatemean.privacy.ledger.durable;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.Map;
import java.util.Optional;

/** The codec of flat JSON objects of texts, whole numbers, true and false, on one line. */
final class FlatJson {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  private static final ObjectMapper MAPPER =
      new ObjectMapper(FACTORY)
          .enable(
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
              DeserializationFeature.USE_LONG_FOR_INTS);

  private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};

  private FlatJson() {}

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

  /** Returns the fields of an object: texts, longs, Booleans, or others of a later version. */
  static Map<String, Object> read(String text) throws ParseException {
    try {
      return Optional.ofNullable(MAPPER.readValue(text, FIELDS))
          .orElseThrow(() -> malformed("no JSON object"));
    } catch (JsonProcessingException unreadable) {
      throw malformed("no JSON object");
    }
  }

  static ParseException malformed(String how) {
    return new ParseException(how, 0);
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
    return text.chars().noneMatch(Character::isISOControl)
        && StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }
}
