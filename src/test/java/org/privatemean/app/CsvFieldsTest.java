package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields of csv, each line by itself. */
final class CsvFieldsTest {
  private static CsvFields.Dialect dialect(String... options) {
    return CsvFields.Dialect.from(ReaderOptions.parse(Format.CSV, List.of(options)));
  }

  private static String[] fields(String line, String... options) {
    return new CsvFields(dialect(options), new int[] {0, 1, 2}, new int[0]).of(line);
  }

  /** The fields as a list, - for a missing one; the quote is written as '. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          1,2,3            | 1,2,3
          1,2              | 1,2,-
          1,2,3,4,5        | 1,2,3
          ,,               | -,-,-
          `` | -,-,-
          1,,3             | 1,-,3
          #1,2,3           | #1,2,3
          '1','2','3'      | 1,2,3
          '1' ,'2',3       | 1,2,3
          '','',''         | -,-,-
          '1,5',2,3        | 1,5,2,3
          'a''b',2,3       | 'a''b',2,3
          'a\\'b',2,3      | a'b,2,3
          'a\\\\',2,3      | a\\,2,3
          '1'x,2,3         | '1'x,2,3
          1',2,3           | 1',2,3
          1,2,3,'open      | 1,2,3
          """)
  void of_line_givesItsFields(String line, String expected) {
    String[] found = fields(line.replace('\'', '"'));
    String shown = String.join(",", Arrays.stream(found).map(f -> f == null ? "-" : f).toList());
    assertEquals(expected.replace('\'', '"'), shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {"'1,2,3", "1,'2,3", "1,2,'3", "1,2,'", "1,2,'3\\'"})
  void of_quoteLeftOpen_isUnreadable(String line) {
    assertNull(fields(line.replace('\'', '"')));
  }

  @Test
  void of_dialects_areThoseOfTheOptions() {
    assertArrayEquals(new String[] {"1,5", "2", "3"}, fields("1,5;2;3", "SEP=;"));
    assertArrayEquals(new String[] {"1", "2", "3"}, fields("1\t2\t3", "delimiter=\\t"));
    assertArrayEquals(new String[] {"1", "2", "|3"}, fields("1||2|||3", "sep=||", "quote="));
    assertArrayEquals(new String[] {"a\"b", "2", "3"}, fields("\"a\"\"b\",2,3", "escape=\""));
    assertArrayEquals(new String[] {"\"1", "2\"", "3"}, fields("\"1,2\",3", "quote="));
    assertArrayEquals(new String[] {"1,1", "2", "3"}, fields("'1,1',2,3", "quote='"));
    assertArrayEquals(new String[] {" 1 ", null, "3"}, fields(" 1 ,-9,3", "nullValue=-9"));
    assertArrayEquals(
        new String[] {"1 ", "2,2", "3 "},
        fields(" 1 , \"2,2\", 3 ", "ignoreLeadingWhiteSpace=true"));
    assertArrayEquals(
        new String[] {" 1", "2", " 3"}, fields(" 1 ,2, 3 ", "ignoreTrailingWhiteSpace=true"));
  }

  @Test
  void of_placesInAnyOrder_keepsIt() {
    assertArrayEquals(
        new String[] {"3", "1"},
        new CsvFields(dialect(), new int[] {2, 0}, new int[0]).of("1,2,3"));
  }

  /** Spark's parser stops a job at more than 20,480 fields. */
  @Test
  void of_millionFieldsOrCharacters_isRead() {
    assertArrayEquals(new String[] {null, null, null}, fields(",".repeat(1_000_000)));
    String[] wide = fields("1,\"" + "x".repeat(1_000_000) + "\",3");
    assertEquals(1_000_000, wide[1].length());
    assertEquals("3", wide[2]);
  }

  @Test
  void of_randomLines_neverFails() {
    SplittableRandom random = new SplittableRandom(3);
    String signs = ",,\"\"\\ \t1x\u0000\uFEFF\n\r";
    for (int i = 0; i < 100_000; i++) {
      String line =
          random
              .ints(random.nextInt(12), 0, signs.length())
              .collect(
                  StringBuilder::new, (b, k) -> b.append(signs.charAt(k)), StringBuilder::append)
              .toString();
      List<String> all = CsvFields.first(dialect(), line, Integer.MAX_VALUE);
      String[] some = fields(line);
      if (all != null) {
        for (int k = 0; k < 3; k++) {
          String expected = k < all.size() && !all.get(k).isEmpty() ? all.get(k) : null;
          assertEquals(expected, some[k], line);
        }
      }
    }
  }
}
