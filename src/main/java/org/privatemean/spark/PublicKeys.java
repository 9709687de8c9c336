package org.privatemean.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.rows.group.GroupKey;
import org.privatemean.spark.KeyColumns.KeyType;
import org.privatemean.spark.column.TypeKind;
import org.privatemean.spark.column.VectorColumn;
import org.privatemean.spark.param.FitRequest.KeyRequest;

/**
 * A public list of keys, read and checked before any row is read. A value that does not convert to
 * the type of its group column and back is refused and named, since the list is public.
 */
final class PublicKeys {
  private static final String TABLE = "publicKeysTable";

  private final KeyColumns columns;
  private final String param;
  private final int maxGroups;
  private final List<GroupKey> keys = new ArrayList<>();
  private final Set<GroupKey> seen = new HashSet<>();

  private PublicKeys(KeyColumns columns, String param, int maxGroups) {
    this.columns = columns;
    this.param = param;
    this.maxGroups = maxGroups;
  }

  /** Returns the sorted keys of a public list; empty if keys are selected privately. */
  public static Optional<List<GroupKey>> resolve(
      KeyRequest request, KeyColumns columns, SparkSession session) {
    return request instanceof KeyRequest.TableKeys table
        ? Optional.of(readTable(columns, session, table.table(), table.most()))
        : resolveWithoutJob(request, columns);
  }

  /** Same as {@link #resolve}, without a job; also empty for a table. */
  public static Optional<List<GroupKey>> resolveWithoutJob(KeyRequest request, KeyColumns columns) {
    if (request instanceof KeyRequest.ListedKeys listed) {
      return Optional.of(parseTexts(columns, listed.values(), listed.most()));
    }
    return request instanceof KeyRequest.FileKeys lines
        ? Optional.of(parseLines(columns, lines.file(), lines.most()))
        : Optional.empty();
  }

  static List<GroupKey> parseTexts(KeyColumns columns, List<String> values, int maxGroups) {
    PublicKeys list = new PublicKeys(columns, "publicKeys", maxGroups);
    list.checkSize(values.size());
    for (int k = 0; k < values.size(); k++) {
      list.add("value " + (k + 1), new Object[] {values.get(k)});
    }
    return list.sort();
  }

  /** Returns the sorted keys of a file of texts, whose header has the columns in any order. */
  static List<GroupKey> parseLines(KeyColumns columns, KeyRequest.File file, int maxGroups) {
    PublicKeys list = new PublicKeys(columns, "publicKeysFile", maxGroups);
    int[] places = list.places(file.header());
    list.checkSize(file.lines().size());
    for (KeyRequest.KeyLine line : file.lines()) {
      List<String> row = line.values();
      String where = "line " + line.number();
      if (row.size() != places.length) {
        throw list.refuse(
            where + " has " + row.size() + " values, where the header has " + places.length,
            "give each line a value for each column");
      }
      list.add(where, Arrays.stream(places).mapToObj(row::get).toArray());
    }
    return list.sort();
  }

  /** Returns the sorted keys of a table or view by name. Runs a job over that table alone. */
  static List<GroupKey> readTable(
      KeyColumns columns, SparkSession session, String name, int maxGroups) {
    Dataset<Row> table;
    try {
      table = session.table(name);
    } catch (Exception absent) {
      // Spark throws its checked exception without declaring it.
      if (absent instanceof AnalysisException) {
        throw new ParamException(
            TABLE,
            "{publicKeysTable}: there is no table or view " + Refusal.literal(name),
            "register one with the columns of {groupCols}");
      }
      throw absent;
    }
    return readTable(columns, table, maxGroups);
  }

  static List<GroupKey> readTable(KeyColumns columns, Dataset<Row> table, int maxGroups) {
    PublicKeys list = new PublicKeys(columns, TABLE, maxGroups);
    int[] places = list.places(List.of(table.columns()));
    Column[] read = list.read(table.schema(), places);
    int most = (int) Math.min(Integer.MAX_VALUE, maxGroups + 1L);
    List<Row> rows =
        JobNames.find(table.sparkSession())
            .run("private mean: public keys", () -> table.select(read).limit(most).collectAsList());
    list.checkSize(rows.size());
    for (Row row : rows) {
      Object[] values = new Object[places.length];
      for (int k = 0; k < values.length; k++) {
        boolean date = table.schema().fields()[places[k]].dataType().equals(DataTypes.DateType);
        values[k] = date && !row.isNullAt(k) ? KeyType.DATE.value(row.get(k)) : row.get(k);
      }
      list.add("a row", values);
    }
    return list.sort();
  }

  /** Returns the columns in the order of the group columns; dates as days, without a time zone. */
  private Column[] read(StructType schema, int[] places) {
    Column[] read = new Column[places.length];
    for (int k = 0; k < places.length; k++) {
      StructField field = schema.fields()[places[k]];
      DataType type = field.dataType();
      if (!isConvertible(type)) {
        throw refuse(
            String.format(
                "column %s is %s", Refusal.literal(field.name()), TypeKind.describe(type)),
            "cast it to the type of the rows' column");
      }
      Column stored = VectorColumn.quote(field.name());
      read[k] = type.equals(DataTypes.DateType) ? functions.unix_date(stored) : stored;
    }
    return read;
  }

  private static boolean isConvertible(DataType type) {
    return type instanceof NumericType
        || type instanceof StringType
        || type.equals(DataTypes.BooleanType)
        || type.equals(DataTypes.DateType);
  }

  /** Returns the place of each group column in a list with exactly these columns. */
  private int[] places(List<String> header) {
    List<String> names = columns.names();
    if (header.size() != names.size() || !Set.copyOf(names).equals(new HashSet<>(header))) {
      throw refuse(
          String.format(
              "the columns are %s, those of {groupCols} are %s",
              Refusal.literal(String.join(", ", header)),
              Refusal.literal(String.join(", ", names))),
          "give just these columns");
    }
    return names.stream().mapToInt(header::indexOf).toArray();
  }

  private void checkSize(int size) {
    if (size == 0) {
      throw refuse("the list of keys is empty", "give at least one key");
    } else if (size > maxGroups) {
      throw refuse(
          "the list has more keys than {maxGroups}, " + maxGroups,
          "raise {maxGroups} or give fewer");
    }
  }

  private void add(String where, Object[] given) {
    Object[] values = new Object[given.length];
    for (int k = 0; k < given.length; k++) {
      if (given[k] == null) {
        throw refuse(
            where + " has no value for column " + column(k), "null is not a key: leave it out");
      }
      values[k] = columns.types().get(k).convert(given[k]);
      if (values[k] == null) {
        throw refuse(
            String.format(
                "%s: %s for column %s does not come back as itself from type %s",
                where,
                display(given[k]),
                column(k),
                columns.schema().fields()[k].dataType().simpleString()),
            "write it as that type shows it");
      }
    }
    GroupKey key = GroupKey.of(values);
    if (!seen.add(key)) {
      throw refuse(
          String.format(
              "%s: %s is in the list twice, after conversion to the type of the rows' column",
              where, display(given)),
          "leave one out");
    }
    keys.add(key);
  }

  private String column(int k) {
    return Refusal.literal(columns.names().get(k));
  }

  private static String display(Object... given) {
    return String.join(
        ", ",
        Arrays.stream(given).map(value -> "'" + Refusal.literal(value.toString()) + "'").toList());
  }

  private ParamException refuse(String why, String remedy) {
    return new ParamException(param, "{" + param + "}: " + why, remedy);
  }

  private List<GroupKey> sort() {
    return keys.stream().sorted().toList();
  }
}
