package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of columns, split at dots and commas outside backticks. */
final class ColumnNameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"a.b|a b", "`a.b`.c|a.b c", "a.`b.c`|a b.c", "`a|`a", "a.b`.c|a.b` c", "a.|'a '"})
  void parts_ofAName_areSplitOutsideBackticks(String name, String parts) {
    assertEquals(List.of(parts.split(" ", -1)), ColumnName.parts(name));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"a,b|2", "`a,b`,c|2", "a,`b|1", "a`,`b,c|2"})
  void commas_ofAList_areThoseOutsideBackticks(String list, int names) {
    assertEquals(names, list.split(ColumnName.COMMAS, -1).length);
  }

  @Test
  void parts_ofManyBackticks_needNoStack() {
    String ticks = "`".repeat(100_000);
    assertEquals(List.of("a", ticks), ColumnName.parts("a." + ticks));
    assertEquals(2, ("a," + ticks).split(ColumnName.COMMAS, -1).length);
  }
}
