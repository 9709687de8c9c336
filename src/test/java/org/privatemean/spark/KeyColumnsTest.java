package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TimeZone;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.CharType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VarcharType;
import org.junit.jupiter.api.Test;
import org.privatemean.refusal.ParamException;
import org.privatemean.rows.group.GroupKey;

final class KeyColumnsTest {
  private static final StructType ALL =
      new StructType()
          .add("a b", DataTypes.StringType)
          .add("dot.ted", DataTypes.ByteType)
          .add("tick`", DataTypes.ShortType)
          .add("i", DataTypes.IntegerType, false)
          .add("l", DataTypes.LongType)
          .add("f", DataTypes.BooleanType)
          .add("d", DataTypes.DateType);

  private static final Object[] VALUES = {
    "a\u0301", (byte) -1, (short) 2, 3, -4L, true, LocalDate.of(2024, 2, 29)
  };

  private static List<byte[]> keys(Dataset<Row> rows, String name) {
    return rows.select(functions.col(name)).collectAsList().stream()
        .map(row -> row.<byte[]>getAs(0))
        .toList();
  }

  private static Dataset<Row> all() {
    Object[] values = VALUES.clone();
    values[6] = java.sql.Date.valueOf("2024-02-29");
    return KeyedFrames.session().createDataFrame(List.of(RowFactory.create(values)), ALL);
  }

  @Test
  void bytes_allTypes_areTheCanonicalBytesOfTheRow() {
    Dataset<Row> rows = all();
    KeyColumns columns = KeyedFrames.columns(rows, ALL.fieldNames());
    Dataset<Row> keyed = columns.addKeys(rows, functions.col("i"));
    assertEquals(GroupKey.of(VALUES), GroupKey.read(keys(keyed, KeyColumns.KEY).get(0)));
    assertEquals(List.of("i", KeyColumns.KEY), List.of(keyed.columns()));
    assertFalse(keyed.schema().apply(KeyColumns.KEY).nullable());
  }

  /** Dates have no time zone: a day that a zone skipped, and one before the calendar changed. */
  @Test
  void bytes_datesThatAZoneSkips_areTheirDays() {
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Apia"));
    try {
      Dataset<Row> rows =
          KeyedFrames.session()
              .sql("select date'2011-12-30' as g union all select date'1500-02-28' as g");
      List<GroupKey> keys =
          keys(KeyedFrames.columns(rows, "g").addKeys(rows), KeyColumns.KEY).stream()
              .map(GroupKey::read)
              .sorted()
              .toList();
      assertEquals(
          List.of(GroupKey.of(LocalDate.of(1500, 2, 28)), GroupKey.of(LocalDate.of(2011, 12, 30))),
          keys);
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @Test
  void bytes_nullInAnyColumn_isNullAndTheRowHasNoKey() {
    StructType schema =
        new StructType().add("g", DataTypes.StringType).add("h", DataTypes.IntegerType);
    Dataset<Row> rows =
        KeyedFrames.session()
            .createDataFrame(
                List.of(
                    RowFactory.create(null, 1),
                    RowFactory.create("a", null),
                    RowFactory.create(null, null),
                    RowFactory.create("a", 1)),
                schema);
    KeyColumns columns = KeyedFrames.columns(rows, "g", "h");
    List<byte[]> keys = keys(columns.addKeys(rows), KeyColumns.KEY);
    assertEquals(1, keys.size());
    assertEquals(GroupKey.of("a", 1), GroupKey.read(keys.get(0)));
  }

  @Test
  void bytes_textsOfEqualAppearance_areDifferentKeys() {
    Object[] texts = {"", " ", "a", "A", "a ", "a\u0301", "\u00e1", "\ud83d\ude00", "\uffff"};
    Dataset<Row> rows = KeyedFrames.column(DataTypes.StringType, texts);
    Set<GroupKey> keys = new HashSet<>();
    keys(KeyedFrames.columns(rows, "g").addKeys(rows), KeyColumns.KEY)
        .forEach(bytes -> keys.add(GroupKey.read(bytes)));
    assertEquals(texts.length, keys.size());
  }

  /** No text is lost that Java would read another way than Spark: a function of the row alone. */
  @Test
  void bytes_stringOfInvalidUtf8_isAKeyThatReadsBack() {
    Dataset<Row> rows = KeyedFrames.session().sql("select cast(X'61FF' as string) as g");
    byte[] key = keys(KeyedFrames.columns(rows, "g").addKeys(rows), KeyColumns.KEY).get(0);
    assertEquals(GroupKey.of("a\ufffd"), GroupKey.read(key));
  }

  @Test
  void schema_isThatOfTheInput() {
    KeyColumns columns = KeyColumns.find(ALL, ALL.fieldNames());
    assertEquals(ALL, columns.schema());
  }

  @Test
  void of_otherTypes_isRefusedByNameAndWithARemedy() {
    List<DataType> others =
        new ArrayList<>(
            List.of(
                DataTypes.FloatType,
                DataTypes.DoubleType,
                DataTypes.createDecimalType(10, 0),
                DataTypes.TimestampType,
                DataTypes.TimestampNTZType,
                DataTypes.BinaryType,
                DataTypes.NullType,
                DataTypes.createArrayType(DataTypes.StringType),
                DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType),
                new StructType().add("PLANTED", DataTypes.StringType),
                SQLDataTypes.VectorType()));
    for (DataType type : others) {
      ParamException refusal = refusal(new StructType().add("g{1}", type), "g{1}");
      assertEquals("groupCols", refusal.param());
      assertTrue(refusal.getMessage().contains("column g{1} must hold"), refusal.getMessage());
      assertTrue(refusal.getMessage().contains("cast it"), refusal.getMessage());
      assertFalse(refusal.getMessage().contains("PLANTED"), refusal.getMessage());
    }
  }

  @Test
  void of_fixedLength_isRefusedByItsName() {
    StructType noted =
        new StructType()
            .add(
                "g",
                DataTypes.StringType,
                true,
                new MetadataBuilder().putString("__CHAR_VARCHAR_TYPE_STRING", "char(3)").build());
    for (StructType schema : List.of(noted, new StructType().add("g", new CharType(3)))) {
      ParamException refusal = refusal(schema, "g");
      assertEquals("groupCols", refusal.param());
      assertTrue(refusal.getMessage().contains("column g is char(3)"), refusal.getMessage());
      assertTrue(refusal.getMessage().contains("rtrim"), refusal.getMessage());
    }
  }

  /** Of a file, of a database and as a type itself. */
  @Test
  void of_variableLength_isText() throws SQLException {
    KeyedFrames.session().sql("drop table if exists keys_fixed");
    KeyedFrames.session().sql("create table keys_fixed (g char(3), h varchar(3)) using parquet");
    Dataset<Row> table = KeyedFrames.session().table("keys_fixed");
    assertTrue(refusal(table.schema(), "g").getMessage().contains("is char(3)"));
    assertEquals(0, KeyedFrames.columns(table, "h").addKeys(table).count());
    KeyedFrames.session().sql("drop table keys_fixed");
    StructType typed = new StructType().add("h", new VarcharType(3));
    assertEquals(
        new StructType().add("h", DataTypes.StringType),
        KeyColumns.find(typed, new String[] {"h"}).schema());
    String url = "jdbc:h2:mem:lengths";
    try (Connection keptOpen = DriverManager.getConnection(url);
        Statement statement = keptOpen.createStatement()) {
      statement.execute("CREATE TABLE L (\"g\" CHAR(3), \"h\" VARCHAR(3))");
      statement.execute("INSERT INTO L VALUES ('a', 'b')");
      Dataset<Row> stored =
          KeyedFrames.session()
              .read()
              .format("jdbc")
              .option("url", url)
              .option("dbtable", "L")
              .load();
      assertTrue(refusal(stored.schema(), "g").getMessage().contains("is char(3)"));
      List<byte[]> keys = keys(KeyedFrames.columns(stored, "h").addKeys(stored), KeyColumns.KEY);
      assertEquals(GroupKey.of("b"), GroupKey.read(keys.get(0)));
    }
  }

  @Test
  void of_collations_areRefusedExceptOfBytes() {
    assumeTrue(LocalSpark.hasCollations(), "Spark has collations");
    List<String> collations = new ArrayList<>(List.of("UTF8_LCASE", "UNICODE", "UNICODE_CI"));
    if (!KeyedFrames.session().version().startsWith("4.0.")) {
      collations.add("UTF8_BINARY_RTRIM");
    }
    for (String collation : collations) {
      StructType schema =
          KeyedFrames.session().sql("select 'a' collate " + collation + " as g").schema();
      String message = refusal(schema, "g").getMessage();
      assertTrue(message.contains("is string collate " + collation), message);
    }
    Dataset<Row> binary = KeyedFrames.session().sql("select 'a' collate UTF8_BINARY as g");
    assertEquals(1, KeyedFrames.columns(binary, "g").addKeys(binary).count());
  }

  @Test
  void of_namesThatDoNotFit_areRefused() {
    String absent = refusal(ALL, "x").getMessage();
    assertEquals("groupCols: column x does not exist. Number of columns: 7", absent);
  }

  private static ParamException refusal(StructType schema, String... names) {
    return assertThrows(ParamException.class, () -> KeyColumns.find(schema, names));
  }
}
