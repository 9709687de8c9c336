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
import java.util.Map;
import java.util.Set;

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

  private static final Map<String, JsonReadFeature> FEATURES =
      Map.of(
          "allowComments", JsonReadFeature.ALLOW_JAVA_COMMENTS,
          "allowUnquotedFieldNames", JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES,
          "allowSingleQuotes", JsonReadFeature.ALLOW_SINGLE_QUOTES,
          "allowNumericLeadingZeros", JsonReadFeature.ALLOW_LEADING_ZEROS_FOR_NUMBERS,
          "allowNonNumericNumbers", JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS,
          "allowBackslashEscapingAnyCharacter",
              JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER,
          "allowUnquotedControlChars", JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS);

  private static final Set<String> USUAL = Set.of("allowSingleQuotes", "allowNonNumericNumbers");

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
        (name, feature) -> builder.configure(feature, options.isTrue(name, USUAL.contains(name))));
    return builder.build();
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
