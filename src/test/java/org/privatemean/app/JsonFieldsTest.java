package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Members of lines of json, each line by itself. */
final class JsonFieldsTest {
  private static ReaderOptions options(String... options) {
    return ReaderOptions.parse(Format.JSON, List.of(options));
  }

  private static String[] members(String line, String... options) {
    return JsonFields.members(options(options), List.of("a", "b.c")).of(line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a":1,"b.c":2}                    | 1,2
          {"b.c":2,"x":{"a":5},"a":1}        | 1,2
          {"a":"1","b.c":" 2"}               | 1, 2
          {"a":1.50,"b.c":1e400}             | 1.50,1e400
          {"a":true,"b.c":null}              | true,-
          {"a":{"a":1},"b.c":[2]}            | -,-
          {"A":1,"B.C":2}                    | -,-
          {"a":1,"a":7,"b.c":2}              | 7,2
          {"a":1}                            | 1,-
          {}                                 | -,-
          {'a':NaN}                          | NaN,-
          {"b":{"c":2,"d":{"a":7}},"a":1}    | 1,2
          {"b":{"x":[{"c":3}],"c":2},"a":1}  | 1,2
          {"b":[{"c":2}],"a":1}              | 1,-
          {"b":{"c":{"c":2}},"c":5,"a":1}    | 1,-
          """)
  void of_object_givesItsMembers(String line, String expected) {
    String shown =
        String.join(",", Arrays.stream(members(line)).map(f -> f == null ? "-" : f).toList());
    assertEquals(expected, shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "1",
        "null",
        "\"a\"",
        "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1}}",
        "{\"b\":{\"c\":1}",
        "{\"b\":{\"c\":1}}}",
        "{\"a\":1} {\"a\":2}",
        "{\"a\":1} x",
        "[{\"a\":1},{\"a\":2}]",
        "{\"a\":01}",
        "{a:1}",
        "{\"a\":1/**/}",
        "{\"a\":\"1\n2\"}",
        "{\"a\":+1}",
        "\u0000{\"a\":1}"
      })
  void of_anyOtherText_isUnreadable(String line) {
    assertNull(members(line));
  }

  @Test
  void of_options_areTheReaders() {
    assertEquals("1", members("{a:1}", "allowUnquotedFieldNames=true")[0]);
    assertEquals("1", members("{\"a\":01}", "ALLOWNUMERICLEADINGZEROS=true")[0]);
    assertEquals("1", members("{\"a\":1/**/}", "allowComments=true")[0]);
    assertEquals("1\n2", members("{\"a\":\"1\n2\"}", "allowUnquotedControlChars=true")[0]);
    assertEquals("x", members("{\"a\":\"\\x\"}", "allowBackslashEscapingAnyCharacter=true")[0]);
    assertNull(members("{'a':1}", "allowSingleQuotes=false"));
    assertNull(members("{\"a\":NaN}", "allowNonNumericNumbers=false"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"v":[1,"2",3.0]}     | 1,2,3.0
          {"v":[]}              | ``
          {"v":[1,null,[3],{}]} | 1,-,-,-
          {"v":[1],"v":[2]}     | 2
          """)
  void of_array_givesItsElements(String line, String expected) {
    String[] found = JsonFields.array(options(), "v").of(line);
    assertEquals(
        expected, String.join(",", Arrays.stream(found).map(f -> f == null ? "-" : f).toList()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"v\":1}", "{\"v\":{}}", "{\"x\":[1]}", "{\"v\":[1}", "{\"v\":[1", "[1]", "{}"})
  void of_noArray_isUnreadable(String line) {
    assertNull(JsonFields.array(options(), "v").of(line));
  }

  @Test
  void of_longTextsNamesAndNests_areReadOrUnreadableAlone() {
    String digits = "7".repeat(1_000_000);
    assertEquals(digits, members("{\"a\":" + digits + "}")[0]);
    assertEquals(digits, members("{\"a\":\"" + digits + "\"}")[0]);
    String text = "x".repeat(30_000_000);
    assertEquals(text.length(), members("{\"a\":\"" + text + "\"}")[0].length());
    assertEquals("1", members("{\"x\":\"" + text + "\",\"a\":1}")[0]);
    assertEquals("1", members("{\"" + "k".repeat(50_000) + "\":2,\"a\":1}")[0]);
    assertNull(members("{\"" + "k".repeat(50_001) + "\":2,\"a\":1}"));
    assertEquals("1", members("{\"x\":" + nest(900) + ",\"a\":1}")[0]);
    assertNull(members("{\"x\":" + nest(100_000) + ",\"a\":1}"));
  }

  private static String nest(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }

  /**
   * Jackson by itself, and Spark's from_json, refuse the second line after the first, and read it
   * alone: names are kept for later lines, and too many of one hash stop it.
   */
  @Test
  void of_namesOfOneHashInOtherLines_changesNothing() {
    JsonFields fields = JsonFields.members(options(), List.of("a"));
    String line = colliding(500, 250);
    assertArrayEquals(new String[] {"1"}, fields.of(line));
    for (int i = 0; i < 5; i++) {
      assertArrayEquals(new String[] {"1"}, fields.of(colliding(0, 99)));
      assertArrayEquals(new String[] {"1"}, fields.of(line));
    }
  }

  /** Jackson's hash is h * 33 + c, for which Ab and BA are the same. */
  static String colliding(int from, int count) {
    StringBuilder line = new StringBuilder("{");
    for (int i = from; i < from + count; i++) {
      line.append('"');
      for (int bit = 0; bit < 11; bit++) {
        line.append((i >> bit & 1) == 0 ? "Ab" : "BA");
      }
      line.append("\":1,");
    }
    return line.append("\"a\":1}").toString();
  }
}
