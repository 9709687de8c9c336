package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.report.HandMade;

/** Stored results that no version of the library has written. */
final class SavedTextTest {
  private static final String GROUPED =
      SavedText.write(
          new PrivateMeanSummary(
              new GroupTable(HandMade.warned(3), new StructType().add("g", DataTypes.StringType))));

  private static void assertRefused(String text) {
    ParamException refusal = assertThrows(ParamException.class, () -> SavedText.read(text));
    assertEquals("releaseName", refusal.param());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "{", "{\"release\":{\"formatVersion\":6}}"})
  void read_noResult_isRefused(String text) {
    assertRefused(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"columns\":[\"age\"|\"columns\":[null",
        "\"rho\":|\"rho\":\"x\",\"rh\":",
        "\\\"type\\\":\\\"struct\\\"|\\\"type\\\"",
        "\"{\\\"type\\\":\\\"struct\\\"|\"\\\"string\\\"\",\"x\":\"",
        "\"key\":\"|\"key\":\"!"
      })
  void read_damagedResult_isRefused(String part, String damaged) {
    assertTrue(GROUPED.contains(part), GROUPED);
    assertRefused(GROUPED.replace(part, damaged));
  }

  /** One number for all columns takes no room for each. */
  @Test
  void read_ofManyColumns_needsNoMemoryForThem() {
    StructType keys = new StructType().add("g", DataTypes.StringType);
    String text = SavedText.write(new PrivateMeanSummary(new GroupTable(HandMade.of(3), keys)));
    String many = text.replaceFirst("\"groupDimension\":\\d+", "\"groupDimension\":2147483647");
    GroupTable read = SavedText.read(many).groups().get();
    assertEquals(Integer.MAX_VALUE, read.release().means().dimension());
  }
}
