package org.privatemean.spark;

import java.io.Serializable;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.ConfidenceRegion;
import org.privatemean.release.LedgerReceipt;
import org.privatemean.release.Noise;
import org.privatemean.release.Provenance;
import org.privatemean.release.Warning;
import org.privatemean.release.report.GroupMean;
import org.privatemean.release.report.GroupStatus;
import org.privatemean.release.report.GroupedRelease;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.rows.group.GroupKey;
import org.privatemean.spark.column.VectorColumn;

/**
 * The groups of a release as rows of tables: the table for users, and the saved one.
 *
 * @param release the means and their keys
 * @param keys the group columns, with their types and nullability in the input
 */
record GroupTable(KeyedRelease release, StructType keys) implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final String MEAN = "mean";
  private static final String STATUS = "status";

  /** Prefix of key columns next to rows, whose columns may have any name. */
  private static final String OTHER = "__privateMeanKey";

  private static final StructType VALUES =
      new StructType()
          .add(MEAN, SQLDataTypes.VectorType())
          .add("count", DataTypes.DoubleType, false)
          .add("noiseStdDev", DataTypes.DoubleType)
          .add("clippingNorm", DataTypes.DoubleType)
          .add("expectedL2Error", DataTypes.DoubleType)
          .add("halfWidths", SQLDataTypes.VectorType())
          .add("l2Radius", DataTypes.DoubleType)
          .add("rho", DataTypes.DoubleType, false)
          .add(STATUS, DataTypes.StringType, false);

  private static final StructType SAVED =
      new StructType()
          .add("place", DataTypes.IntegerType, false)
          .add(STATUS, DataTypes.StringType, false)
          .add("count", DataTypes.DoubleType, false)
          .add(MEAN, DataTypes.createArrayType(DataTypes.DoubleType))
          .add("deviation", DataTypes.DoubleType)
          .add("clippingNorm", DataTypes.DoubleType)
          .add("countStdDev", DataTypes.DoubleType)
          .add("bias", DataTypes.DoubleType)
          .add("rho", DataTypes.DoubleType, false);

  /**
   * Refuses group columns whose names the table of groups uses for other columns.
   *
   * @throws ParamException naming the column
   */
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

  /** Returns a copy with the receipt of a durable ledger. */
  public GroupTable withReceipt(LedgerReceipt booking) {
    Provenance origin = release.provenance().orElseThrow().withReceipt(booking);
    return new GroupTable(release.withProvenance(release.columns(), origin), keys);
  }

  /** Returns a copy with further warnings. */
  public GroupTable warning(List<Warning> more) {
    List<Warning> all = Stream.concat(release.means().warnings().stream(), more.stream()).toList();
    return new GroupTable(release.warning(all), keys);
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

  /** Returns the names of the group columns, in order. */
  public List<String> keyNames() {
    return List.of(keys.fieldNames());
  }

  private static Row row(GroupKey key, Object... values) {
    List<Object> cells = new ArrayList<>(key.values());
    cells.addAll(Arrays.asList(values));
    return RowFactory.create(cells.toArray());
  }

  /**
   * Returns rows with the mean of their group, as many as before; null without one. A null in a
   * group column is not a key and matches none.
   *
   * @param outputCol name of the column of means
   * @param schema of the result
   */
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

  /**
   * Refuses rows without the group columns, or with other types in them.
   *
   * @throws ParamException naming the column
   */
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

  /** Returns the groups in saved form, one row each: there may be a million. */
  public Dataset<Row> toSaved(SparkSession session) {
    List<Row> rows = new ArrayList<>(release.size());
    for (int g = 0; g < release.size(); g++) {
      GroupMean group = release.means().groups().get(g);
      List<Object> cells = new ArrayList<>();
      cells.add(g);
      cells.add(group.status().label());
      cells.add(group.count());
      cells.add(group.mean());
      for (double value :
          new double[] {
            group.deviation(), group.clippingNorm(), group.countStdDev(), group.bias()
          }) {
        cells.add(Double.isNaN(value) ? null : value);
      }
      cells.add(group.rho());
      release.keys().get(g).values().forEach(value -> cells.add(toSaved(value)));
      rows.add(RowFactory.create(cells.toArray()));
    }
    StructType schema = SAVED;
    for (int k = 0; k < keys.size(); k++) {
      schema = schema.add("key" + k, toSaved(keys.fields()[k].dataType()), false);
    }
    return session.createDataFrame(rows, schema);
  }

  /** Converts dates to days since 1970: Spark 3.5 cannot write dates before 1582. */
  private static Object toSaved(Object value) {
    return value instanceof LocalDate date ? (Object) date.toEpochDay() : value;
  }

  private static DataType toSaved(DataType type) {
    return type.equals(DataTypes.DateType) ? DataTypes.LongType : type;
  }

  record Saved(int place, GroupKey key, GroupMean mean) {}

  /** Returns the groups of {@link #toSaved}, in the order of their keys. */
  static List<Saved> read(Dataset<Row> saved, StructType keys) {
    List<Saved> groups = new ArrayList<>();
    for (Iterator<Row> rows = saved.toLocalIterator(); rows.hasNext(); ) {
      groups.add(group(rows.next(), keys));
    }
    groups.sort(Comparator.comparingInt(Saved::place));
    return groups;
  }

  private static Saved group(Row row, StructType keys) {
    Object[] key = new Object[keys.size()];
    for (int k = 0; k < key.length; k++) {
      Object value = row.getAs("key" + k);
      key[k] =
          keys.fields()[k].dataType().equals(DataTypes.DateType)
              ? LocalDate.ofEpochDay((Long) value)
              : value;
    }
    int mean = row.fieldIndex(MEAN);
    GroupMean group =
        new GroupMean(
            GroupStatus.fromLabel(row.getAs(STATUS)),
            row.getAs("count"),
            row.isNullAt(mean)
                ? null
                : row.<Double>getList(mean).stream().mapToDouble(x -> x).toArray(),
            number(row, "deviation"),
            number(row, "clippingNorm"),
            number(row, "countStdDev"),
            number(row, "bias"),
            row.getAs("rho"));
    return new Saved(row.getAs("place"), GroupKey.of(key), group);
  }

  private static double number(Row row, String name) {
    Double value = row.getAs(name);
    return value == null ? Double.NaN : value;
  }
}
