package org.privatemean.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.ConfidenceRegion;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;
import org.privatemean.release.Scales;
import org.privatemean.release.report.GroupedRelease;
import org.privatemean.release.report.GroupedRelease.GroupMean;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.request.Scaling;
import org.privatemean.rows.group.GroupKey;
import org.privatemean.spark.column.VectorColumn;

/** The groups of a release, and their table; {@code keys} are the group columns as in the input. */
record GroupTable(KeyedRelease release, StructType keys) implements Serializable {
  /** Names of the values of all groups in the saved forms. */
  static final String KEYS = "groupKeys";

  static final String KEY_DELTA = "keyDelta";
  static final String GROUPS_PER_PERSON = "maxGroupsPerPerson";
  static final String DIMENSION = "groupDimension";

  /** Prefix of key columns next to rows, whose columns may have any name. */
  private static final String OTHER = "__privateMeanKey";

  private static final StructType VALUES =
      new StructType()
          .add("mean", SQLDataTypes.VectorType())
          .add("count", DataTypes.DoubleType, false)
          .add("noiseStdDev", DataTypes.DoubleType)
          .add("clippingNorm", DataTypes.DoubleType)
          .add("expectedL2Error", DataTypes.DoubleType)
          .add("halfWidths", SQLDataTypes.VectorType())
          .add("l2Radius", DataTypes.DoubleType)
          .add("rho", DataTypes.DoubleType, false)
          .add("status", DataTypes.StringType, false);

  /** Creates the table from saved values; common holds the values of all groups. */
  static GroupTable create(
      Release common,
      StructType keys,
      List<GroupKey> found,
      List<GroupMean> means,
      double keyDelta,
      int groupsPerPerson,
      int dimension) {
    GroupedRelease grouped =
        new GroupedRelease(
                common.guarantee(),
                dimension,
                groupsPerPerson,
                common.region().confidence(),
                common.scales().orElse(Scales.none(Scaling.NONE.label())),
                means,
                common.charges(),
                common.warnings(),
                List.of(),
                List.of())
            .withColumns(common.region().halfWidths(), common.columnWarnings());
    KeyedRelease release =
        new KeyedRelease(
            grouped,
            List.of(keys.fieldNames()),
            found,
            keyDelta,
            common.seeded(),
            common.columns(),
            common.origin().orElse(null));
    return new GroupTable(release, keys);
  }

  /** Refuses group columns whose names the table of groups uses for other columns. */
  public static void checkNames(List<String> groupCols) {
    for (String name : groupCols) {
      if (Arrays.stream(VALUES.fieldNames()).anyMatch(name::equalsIgnoreCase)) {
        throw new ParamException(
            "groupCols",
            String.format(
                "{groupCols} names column %s, and the table of groups has a column of that name",
                Refusal.literal(name)),
            "rename the column of the rows");
      }
    }
  }

  /** Returns the keys and the release of each, sorted by key. */
  public Dataset<Row> frame(SparkSession session) {
    List<Row> rows = new ArrayList<>(release.size());
    for (int g = 0; g < release.size(); g++) {
      rows.add(row(release.keys().get(g), values(release.means().groups().get(g))));
    }
    StructType schema = keys;
    for (StructField field : VALUES.fields()) {
      schema = schema.add(field);
    }
    return session.createDataFrame(rows, schema);
  }

  private Object[] values(GroupMean group) {
    GroupedRelease means = release.means();
    if (group.status() != GroupStatus.OK) {
      return new Object[] {
        null, group.count(), null, null, null, null, null, group.rho(), group.status().label()
      };
    }
    Noise noise = means.noise(group);
    ConfidenceRegion region = means.region(group);
    return new Object[] {
      Vectors.dense(group.mean()),
      group.count(),
      noise.noiseStdDev(),
      group.clippingNorm(),
      noise.reportedL2Error(),
      Vectors.dense(region.halfWidths(means.dimension())),
      region.radius(),
      group.rho(),
      group.status().label()
    };
  }

  private static Row row(GroupKey key, Object... values) {
    List<Object> cells = new ArrayList<>(key.values());
    cells.addAll(Arrays.asList(values));
    return RowFactory.create(cells.toArray());
  }

  /** Returns the same rows with the mean of their group; null without one, or for a null key. */
  public Dataset<Row> appendTo(Dataset<?> rows, StructType schema, String outputCol) {
    Dataset<Row> means = means(rows.sparkSession(), outputCol, schema);
    Column same = null;
    for (int k = 0; k < keys.size(); k++) {
      Column equal = VectorColumn.quote(keys.fields()[k].name()).equalTo(means.col(OTHER + k));
      same = same == null ? equal : same.and(equal);
    }
    Dataset<Row> joined = rows.toDF().join(means, same, "left_outer");
    for (int k = 0; k < keys.size(); k++) {
      joined = joined.drop(means.col(OTHER + k));
    }
    return joined;
  }

  private Dataset<Row> means(SparkSession session, String outputCol, StructType schema) {
    StructType columns = new StructType();
    for (int k = 0; k < keys.size(); k++) {
      columns = columns.add(OTHER + k, keys.fields()[k].dataType(), false);
    }
    columns = columns.add(schema.apply(outputCol));
    List<Row> rows = new ArrayList<>();
    for (int g = 0; g < release.size(); g++) {
      GroupMean group = release.means().groups().get(g);
      if (group.status() == GroupStatus.OK) {
        rows.add(row(release.keys().get(g), Vectors.dense(group.mean())));
      }
    }
    return session.createDataFrame(rows, columns);
  }

  /** Refuses rows without the group columns, or with other types in them. */
  public void check(StructType schema) {
    for (StructField key : keys.fields()) {
      if (!Arrays.asList(schema.fieldNames()).contains(key.name())) {
        throw new ParamException(
            "groupCols",
            String.format("group column %s does not exist", Refusal.literal(key.name())),
            "give rows with the columns of the fit");
      }
      if (!schema.apply(key.name()).dataType().equals(key.dataType())) {
        throw new ParamException(
            "groupCols",
            String.format(
                "group column %s must be %s, as in the fit",
                Refusal.literal(key.name()), key.dataType().simpleString()),
            "cast it");
      }
    }
  }
}
