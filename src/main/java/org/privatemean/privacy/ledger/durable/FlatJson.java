package org.privatemean.privacy.ledger.durable;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The codec of flat JSON objects of texts, whole numbers, true and false, on one line. */
final class FlatJson {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private FlatJson() {}

  static String write(Map<String, Object> fields) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      for (Map.Entry<String, Object> field : fields.entrySet()) {
        json.writeObjectField(field.getKey(), field.getValue());
      }
      json.writeEndObject();
    } catch (IOException inMemory) {
      throw new UncheckedIOException(inMemory);
    }
    return text.toString();
  }

  /** Returns the texts, longs and Booleans of an object by name; empty for any other value. */
  static Map<String, Object> read(String text) throws ParseException {
    try (JsonParser parser = FACTORY.createParser(text)) {
      Map<String, Object> fields = new LinkedHashMap<>();
      boolean isObject = parser.nextToken() == JsonToken.START_OBJECT;
      while (isObject && parser.nextToken() == JsonToken.FIELD_NAME) {
        fields.put(parser.currentName(), value(parser));
      }
      if (!isObject || parser.nextToken() != null) {
        throw malformed("no JSON object");
      }
      return fields;
    } catch (IOException unreadable) {
      throw malformed("no JSON");
    }
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.nextToken()) {
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

  static ParseException malformed(String how) {
    return new ParseException(how, 0);
  }

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
