package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.group.GroupKey;
import org.privatemean.spark.column.VectorColumn;

final class GroupIndexedRowsTest {
  private static final String BROADCAST = "spark.sql.autoBroadcastJoinThreshold";
  private static final String ADAPTIVE = "spark.sql.adaptive.enabled";

  private static final Metadata NOTE = new MetadataBuilder().putString("note", "kept").build();

  private static final List<GroupKey> KEYS =
      List.of(
          GroupKey.of("a", 1), GroupKey.of("a", 2), GroupKey.of("b", 1), GroupKey.of("empty", 7));

  /** A column of vectors that is called as a group's column elsewhere, beside two of groups. */
  private static Dataset<Row> rows(int partitions) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String cut = i % 7 == 0 ? null : List.of("a", "b", "foreign").get(i % 3);
      Integer year = i % 11 == 0 ? null : i % 2 + 1;
      rows.add(RowFactory.create(Vectors.dense(i), cut, year, i));
    }
    return KeyedFrames.session()
        .createDataFrame(
            rows,
            new StructType()
                .add("group", SQLDataTypes.VectorType(), true, NOTE)
                .add("cut", DataTypes.StringType)
                .add("year", DataTypes.IntegerType)
                .add("index", DataTypes.IntegerType))
        .repartition(partitions);
  }

  private static Dataset<Row> tagged(int partitions) {
    Dataset<Row> rows = rows(partitions);
    KeyColumns columns = KeyedFrames.columns(rows, "cut", "year");
    return KeyColumns.joinGroups(columns.addKeys(rows, VectorColumn.quote("group")), "group", KEYS);
  }

  /** What a loop over the rows says: the group of each vector. */
  private static Map<Double, Integer> expected() {
    Map<Double, Integer> groups = new TreeMap<>();
    for (Row row : rows(1).collectAsList()) {
      if (!row.isNullAt(1) && !row.isNullAt(2)) {
        int group = KEYS.indexOf(GroupKey.of(row.getString(1), row.getInt(2)));
        if (group >= 0) {
          groups.put((double) row.getInt(3), group);
        }
      }
    }
    return groups;
  }

  private static Map<Double, Integer> found(Dataset<Row> tagged) {
    Map<Double, Integer> groups = new TreeMap<>();
    for (Row row : tagged.collectAsList()) {
      double value = row.<Vector>getAs(0).apply(0);
      assertEquals(null, groups.put(value, row.getInt(1)), "a row came twice");
      assertEquals(1, row.getInt(2));
    }
    return groups;
  }

  @Tag("long")
  @Test
  void of_anyWayToJoin_isTheGroupOfEachRow() {
    Map<Double, Integer> expected = expected();
    assertTrue(expected.size() > 20 && expected.size() < 50, "" + expected.size());
    for (String broadcast : List.of("-1", "10485760")) {
      for (String adaptive : List.of("true", "false")) {
        for (int partitions : new int[] {1, 16}) {
          Map<Double, Integer> found =
              KeyedFrames.with(
                  BROADCAST,
                  broadcast,
                  () -> KeyedFrames.with(ADAPTIVE, adaptive, () -> found(tagged(partitions))));
          assertEquals(expected, found, broadcast + " " + adaptive + " " + partitions);
        }
      }
    }
  }

  /** A million keys are too many to send around: their rows are moved once, and not sorted. */
  @Test
  void of_noBroadcast_sortsNoRow() {
    String plan =
        KeyedFrames.with(
            BROADCAST, "-1", () -> tagged(2).queryExecution().executedPlan().toString());
    assertTrue(plan.contains("ShuffledHashJoin"), plan);
    assertFalse(plan.contains("Sort"), plan);
  }

  @Test
  void of_rows_hasThreeColumnsAndTheMetadata() {
    StructType schema = tagged(2).schema();
    assertEquals(
        List.of("group", KeyColumns.GROUP, KeyColumns.WEIGHT), List.of(schema.fieldNames()));
    assertEquals(NOTE, schema.apply("group").metadata());
    assertEquals(SQLDataTypes.VectorType(), schema.apply("group").dataType());
    assertEquals(DataTypes.IntegerType, schema.apply(KeyColumns.GROUP).dataType());
    assertEquals(DataTypes.IntegerType, schema.apply(KeyColumns.WEIGHT).dataType());
    assertFalse(schema.apply(KeyColumns.GROUP).nullable());
    assertFalse(schema.apply(KeyColumns.WEIGHT).nullable());
  }

  @Test
  void of_weightedRows_keepsTheirWeights() {
    Dataset<Row> rows = rows(2);
    KeyColumns columns = KeyedFrames.columns(rows, "cut", "year");
    Dataset<Row> keyed =
        columns.addKeys(
            rows,
            VectorColumn.quote("group"),
            functions.col("index").plus(5).as(KeyColumns.WEIGHT));
    for (Row row : KeyColumns.joinGroups(keyed, "group", KEYS).collectAsList()) {
      assertEquals(row.<Vector>getAs(0).apply(0) + 5, row.getInt(2));
    }
  }

  @Test
  void of_noKeys_isEmpty() {
    Dataset<Row> rows = rows(2);
    Dataset<Row> keyed =
        KeyedFrames.columns(rows, "cut", "year").addKeys(rows, VectorColumn.quote("group"));
    assertEquals(0, KeyColumns.joinGroups(keyed, "group", List.of()).count());
  }

  /** Lists stand in no text of a plan, however long it is. */
  @Test
  void of_keys_areInNoPlan() {
    Dataset<Row> rows = rows(2);
    List<GroupKey> keys = List.of(GroupKey.of("PLANTED-4711", 1), GroupKey.of("b", 90210));
    Dataset<Row> tagged =
        KeyColumns.joinGroups(
            KeyedFrames.columns(rows, "cut", "year").addKeys(rows, VectorColumn.quote("group")),
            "group",
            keys);
    tagged.collectAsList();
    String plan =
        tagged.queryExecution().toString() + tagged.queryExecution().logical().prettyJson();
    assertFalse(plan.contains("PLANTED") || plan.contains("90210"), plan);
    assertFalse(plan.contains("In(") || plan.contains(" IN "), plan);
  }

  /** The bytes of a row's key are made once: they are most of what keys cost. */
  @Test
  void keyed_joined_makesTheBytesOnce() {
    String plan = tagged(2).queryExecution().optimizedPlan().toString();
    assertEquals(1, plan.split("UDF\\(", -1).length - 1, plan);
  }

  /** An invalid vector of a foreign key must not stop a fit: else its key shows. */
  @Test
  void of_invalidVectorsOfOtherKeys_areNotLookedAt() {
    Dataset<Row> rows =
        KeyedFrames.session()
            .createDataFrame(
                List.of(
                    RowFactory.create("a", new double[] {1, 2}),
                    RowFactory.create("foreign", new double[] {Double.NaN, 1}),
                    RowFactory.create("foreign", new double[] {1}),
                    RowFactory.create(null, null),
                    RowFactory.create("a", new double[] {3, 4})),
                new StructType()
                    .add("g", DataTypes.StringType)
                    .add("x", DataTypes.createArrayType(DataTypes.DoubleType)));
    Dataset<Row> tagged =
        KeyColumns.joinGroups(
            KeyedFrames.columns(rows, "g").addKeys(rows, functions.col("x")),
            "x",
            List.of(GroupKey.of("a")));
    VectorColumn reader = VectorColumn.find(tagged.schema(), "x");
    double[] buffer = new double[2];
    List<Row> left = tagged.collectAsList();
    assertEquals(2, left.size());
    left.forEach(row -> assertTrue(reader.read(row, buffer, InvalidRows.ERROR)));
  }
}
