package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.report.GroupedRelease.GroupMean;
import org.privatemean.release.report.HandMade;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.rows.group.GroupKey;

/** A model with groups, whatever made its release. */
final class PrivateMeanGroupsTest {
  @TempDir Path directory;

  private static final StructType KEYS =
      new StructType()
          .add("name", DataTypes.StringType, true)
          .add("a `place`.b", DataTypes.IntegerType, false)
          .add("day", DataTypes.DateType, true)
          .add("yes", DataTypes.BooleanType, true)
          .add("small", DataTypes.ByteType, true);

  private static GroupKey key(String name, int place) {
    return GroupKey.of(name, place, LocalDate.of(1500, 3, 1), true, (byte) 3);
  }

  private static KeyedRelease release() {
    List<GroupKey> keys = new ArrayList<>();
    for (int g = 0; g < 12; g++) {
      keys.add(key(g % 2 == 0 ? "even" : "odd", g));
    }
    keys.sort(null);
    return HandMade.of(Arrays.asList(KEYS.fieldNames()), keys, OptionalDouble.of(1e-6));
  }

  private static PrivateMeanModel model() {
    LocalSpark.session();
    return new PrivateMean("mean1")
        .setInputCol("features")
        .setOutputCol("mean of group")
        .model(new PrivateMeanSummary(new GroupTable(release(), KEYS)));
  }

  @Test
  void groups_haveTheKeysOfTheInputAndTheReleasedValues() {
    Dataset<Row> groups = model().groups();
    for (int k = 0; k < KEYS.size(); k++) {
      assertEquals(KEYS.fields()[k].dataType(), groups.schema().fields()[k].dataType());
      assertEquals(KEYS.fields()[k].nullable(), groups.schema().fields()[k].nullable());
    }
    List<Row> rows = groups.collectAsList();
    KeyedRelease release = release();
    assertEquals(release.size(), rows.size());
    for (int g = 0; g < rows.size(); g++) {
      Row row = rows.get(g);
      GroupMean group = release.means().groups().get(g);
      assertEquals(release.keys().get(g).values().get(0), row.get(0));
      assertEquals(release.keys().get(g).values().get(1), row.get(1));
      assertEquals("1500-03-01", row.get(2).toString());
      assertEquals(group.status().label(), row.getAs("status"));
      assertEquals(group.count(), row.<Double>getAs("count"));
      assertEquals(group.rho(), row.<Double>getAs("rho"));
      if (group.mean() == null) {
        for (String name :
            List.of("mean", "noiseStdDev", "clippingNorm", "halfWidths", "l2Radius")) {
          assertNull(row.getAs(name), name);
        }
      } else {
        assertEquals(Vectors.dense(group.mean()), row.getAs("mean"));
        assertEquals(release.means().region(group).radius(), row.<Double>getAs("l2Radius"));
        assertEquals(2, row.<Vector>getAs("halfWidths").size());
      }
    }
  }

  private static Row input(int id, String name, Integer place) {
    return RowFactory.create(
        id, name, place, place == null ? null : LocalDate.of(1500, 3, 1), true, (byte) 3);
  }

  private static Dataset<Row> input(List<Row> rows) {
    StructType schema = new StructType().add("id", DataTypes.IntegerType);
    for (var field : KEYS.fields()) {
      schema = schema.add(field.name(), field.dataType(), true);
    }
    return LocalSpark.session().createDataFrame(rows, schema);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10MB", "-1"})
  void transform_joinsTheMeanOfEachRowsGroup(String broadcast) {
    var session = LocalSpark.session();
    String setting = "spark.sql.autoBroadcastJoinThreshold";
    String before = session.conf().get(setting);
    session.conf().set(setting, broadcast);
    try {
      KeyedRelease release = release();
      List<Row> rows = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        rows.add(input(i, i % 2 == 0 ? "even" : "odd", i % 15));
      }
      rows.add(input(100, null, 2));
      rows.add(input(101, "even", null));
      rows.add(input(102, "even", 2));
      rows.add(input(102, "even", 2));
      Dataset<Row> given = input(rows);
      Dataset<Row> joined = model().transform(given);
      assertEquals(model().transformSchema(given.schema()), joined.schema());
      List<Row> found = joined.collectAsList();
      assertEquals(rows.size(), found.size());
      int live = 0;
      for (Row row : found) {
        Vector mean = row.getAs("mean of group");
        GroupMean group = group(release, row);
        if (group == null || group.mean() == null) {
          assertNull(mean, row.toString());
        } else {
          assertEquals(Vectors.dense(group.mean()), mean);
          live++;
        }
      }
      assertTrue(live > 10 && live < 60, "live " + live);
      assertEquals(2, found.stream().filter(row -> row.getInt(0) == 102).count());
    } finally {
      session.conf().set(setting, before);
    }
  }

  private static GroupMean group(KeyedRelease release, Row row) {
    if (row.isNullAt(1) || row.isNullAt(2)) {
      return null;
    }
    int place = release.keys().indexOf(key(row.getString(1), row.getInt(2)));
    return place < 0 ? null : release.means().groups().get(place);
  }

  @Test
  void transform_rowsWithAColumnOfTheInternalKeyName_keepsIt() {
    Dataset<Row> given =
        input(List.of(input(1, "even", 2))).withColumn("__privateMeanKey0", functions.lit(7));
    Row row = model().transform(given).first();
    assertEquals(7, row.<Integer>getAs("__privateMeanKey0"));
  }

  @Test
  void transform_rowsWithoutTheColumnsOrOfOtherTypes_areRefusedByName() {
    StructType other = new StructType().add("name", DataTypes.StringType);
    ParamException missing =
        assertThrows(ParamException.class, () -> model().transformSchema(other));
    assertTrue(missing.getMessage().contains("a `place`.b does not exist"), missing.getMessage());
    StructType typed = other.add("a `place`.b", DataTypes.StringType);
    ParamException type = assertThrows(ParamException.class, () -> model().transformSchema(typed));
    assertTrue(type.getMessage().contains("must be int"), type.getMessage());
  }

  @Test
  void write_thenRead_givesTheSameModel() throws Exception {
    PrivateMeanModel model = model();
    String path = directory.resolve("model").toString();
    model.write().save(path);
    PrivateMeanModel read = PrivateMeanModel.load(path);
    assertEquals(release(), read.summary().keyed().orElseThrow());
    assertEquals(model.groups().schema(), read.groups().schema());
    assertEquals(model.summary().toJson(), read.summary().toJson());
    assertEquals(model.summary().toString(), read.summary().toString());
    assertEquals(model.toString(), read.toString());
    PrivateMeanModel copy = model.copy(ParamMap.empty());
    assertEquals(release(), copy.summary().keyed().orElseThrow());
    assertEquals("mean of group", copy.getOutputCol());
    // A scaler reads no groups, and says so.
    assertThrows(IllegalArgumentException.class, () -> PrivateStandardScalerModel.load(path));
  }

  @Test
  void serialisation_javaObjects_roundTrips() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(model());
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      PrivateMeanModel read = (PrivateMeanModel) in.readObject();
      assertEquals(release(), read.summary().keyed().orElseThrow());
    }
  }

  @Test
  void summary_ofGroups_hasCommonValuesAndRefusesOthers() {
    PrivateMeanModel model = model();
    PrivateMeanSummary summary = model.summary();
    assertTrue(model.isGrouped() && summary.isGrouped());
    assertEquals("recentred", summary.method());
    assertEquals("addRemove", summary.neighbours());
    assertEquals("row", summary.unit());
    assertEquals(12, summary.numGroups());
    assertEquals(2, summary.dimension());
    assertEquals("private", summary.keySelection());
    assertEquals(1e-6, summary.keyDelta().orElseThrow());
    assertEquals(1, summary.maxGroupsPerPerson());
    assertEquals(List.of("age", "income"), summary.columns());
    assertEquals(List.of("rowsAsUnits"), summary.warningCodes());
    assertTrue(
        summary
            .toString()
            .contains("add or remove one row, except for the delta of the keys, 1.0E-6\n"),
        summary::toString);
    assertTrue(summary.plot().startsWith("<svg"));
    for (Runnable each :
        List.<Runnable>of(
            model::mean,
            summary::mean,
            summary::rows,
            summary::release,
            summary::clippingNorm,
            summary::noiseStdDev,
            summary::noiseStdDevs,
            summary::countStdDev,
            summary::expectedL2Error,
            summary::covers,
            summary::l2Radius,
            summary::halfWidths,
            summary::clippedRowsAtMost,
            summary::clippingBiasBound,
            () -> summary.noiseRadius(0.9),
            () -> summary.plot(1, 2))) {
      IllegalStateException refusal = assertThrows(IllegalStateException.class, each::run);
      assertTrue(refusal.getMessage().contains("groups()"), refusal.getMessage());
    }
  }

  @Test
  void groups_ofAModelWithOneMean_areRefused() {
    PrivateMeanModel model = new PrivateMeanModel();
    assertFalse(model.isGrouped());
    assertThrows(IllegalStateException.class, model::groups);
    assertEquals("public", model.summary().keySelection());
    assertTrue(model.summary().groupCols().isEmpty());
  }

  @Test
  void fit_groupColumnOfAReservedName_isRefusedBeforeAnyJob() {
    StructType schema =
        new StructType()
            .add("features", DataTypes.createArrayType(DataTypes.DoubleType))
            .add("Status", DataTypes.StringType);
    PrivateMean stage =
        new PrivateMean().setInputCol("features").setRho(1).setDimension(2).setGroupCols("Status");
    stage.setPublicKeys("a");
    ParamException refusal =
        assertThrows(ParamException.class, () -> stage.transformSchema(schema));
    assertTrue(refusal.getMessage().contains("Status"), refusal.getMessage());
    assertTrue(refusal.getMessage().contains("rename"), refusal.getMessage());
  }

  @Test
  void forecast_ofOneMean_refusesGroups() {
    PrivateMean stage = new PrivateMean().setRho(1).setGroupCols("g").setPublicKeys("a");
    assertThrows(ParamException.class, () -> stage.forecast(100, 2, 1));
  }
}
