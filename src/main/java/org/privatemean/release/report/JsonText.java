package org.privatemean.release.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.privatemean.annotation.Internal;

/**
 * JSON of maps, lists, arrays of double, strings and boxed values; null for null and for numbers
 * that are not finite. The layout is for people: one key per line; lists are in one line, except
 * for objects in them.
 */
@Internal
public final class JsonText {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonText() {}

  /** Formats an object, whose keys are in order. */
  public static String format(Map<String, ?> object) {
    return format(object, new DefaultPrettyPrinter());
  }

  static String line(Map<String, ?> object) {
    DefaultPrettyPrinter spaced = new DefaultPrettyPrinter();
    spaced.indentObjectsWith(DefaultPrettyPrinter.FixedSpaceIndenter.instance);
    return format(object, spaced);
  }

  private static String format(Map<String, ?> object, DefaultPrettyPrinter layout) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.setPrettyPrinter(layout);
      write(json, object);
    } catch (IOException inMemory) {
      throw new UncheckedIOException(inMemory);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    if (value instanceof Map<?, ?> object) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : object.entrySet()) {
        json.writeFieldName((String) entry.getKey());
        write(json, entry.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object each : list) {
        write(json, each);
      }
      json.writeEndArray();
    } else if (value instanceof double[] numbers) {
      write(json, Arrays.stream(numbers).boxed().toList());
    } else if (value instanceof String string) {
      json.writeString(string);
    } else if (value instanceof Double number && !Double.isFinite(number)) {
      json.writeNull();
    } else {
      json.writeRawValue(String.valueOf(value));
    }
  }
}
