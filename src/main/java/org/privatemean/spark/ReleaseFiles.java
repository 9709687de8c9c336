package org.privatemean.spark;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.privacy.Charge;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.Field.SavedColumn;
import org.privatemean.release.Release;
import org.privatemean.release.ReleaseSchema;
import org.privatemean.release.report.GroupedRelease.GroupMean;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.rows.group.GroupKey;
import scala.Option;

/**
 * The files of a model that holds a release: the params in Spark ML's format under {@code
 * metadata}, the release as one parquet row under {@code data}, with the columns of {@link
 * ReleaseSchema}, and one row per group, up to a million, under {@code groups}.
 */
final class ReleaseFiles {
  private static final StructType CHARGE =
      new StructType()
          .add("step", DataTypes.StringType)
          .add("rho", DataTypes.DoubleType)
          .add("delta", DataTypes.DoubleType);

  private static final StructType GROUP =
      new StructType()
          .add("place", DataTypes.IntegerType, false)
          .add("status", DataTypes.StringType, false)
          .add("count", DataTypes.DoubleType, false)
          .add("mean", DataTypes.createArrayType(DataTypes.DoubleType))
          .add("deviation", DataTypes.DoubleType)
          .add("clippingNorm", DataTypes.DoubleType)
          .add("countStdDev", DataTypes.DoubleType)
          .add("bias", DataTypes.DoubleType)
          .add("rho", DataTypes.DoubleType, false);

  private ReleaseFiles() {}

  static final class ModelWriter extends MLWriter {
    private final Params model;
    private final PrivateMeanSummary summary;

    ModelWriter(Params model, PrivateMeanSummary summary) {
      this.model = model;
      this.summary = summary;
    }

    @Override
    public void saveImpl(String path) {
      new DefaultParamsWriter(model).session(sparkSession()).saveImpl(path);
      StructType schema = new StructType();
      List<Object> cells = new ArrayList<>();
      Release release = summary.common();
      for (SavedColumn column : ReleaseSchema.columns()) {
        schema = schema.add(column.name(), type(column.type()));
        cells.add(cell(column.type(), column.value(release)));
      }
      if (summary.isGrouped()) {
        GroupTable groups = summary.groups().get();
        writeGroups(groups, path + "/groups");
        schema =
            schema
                .add(GroupTable.KEYS, DataTypes.StringType, false)
                .add(GroupTable.KEY_DELTA, DataTypes.DoubleType, false)
                .add(GroupTable.GROUPS_PER_PERSON, DataTypes.IntegerType, false)
                .add(GroupTable.DIMENSION, DataTypes.IntegerType, false);
        cells.add(groups.keys().json());
        cells.add(groups.release().keyDelta());
        cells.add(groups.release().means().groupsPerPerson());
        cells.add(groups.release().means().dimension());
      }
      sparkSession()
          .createDataFrame(List.of(RowFactory.create(cells.toArray())), schema)
          .coalesce(1)
          .write()
          .parquet(path + "/data");
    }

    private void writeGroups(GroupTable groups, String path) {
      KeyedRelease release = groups.release();
      List<Row> rows = new ArrayList<>(release.size());
      for (int g = 0; g < release.size(); g++) {
        GroupMean group = release.means().groups().get(g);
        List<Object> cells = new ArrayList<>();
        cells.add(g);
        cells.add(group.status().label());
        cells.add(group.count());
        cells.add(group.mean());
        cells.add(nullIfNan(group.deviation()));
        cells.add(nullIfNan(group.clippingNorm()));
        cells.add(nullIfNan(group.countStdDev()));
        cells.add(nullIfNan(group.bias()));
        cells.add(group.rho());
        // Dates are days since 1970: Spark 3.5 cannot write dates before 1582.
        for (Object key : release.keys().get(g).values()) {
          cells.add(key instanceof LocalDate date ? (Object) date.toEpochDay() : key);
        }
        rows.add(RowFactory.create(cells.toArray()));
      }
      StructType schema = GROUP;
      for (int k = 0; k < groups.keys().size(); k++) {
        DataType type = groups.keys().fields()[k].dataType();
        schema =
            schema.add(
                "key" + k, type.equals(DataTypes.DateType) ? DataTypes.LongType : type, false);
      }
      sparkSession().createDataFrame(rows, schema).write().parquet(path);
    }
  }

  static final class ModelReader<M extends Params> extends MLReader<M> {
    private final Class<M> type;
    private final BiFunction<String, PrivateMeanSummary, M> model;

    /** Creates a reader; {@code model} creates the model from its uid and its release. */
    ModelReader(Class<M> type, BiFunction<String, PrivateMeanSummary, M> model) {
      this.type = type;
      this.model = model;
    }

    @Override
    public M load(String path) {
      String json = sparkSession().read().text(path + "/metadata").first().getString(0);
      DefaultParamsReader.Metadata metadata =
          DefaultParamsReader.parseMetadata(json, type.getName());
      Row data = sparkSession().read().parquet(path + "/data").first();
      checkVersion(path, data.getAs(ReleaseSchema.VERSION));
      M loaded = model.apply(metadata.uid(), summary(data, path + "/groups"));
      metadata.getAndSetParams(loaded, Option.empty());
      return loaded;
    }

    private PrivateMeanSummary summary(Row data, String groups) {
      List<String> names = Arrays.asList(data.schema().fieldNames());
      Release release =
          ReleaseSchema.read(
              column -> {
                int index = names.indexOf(column.name());
                return index < 0 || data.isNullAt(index) ? null : value(column.type(), data, index);
              });
      return names.contains(GroupTable.KEYS)
          ? new PrivateMeanSummary(groups(release, data, sparkSession().read().parquet(groups)))
          : new PrivateMeanSummary(release);
    }
  }

  private static void checkVersion(String path, int version) {
    if (version < ReleaseSchema.OLDEST_VERSION || version > ReleaseSchema.FORMAT_VERSION) {
      throw new ParamException(
          "path",
          String.format(
              "the model at %s has format version %d, and this spark-private-mean reads versions %d"
                  + " to %d",
              Refusal.literal(path),
              version,
              ReleaseSchema.OLDEST_VERSION,
              ReleaseSchema.FORMAT_VERSION),
          "load it with the release that saved it");
    }
  }

  private static GroupTable groups(Release common, Row data, Dataset<Row> saved) {
    StructType keys = (StructType) DataType.fromJson(data.getAs(GroupTable.KEYS));
    List<Row> rows = new ArrayList<>();
    saved.toLocalIterator().forEachRemaining(rows::add);
    rows.sort(Comparator.comparingInt(row -> row.<Integer>getAs("place")));
    return GroupTable.create(
        common,
        keys,
        rows.stream().map(row -> key(row, keys)).toList(),
        rows.stream().map(ReleaseFiles::mean).toList(),
        data.getAs(GroupTable.KEY_DELTA),
        data.getAs(GroupTable.GROUPS_PER_PERSON),
        data.getAs(GroupTable.DIMENSION));
  }

  private static GroupKey key(Row row, StructType keys) {
    Object[] key = new Object[keys.size()];
    for (int k = 0; k < key.length; k++) {
      Object value = row.getAs("key" + k);
      boolean isDate = keys.fields()[k].dataType().equals(DataTypes.DateType);
      key[k] = isDate ? LocalDate.ofEpochDay((Long) value) : value;
    }
    return GroupKey.of(key);
  }

  private static GroupMean mean(Row row) {
    int mean = row.fieldIndex("mean");
    return new GroupMean(
        GroupStatus.fromLabel(row.getAs("status")),
        row.getAs("count"),
        row.isNullAt(mean) ? null : numbers(row, mean),
        nanIfNull(row.getAs("deviation")),
        nanIfNull(row.getAs("clippingNorm")),
        nanIfNull(row.getAs("countStdDev")),
        nanIfNull(row.getAs("bias")),
        row.getAs("rho"));
  }

  private static Double nullIfNan(double value) {
    return Double.isNaN(value) ? null : value;
  }

  private static double nanIfNull(Double value) {
    return value == null ? Double.NaN : value;
  }

  private static double[] numbers(Row row, int index) {
    return row.<Double>getList(index).stream().mapToDouble(x -> x).toArray();
  }

  private static DataType type(SavedColumn.Type type) {
    return switch (type) {
      case INTEGER -> DataTypes.IntegerType;
      case COUNT -> DataTypes.LongType;
      case NUMBER -> DataTypes.DoubleType;
      case FLAG -> DataTypes.BooleanType;
      case TEXT -> DataTypes.StringType;
      case NUMBERS -> DataTypes.createArrayType(DataTypes.DoubleType);
      case TEXTS -> DataTypes.createArrayType(DataTypes.StringType);
      case CHARGES -> DataTypes.createArrayType(CHARGE);
    };
  }

  private static Object cell(SavedColumn.Type type, Object value) {
    return switch (type) {
      case INTEGER, COUNT, NUMBER, FLAG, TEXT, NUMBERS -> value;
      case TEXTS -> ((List<?>) value).toArray();
      case CHARGES ->
          ((List<?>) value)
              .stream()
                  .map(Charge.class::cast)
                  .map(each -> RowFactory.create(each.step(), each.rho(), each.delta()))
                  .toArray();
    };
  }

  private static Object value(SavedColumn.Type type, Row row, int index) {
    return switch (type) {
      case INTEGER, COUNT, NUMBER, FLAG, TEXT -> row.get(index);
      case NUMBERS -> numbers(row, index);
      case TEXTS -> row.<String>getList(index);
      case CHARGES ->
          row.<Row>getList(index).stream()
              .map(each -> new Charge(each.getString(0), each.getDouble(1), each.getDouble(2)))
              .toList();
    };
  }
}
