package org.privatemean.app;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Members of a line of JSON by name, or the elements of one member that is an array. The line must
 * be one object and nothing else. Of several members with the same name the last counts. Numbers,
 * texts, true and false are read as their text; null, objects and arrays have no text.
 *
 * <p>Spark's {@code from_json} is not used. Its parsers share a table of names, and fail on a line
 * with many names of one hash if earlier lines had enough names of that hash.
 */
record JsonFields(JsonFactory factory, Map<String, Integer> places, boolean array)
    implements Fields {
  /** Maximal length of a name, which newer versions of Jackson have too. */
  private static final int LONGEST_NAME = 50_000;

  private static final Map<String, Boolean> FEATURES =
      Map.of(
          "allowComments", false,
          "allowUnquotedFieldNames", false,
          "allowSingleQuotes", true,
          "allowNumericLeadingZeros", false,
          "allowNonNumericNumbers", true,
          "allowBackslashEscapingAnyCharacter", false,
          "allowUnquotedControlChars", false);

  static JsonFields members(ReaderOptions options, List<String> names) {
    Map<String, Integer> places = new HashMap<>();
    for (int j = 0; j < names.size(); j++) {
      places.put(path(names.get(j)), j);
    }
    return new JsonFields(factory(options), places, false);
  }

  static JsonFields array(ReaderOptions options, String name) {
    return new JsonFields(factory(options), Map.of(path(name), 0), true);
  }

  /** Returns the names of a member and of the objects that contain it, joined by dots. */
  private static String path(String name) {
    return String.join(".", ColumnName.parts(name));
  }

  private static JsonFactory factory(ReaderOptions options) {
    var builder =
        JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build());
    FEATURES.forEach(
        (name, usual) ->
            builder.configure(
                JsonReadFeature.valueOf(constant(name)), options.isTrue(name, usual)));
    return builder.build();
  }

  /** Returns Jackson's name of an option, such as ALLOW_SINGLE_QUOTES. */
  private static String constant(String name) {
    return switch (name) {
      case "allowComments" -> "ALLOW_JAVA_COMMENTS";
      case "allowNumericLeadingZeros" -> "ALLOW_LEADING_ZEROS_FOR_NUMBERS";
      case "allowUnquotedControlChars" -> "ALLOW_UNESCAPED_CONTROL_CHARS";
      default -> name.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
    };
  }

  @Override
  public String[] of(String line, String... folders) {
    try (JsonParser parser = factory.createParser(line)) {
      return read(parser);
    } catch (IOException malformed) {
      return null;
    }
  }

  private String[] read(JsonParser parser) throws IOException {
    String[] texts = array ? null : new String[places.size()];
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      return null;
    }
    // The paths of the open objects, each with a dot at its end.
    ArrayDeque<String> within = new ArrayDeque<>(List.of(""));
    while (true) {
      JsonToken token = parser.nextToken();
      if (token == JsonToken.END_OBJECT && within.size() > 1) {
        within.pop();
        continue;
      } else if (token != JsonToken.FIELD_NAME) {
        break;
      }
      String name = parser.currentName();
      if (name.length() > LONGEST_NAME) {
        return null;
      }
      String path = within.peek() + name;
      Integer place = places.get(path);
      JsonToken value = parser.nextToken();
      if (place == null && value == JsonToken.START_OBJECT && holdsOne(path + ".")) {
        within.push(path + ".");
      } else if (place == null) {
        parser.skipChildren();
      } else if (array) {
        texts = elements(parser);
      } else {
        texts[place] = text(parser);
      }
    }
    boolean whole = parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null;
    return whole ? texts : null;
  }

  private boolean holdsOne(String within) {
    return places.keySet().stream().anyMatch(path -> path.startsWith(within));
  }

  private static String[] elements(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      parser.skipChildren();
      return null;
    }
    List<String> texts = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY && token != null;
        token = parser.nextToken()) {
      texts.add(text(parser));
    }
    return texts.toArray(String[]::new);
  }

  private static String text(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token != null && token.isScalarValue() && token != JsonToken.VALUE_NULL) {
      return parser.getText();
    }
    parser.skipChildren();
    return null;
  }
}
