package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.refusal.ParamException;
import org.privatemean.rows.group.GroupKey;
import org.privatemean.spark.param.FitRequest.KeyRequest;

final class PublicKeysTest {
  private static final int MOST = 100;

  private static KeyColumns one(DataType type) {
    return KeyColumns.find(new StructType().add("g", type), new String[] {"g"});
  }

  private static KeyColumns cutAndYear() {
    return KeyColumns.find(
        new StructType().add("year", DataTypes.IntegerType).add("cut", DataTypes.StringType),
        new String[] {"cut", "year"});
  }

  private static List<GroupKey> keys(Object... values) {
    return Arrays.stream(values).map(GroupKey::of).toList();
  }

  private static ParamException refusal(DataType type, String... values) {
    return assertThrows(
        ParamException.class, () -> PublicKeys.parseTexts(one(type), Arrays.asList(values), MOST));
  }

  @Test
  void ofTexts_eachType_isConvertedAndSorted() {
    assertEquals(
        keys("", " ", "A", "a", "\uffff", "\ud83d\ude00"),
        PublicKeys.parseTexts(
            one(DataTypes.StringType), List.of("\ud83d\ude00", "a", "A", "", "\uffff", " "), MOST));
    assertEquals(
        keys((byte) -128, (byte) 0, (byte) 127),
        PublicKeys.parseTexts(one(DataTypes.ByteType), List.of("127", "0", "-128"), MOST));
    assertEquals(
        keys((short) 9, (short) 10),
        PublicKeys.parseTexts(one(DataTypes.ShortType), List.of("10", "9"), MOST));
    assertEquals(
        keys(-3, 9, 10),
        PublicKeys.parseTexts(one(DataTypes.IntegerType), List.of("10", "9", "-3"), MOST));
    assertEquals(
        keys(Long.MIN_VALUE, Long.MAX_VALUE),
        PublicKeys.parseTexts(
            one(DataTypes.LongType), List.of("9223372036854775807", "-9223372036854775808"), MOST));
    assertEquals(
        keys(false, true),
        PublicKeys.parseTexts(one(DataTypes.BooleanType), List.of("true", "false"), MOST));
    assertEquals(
        keys(LocalDate.of(1969, 1, 1), LocalDate.of(2024, 2, 29)),
        PublicKeys.parseTexts(one(DataTypes.DateType), List.of("2024-02-29", "1969-01-01"), MOST));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "int, 01",
        "int, +1",
        "int, -0",
        "int, 1.0",
        "int, \" 1\"",
        "int, \"\"",
        "int, 2147483648",
        "int, \u0661",
        "tinyint, 128",
        "smallint, -32769",
        "bigint, 3.7",
        "bigint, 9223372036854775808",
        "bigint, NaN",
        "boolean, TRUE",
        "boolean, 1",
        "date, 2024-2-29",
        "date, 2023-02-29",
        "date, 2024-02-29T00:00",
        "string, \"half \ud800\""
      })
  void ofTexts_valueThatDoesNotReturn_isRefusedByName(String type, String value) {
    ParamException refusal = refusal(DataType.fromDDL(type), value);
    assertEquals("publicKeys", refusal.param());
    assertTrue(refusal.getMessage().contains("'" + value + "' for column g"), refusal.getMessage());
  }

  @Test
  void ofTexts_malformedList_isRefused() {
    assertTrue(refusal(DataTypes.StringType).getMessage().contains("empty"));
    assertTrue(refusal(DataTypes.StringType, "a", null).getMessage().contains("no value"));
    String twice = refusal(DataTypes.IntegerType, "5", "7", "5").getMessage();
    assertTrue(twice.contains("value 3: '5' is in the list twice"), twice);
    List<String> many = Collections.nCopies(MOST + 1, "a");
    assertTrue(
        assertThrows(
                ParamException.class,
                () -> PublicKeys.parseTexts(one(DataTypes.StringType), many, MOST))
            .getMessage()
            .contains("maxGroups, 100"));
  }

  @Test
  void ofLines_columnsInAnyOrder_areConverted() {
    assertEquals(
        List.of(GroupKey.of("Fair", 2023), GroupKey.of("Fair", 2024), GroupKey.of("Good", 2023)),
        PublicKeys.parseLines(
            cutAndYear(),
            new KeyRequest.File(
                List.of("year", "cut"),
                List.of(
                    new KeyRequest.KeyLine(2, List.of("2023", "Good")),
                    new KeyRequest.KeyLine(3, List.of("2024", "Fair")),
                    new KeyRequest.KeyLine(5, List.of("2023", "Fair")))),
            MOST));
  }

  @Test
  void ofLines_lineThatFails_isNamedByNumberAndValue() {
    String text =
        lines(List.of("cut", "year"), new String[] {"a{b", "2023"}, new String[] {"c", "02"});
    assertTrue(text.contains("line 7: '02' for column year"), text);
    text = lines(List.of("cut", "year"), new String[] {"a{b", "1"}, new String[] {"a{b", "1"});
    assertTrue(text.contains("line 7: 'a{b', '1' is in the list twice"), text);
    text = lines(List.of("cut", "year"), new String[] {"a", "1"}, new String[] {"a"});
    assertTrue(text.contains("line 7 has 1 values, where the header has 2"), text);
    text = lines(List.of("cut"), new String[] {"a"});
    assertTrue(text.contains("the columns are cut, those of groupCols are cut, year"), text);
    assertTrue(lines(List.of("cut", "cut"), new String[] {"a", "b"}).contains("cut, cut"));
    assertTrue(lines(List.of("cut", "year")).contains("empty"));
  }

  private static String lines(List<String> header, String[]... rows) {
    int[] numbers = {4, 7};
    List<KeyRequest.KeyLine> lines = new ArrayList<>();
    for (String[] row : rows) {
      lines.add(new KeyRequest.KeyLine(numbers[lines.size()], List.of(row)));
    }
    KeyRequest.File file = new KeyRequest.File(header, lines);
    return assertThrows(ParamException.class, () -> PublicKeys.parseLines(cutAndYear(), file, MOST))
        .getMessage();
  }

  private static List<GroupKey> table(DataType type, DataType given, Object... values) {
    return PublicKeys.readTable(one(type), KeyedFrames.column(given, values), MOST);
  }

  @Test
  void ofTable_valuesOfOtherTypes_areThoseOfTheRows() {
    assertEquals(keys(3, 20), table(DataTypes.IntegerType, DataTypes.StringType, "20", "3"));
    assertEquals(keys(3L, 20L), table(DataTypes.LongType, DataTypes.ByteType, (byte) 20, (byte) 3));
    assertEquals(keys((byte) 3), table(DataTypes.ByteType, DataTypes.LongType, 3L));
    assertEquals(keys(3), table(DataTypes.IntegerType, DataTypes.DoubleType, 3.0));
    assertEquals(
        keys(300),
        table(DataTypes.IntegerType, DataTypes.createDecimalType(9, 2), new BigDecimal("300.00")));
    assertEquals(keys("20", "3"), table(DataTypes.StringType, DataTypes.IntegerType, 3, 20));
    assertEquals(keys("true"), table(DataTypes.StringType, DataTypes.BooleanType, true));
    LocalDate day = LocalDate.of(2024, 2, 29);
    java.sql.Date date = java.sql.Date.valueOf(day);
    assertEquals(keys(day), table(DataTypes.DateType, DataTypes.DateType, date));
    assertEquals(keys("2024-02-29"), table(DataTypes.StringType, DataTypes.DateType, date));
    assertEquals(keys(day), table(DataTypes.DateType, DataTypes.StringType, "2024-02-29"));
  }

  @Test
  void ofTable_valuesThatDoNotReturn_areRefusedByName() {
    refused("'3.7'", DataTypes.LongType, DataTypes.DoubleType, 3.7);
    refused("'NaN'", DataTypes.LongType, DataTypes.DoubleType, Double.NaN);
    refused("'-0.0'", DataTypes.LongType, DataTypes.FloatType, -0.0f);
    refused("'1.0E300'", DataTypes.LongType, DataTypes.DoubleType, 1e300);
    refused("'3.0'", DataTypes.StringType, DataTypes.DoubleType, 3.0);
    refused("'true'", DataTypes.IntegerType, DataTypes.BooleanType, true);
    refused("'1'", DataTypes.BooleanType, DataTypes.IntegerType, 1);
    refused("'01'", DataTypes.IntegerType, DataTypes.StringType, "01");
    refused("'128'", DataTypes.ByteType, DataTypes.IntegerType, 128);
    refused("no value", DataTypes.StringType, DataTypes.StringType, "a", null);
    refused("no value", DataTypes.DateType, DataTypes.DateType, new Object[] {null});
    refused("twice", DataTypes.StringType, DataTypes.StringType, "a", "a");
    refused("empty", DataTypes.StringType, DataTypes.StringType);
    refused("column g is binary", DataTypes.StringType, DataTypes.BinaryType, new byte[] {1});
  }

  private static void refused(String part, DataType type, DataType given, Object... values) {
    ParamException refusal =
        assertThrows(ParamException.class, () -> table(type, given, values), part);
    assertEquals("publicKeysTable", refusal.param());
    assertTrue(refusal.getMessage().contains(part), refusal.getMessage());
  }

  @Test
  void ofTable_byName_findsViewsAndRefusesOthers() {
    Dataset<Row> view = KeyedFrames.session().sql("select 7 as year, 'a' as cut");
    view.createOrReplaceTempView("some_keys");
    assertEquals(
        List.of(GroupKey.of("a", 7)),
        PublicKeys.readTable(cutAndYear(), KeyedFrames.session(), "some_keys", MOST));
    String none =
        assertThrows(
                ParamException.class,
                () -> PublicKeys.readTable(cutAndYear(), KeyedFrames.session(), "no_keys", MOST))
            .getMessage();
    assertTrue(none.contains("there is no table or view no_keys"), none);
    ParamException columns =
        assertThrows(
            ParamException.class,
            () -> PublicKeys.readTable(one(DataTypes.StringType), view, MOST));
    assertTrue(columns.getMessage().contains("year, cut"), columns.getMessage());
  }

  @Test
  void ofTable_moreThanMaxGroups_isRefusedWithoutReadingMore() {
    Dataset<Row> many = KeyedFrames.session().range(1_000_000_000_000L).toDF("g");
    ParamException refusal =
        assertThrows(
            ParamException.class, () -> PublicKeys.readTable(one(DataTypes.LongType), many, MOST));
    assertTrue(refusal.getMessage().contains("maxGroups, 100"), refusal.getMessage());
  }
}
