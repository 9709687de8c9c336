package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions mean what they mean in SQL, fail for no row, and refuse what is none of a row. */
final class ConditionTest {
  /** A row; z is null, t is a text that is no number. */
  private static final Map<String, String> ROW = new HashMap<>();

  static {
    ROW.put("a", "3");
    ROW.put("b", " -2.5e0 ");
    ROW.put("c c", "7");
    ROW.put("t", "Berlin");
    ROW.put("q", "it's");
    ROW.put("yes", "TRUE");
    ROW.put("no", "false");
    ROW.put("nan", "NaN");
    ROW.put("inf", "Infinity");
    ROW.put("z", null);
  }

  private static boolean holds(String text) {
    return holds(Condition.parse(text));
  }

  private static boolean holds(Condition condition) {
    return condition.holds(condition.columns().stream().map(ROW::get).toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a = 3",
        "a == 3.0",
        "3e0 = a",
        "a <> 4",
        "a != 4",
        "a > 2",
        "a >= 3",
        "a < 3.5",
        "a <= 3",
        "b = -2.5",
        "b < 0 and a > 0",
        "a > 5 or b < 0",
        "not a > 5",
        "not (a > 5 or b > 0)",
        "a > 5 or a > 2 and b < 0",
        "a + b = 0.5",
        "a - 1 - 1 = 1",
        "a * 2 + 1 = `c c`",
        "a + 1 * 2 = 5",
        "(a + 1) * 2 = 8",
        "`c c` % 4 = a",
        "`c c` / 2 = 3.5",
        "-a = -3",
        "- - a = 3",
        "a in (1, 2, 3)",
        "a not in (1, 2)",
        "a between 3 and 4",
        "a not between 4 and 5",
        "a BETWEEN 1 AND 3 AND b < 0",
        "t = 'Berlin'",
        "t = \"Berlin\"",
        "t in ('Bonn', 'Berlin')",
        "t < 'Bonn'",
        "q = 'it''s'",
        "lower(t) = 'berlin'",
        "UPPER(t) = 'BERLIN'",
        "length(t) = 6",
        "length(trim(b)) = 6",
        "abs(b) = 2.5",
        "t like 'B%n'",
        "t like '_erl%'",
        "t not like 'b%'",
        "t LIKE '%' AND t like 'Berlin'",
        "z is null",
        "t is not null",
        "z + 1 is null",
        "a / 0 is null",
        "a % 0 IS NULL",
        "yes",
        "not no",
        "yes = true",
        "no <> true",
        "(a > 1) = true",
        "yes <> (a > 9)",
        "inf > 1e300",
        "a = '3'",
        "((((a = 3))))",
        "0 * a = -0.0"
      })
  void holds_ofTheRow_isTrue(String text) {
    assertTrue(holds(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a = 4", "a > 3", "t = 'bonn'", "t like 'erl'", "t like 'Berlin_'", "t like '%x%'",
        "no", "not yes", "z is not null", "a in (1)", "a between 4 and 2", "yes = false",
        // A number is not its text.
        "a = '3.0'", "b = '-2.5'"
      })
  void holds_ofAnotherRow_isFalseAndItsNegationIsTrue(String text) {
    assertFalse(holds(text));
    assertTrue(holds("not (" + text + ")"));
  }

  /** Neither they nor their negations hold. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "z = 1",
        "z <> 1",
        "z = z",
        "z = 'x'",
        "t > 1",
        "t <= 1",
        "t = a",
        "nan = nan",
        "nan > 0",
        "a / 0 > 1",
        "a % 0 = 0",
        "z + a > 0",
        "lower(z) = 'x'",
        "length(z) > 0",
        "z like '%'",
        "z in (1, 2)",
        "a in (1, z)",
        "t between 1 and 2",
        "t",
        "a = true",
        "z = z",
        "z > 1 and a = 3",
        "z > 1 or a = 4",
        "abs(t) > 0",
        "-t > 0"
      })
  void holds_unknown_isNeverTrue(String text) {
    assertFalse(holds(text));
    assertFalse(holds("not (" + text + ")"));
  }

  @Test
  void holds_unknownNextToADecidingTerm_isDecided() {
    assertTrue(holds("z > 1 or a = 3"));
    assertTrue(holds("not (z > 1 and a = 4)"));
    assertTrue(holds("a in (z, 3)"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rand() < 0.5                        | 'rand' cannot be called
          uuid() = 'x'                        | 'uuid' cannot be called
          current_timestamp() > day           | 'current_timestamp' cannot be called
          monotonically_increasing_id() < 5   | 'monotonically_increasing_id' cannot be called
          input_file_name() like 'x'          | 'input_file_name' cannot be called
          my_function(a) = 1                  | 'my_function' cannot be called
          count(a) > 1                        | 'count' cannot be called
          `count`(a) > 1                      | '(' stands behind its end
          a > (select max(a) from t)          | 'max' stands where ')' must
          row_number() over (order by a) = 1  | 'row_number' cannot be called
          a > max(a) over (partition by b)    | 'max' cannot be called
          abs(a) over (order by b) > 1        | 'over' stands behind its end
          exists (select 1)                   | 'exists' cannot be called
          case when a then b end              | 'when' stands behind its end
          cast(a as int) = 1                  | 'cast' cannot be called
          a > 1; drop table t                 | it cannot be read from
          a.b = 1                             | it cannot be read from
          a = 18x                             | it cannot be read from
          t = 'open                           | it cannot be read from
          a[0] = 1                            | it cannot be read from
          a -- b                              | a number stands where a condition must
          ''                                  | the end is not allowed here
          a >                                 | the end is not allowed here
          a = 1 and                           | the end is not allowed here
          (a = 1                              | the end stands where ')' must
          a = 1)                              | ')' stands behind its end
          a in ()                             | ')' is not allowed here
          a is 1                              | '1' stands where 'null' must
          a not = 1                           | 'not' stands behind a value
          a between 1 or 2                    | 'or' stands where 'and' must
          a like b                            | 'b' stands where a pattern must
          1 = 1                               | names no column
          a                                   | OK
          a + 1                               | a number stands where a condition must
          lower(a)                            | a text stands where a condition must
          'x' + a > 1                         | a text stands where a number must
          lower(a) > 5                        | a number stands where a text must
          (a > 1) > b                         | by = and <> only
          (a > 1) + 1 = 2                     | a condition is not allowed here
          and = 1                             | write a column of that name in `
          a = null                            | 'null' is not allowed here
          """)
  void of_noConditionOnARow_isRefused(String text, String message) {
    if (message.equals("OK")) {
      assertEquals(List.of("a"), Condition.parse(text).columns());
      return;
    }
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Condition.parse(text));
    assertTrue(refusal.getMessage().contains(message), refusal.getMessage());
  }

  @Tag("long")
  @Test
  void of_deepNesting_isRefusedAndNoOverflow() {
    for (String deep : List.of("(", "not ", "-", "abs(")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> Condition.parse(String.join("", Collections.nCopies(1_000_000, deep)) + "a > 1"),
          deep);
    }
  }

  @Tag("long")
  @Test
  void holds_longChains_areLoopsAndNoOverflow() {
    int many = 100_000;
    for (String[] chain :
        new String[][] {
          {"a = 1 or ", "a = 2"},
          {"a > 0 and ", "a = 2"},
          {"0 + ", "a = 2"},
          {"1 * ", "a = 2"},
          {"a in (", "2)"}
        }) {
      String repeated = chain[0].startsWith("a in") ? "1, " : chain[0];
      String start = chain[0].startsWith("a in") ? chain[0] : "";
      String text = start + String.join("", Collections.nCopies(many, repeated)) + chain[1];
      assertTrue(Condition.parse(text).holds(new String[] {"2"}), chain[0]);
      assertFalse(Condition.parse(text).holds(new String[] {"-3"}), chain[0]);
    }
  }

  @Test
  void columns_ofACondition_areNamedOnceInOrder() {
    assertEquals(
        List.of("b", "a", "a`b", "and"),
        Condition.parse("b > 1 and A.x = 2".replace("A.x", "a") + " or `a``b` < b and `and` = 1")
            .columns());
  }

  @Test
  void readObject_condition_hasTheSameMeaning() throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(Condition.parse("t = 'Berlin' and a > 2"));
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      Condition read = (Condition) in.readObject();
      assertEquals(List.of("t", "a"), read.columns());
      assertTrue(holds(read));
    }
  }

  @Test
  void isLike_patternOfManyGaps_endsInTime() {
    String text = "a".repeat(20_000);
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> assertFalse(ConditionParser.isLike(text, "%a".repeat(500) + "b")));
  }

  /** Java would copy a text for each of its characters that becomes several. */
  @Test
  void lowerAndUpper_ofAnyText_areJavasInTime() {
    String odd = "\u0130\u00df\uFB03\u0149\u03a3 a\u03a3\u0130\u03a3.\uD801\uDC00\uDC28\uD801";
    for (String text : List.of("", odd, "x".repeat(1023) + odd.repeat(200), "\uDC00" + odd)) {
      assertEquals(text.toLowerCase(Locale.ROOT), ConditionParser.lower(text));
      assertEquals(text.toUpperCase(Locale.ROOT), ConditionParser.upper(text));
    }
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          assertEquals(2_000_000, ConditionParser.lower("\u0130".repeat(1_000_000)).length());
          assertEquals(2_000_000, ConditionParser.upper("\u00df".repeat(1_000_000)).length());
        });
  }

  /** Whatever a cell holds, the condition answers, and the same each time. */
  @Property(tries = 500)
  void holds_anyCells_answers(@ForAll String first, @ForAll String second) {
    Condition condition =
        Condition.parse(
            "a > 1 or b / a < 2 or lower(a) like '%x_%' and not b or a in (b, 'y') or length(b) %"
                + " a = 0 or b between a and -a");
    String[] row = {first, second};
    assertEquals(condition.holds(row.clone()), condition.holds(row.clone()));
    condition.holds(new String[] {null, second});
  }
}
