package org.privatemean.spark;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VarcharType;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.rows.group.GroupKey;
import org.privatemean.spark.column.TypeKind;
import org.privatemean.spark.column.VectorColumn;

/**
 * The group columns of a DataFrame: strings of binary collation, integers, booleans or dates.
 *
 * <p>A row's key is a function of that row alone: its values in these columns, or no key if one of
 * them is null. Keys are equal if their canonical bytes ({@link GroupKey#bytes}) are, so a key
 * means the same in every engine and session.
 */
record KeyColumns(List<StructField> fields, List<KeyType> types) {
  static final String OWN = "__privateMean";

  public static final String KEY = "__privateMeanKey";

  /** Name of the column of a row's weight, an int of at least 1. */
  public static final String WEIGHT = "__privateMeanWeight";

  /** Name of the column of a group's index in the sorted list of keys. */
  public static final String GROUP = "__privateMeanGroup";

  /** Maximum bytes of a table of keys that is broadcast, so that no row moves. */
  private static final long MAX_BROADCAST = 1 << 25;

  /** Approximate bytes of an entry of such a table in addition to the key's bytes. */
  private static final long ENTRY_BYTES = 64;

  private static final String THRESHOLD = "spark.sql.autoBroadcastJoinThreshold";

  /** Finds different columns; throws ParamException for one whose type cannot be a key. */
  public static KeyColumns find(StructType schema, String[] groupCols) {
    List<StructField> fields = new ArrayList<>();
    List<KeyType> types = new ArrayList<>();
    for (String name : groupCols) {
      StructField field = VectorColumn.field(schema, "groupCols", "{groupCols}: column", name);
      fields.add(field);
      types.add(KeyType.fromField(field));
    }
    return new KeyColumns(fields, types);
  }

  public List<String> names() {
    return fields.stream().map(StructField::name).toList();
  }

  /** Returns the fields of the input, with types and nullability, without metadata and lengths. */
  public StructType schema() {
    StructType schema = new StructType();
    for (StructField field : fields) {
      DataType type = field.dataType();
      schema =
          schema.add(
              field.name(),
              type instanceof VarcharType ? DataTypes.StringType : type,
              field.nullable());
    }
    return schema;
  }

  private Column[] read() {
    return IntStream.range(0, fields.size())
        .mapToObj(k -> types.get(k).read(VectorColumn.quote(fields.get(k).name())))
        .toArray(Column[]::new);
  }

  /** Returns the other columns and {@link #KEY} of the rows that have a key; reads nothing else. */
  public Dataset<Row> addKeys(Dataset<?> rows, Column... others) {
    Column present =
        fields.stream()
            .map(field -> VectorColumn.quote(field.name()).isNotNull())
            .reduce(functions.lit(true), Column::and);
    Column[] all = Arrays.copyOf(others, others.length + 1);
    // Not nullable: otherwise Spark checks for nulls, and computes the bytes twice.
    all[others.length] =
        functions
            .udf(keyBytes(types), DataTypes.BinaryType)
            .asNonNullable()
            .apply(functions.struct(read()))
            .as(KEY);
    return rows.filter(present).select(all);
  }

  /**
   * Joins the rows to the indices of their groups, and drops those of other keys before their
   * vectors are read. The list is a table to join, not a condition of the query, so no key appears
   * in a plan.
   *
   * @param keys all different; a group's index is its place in this list
   * @return the unchanged vectors, {@link #GROUP}, and {@link #WEIGHT}, 1 if rows have no weight
   */
  public static Dataset<Row> joinGroups(Dataset<Row> keyed, String inputCol, List<GroupKey> keys) {
    return keyed
        .join(table(keyed.sparkSession(), keys), KEY)
        .select(VectorColumn.quote(inputCol), functions.col(GROUP), weight(keyed).as(WEIGHT));
  }

  /** Returns the weights of rows, 1 if they have none. */
  static Column weight(Dataset<Row> keyed) {
    return List.of(keyed.columns()).contains(WEIGHT) ? functions.col(WEIGHT) : functions.lit(1);
  }

  /** Returns the rows of listed keys, which are all different. */
  public static Dataset<Row> keepKeys(Dataset<Row> keyed, List<GroupKey> keys) {
    Dataset<Row> table = table(keyed.sparkSession(), keys);
    return keyed.join(table, keyed.col(KEY).equalTo(table.col(KEY)), "leftsemi");
  }

  private static Dataset<Row> table(SparkSession session, List<GroupKey> keys) {
    List<Row> rows = new ArrayList<>(keys.size());
    long size = 0;
    for (GroupKey key : keys) {
      byte[] bytes = key.bytes();
      size += bytes.length + ENTRY_BYTES;
      rows.add(RowFactory.create(bytes, rows.size()));
    }
    StructType schema =
        new StructType()
            .add(KEY, DataTypes.BinaryType, false)
            .add(GROUP, DataTypes.IntegerType, false);
    Dataset<Row> table = session.createDataFrame(rows, schema);
    // Spark overestimates the size of a binary column, and would otherwise move all rows.
    boolean allowed = !session.conf().get(THRESHOLD).startsWith("-");
    // Keys are distinct and few compared with rows: a table of them is kept in memory, and no row
    // is sorted.
    return allowed && size <= MAX_BROADCAST
        ? functions.broadcast(table)
        : table.hint("shuffle_hash");
  }

  /** Returns the function of a struct of values to their canonical bytes. */
  private static UDF1<Row, byte[]> keyBytes(List<KeyType> types) {
    return row -> {
      Object[] values = new Object[types.size()];
      for (int k = 0; k < values.length; k++) {
        if (row.isNullAt(k)) {
          return null;
        }
        values[k] = types.get(k).value(row.get(k));
      }
      return GroupKey.of(values).bytes();
    };
  }

  /** Types of a group column, and the conversion of the texts and values of a public list. */
  enum KeyType {
    STRING,
    BYTE,
    SHORT,
    INT,
    LONG,
    BOOLEAN,
    DATE;

    /** String types whose equality is that of bytes: DataTypes has no other. */
    private static final Map<DataType, KeyType> TYPES =
        Map.of(
            DataTypes.StringType, STRING,
            DataTypes.ByteType, BYTE,
            DataTypes.ShortType, SHORT,
            DataTypes.IntegerType, INT,
            DataTypes.LongType, LONG,
            DataTypes.BooleanType, BOOLEAN,
            DataTypes.DateType, DATE);

    private static final Map<String, Boolean> BOOLEANS = Map.of("true", true, "false", false);

    private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]{0,18}");

    static KeyType fromField(StructField field) {
      OptionalInt padded = TypeKind.charLength(field.dataType(), field.metadata());
      if (padded.isPresent()) {
        throw refuse(
            field,
            String.format(
                "is char(%d), whose texts Spark pads with spaces in some sessions and not in others",
                padded.getAsInt()),
            "select rtrim(column) in its place");
      }
      // The texts of varchar(n) are never padded.
      KeyType type = field.dataType() instanceof VarcharType ? STRING : TYPES.get(field.dataType());
      if (type == null && field.dataType() instanceof StringType collated) {
        throw refuse(
            field,
            "is " + collated.simpleString() + ", a collation in which several spellings are equal",
            "cast it to string collate UTF8_BINARY");
      } else if (type == null) {
        throw refuse(
            field,
            "must hold strings, whole numbers, booleans or dates, but is "
                + TypeKind.describe(field.dataType()),
            "cast it to one of these types first, by a rule that uses no other rows");
      }
      return type;
    }

    private static ParamException refuse(StructField field, String why, String remedy) {
      return new ParamException(
          "groupCols",
          String.format("{groupCols}: column %s %s", Refusal.literal(field.name()), why),
          remedy);
    }

    /** Returns a column's values as tasks read them: dates as days, without a time zone. */
    Column read(Column stored) {
      return this == DATE ? functions.unix_date(stored) : stored;
    }

    Object value(Object read) {
      return this == DATE ? LocalDate.ofEpochDay((Integer) read) : read;
    }

    /** Returns the value of a text; null if no value has exactly this text. */
    Object parse(String text) {
      return switch (this) {
        case STRING -> GroupKey.isText(text) ? text : null;
        case BYTE, SHORT, INT, LONG ->
            INTEGER.matcher(text).matches() ? integer(new BigInteger(text)) : null;
        case BOOLEAN -> BOOLEANS.get(text);
        case DATE -> date(text);
      };
    }

    /** Returns the value equal to a given one; null if it would not convert back. */
    Object convert(Object given) {
      if (given instanceof Double || given instanceof Float) {
        double value = ((Number) given).doubleValue();
        boolean negativeZero = value == 0 && 1 / value < 0;
        return Double.isFinite(value) && !negativeZero ? ofDecimal(new BigDecimal(value)) : null;
      } else if (given instanceof BigDecimal decimal) {
        return ofDecimal(decimal);
      } else if (given instanceof Boolean && this != BOOLEAN && this != STRING) {
        return null;
      }
      // Other types and their texts are one to one.
      return parse(given.toString());
    }

    private Object ofDecimal(BigDecimal given) {
      boolean whole = given.signum() == 0 || given.stripTrailingZeros().scale() <= 0;
      boolean numbers = this == BYTE || this == SHORT || this == INT || this == LONG;
      return numbers && whole && given.precision() - given.scale() <= 19
          ? integer(given.toBigIntegerExact())
          : null;
    }

    private Object integer(BigInteger value) {
      int bits = value.bitLength();
      return switch (this) {
        case BYTE -> bits < Byte.SIZE ? value.byteValueExact() : null;
        case SHORT -> bits < Short.SIZE ? value.shortValueExact() : null;
        case INT -> bits < Integer.SIZE ? value.intValueExact() : null;
        default -> bits < Long.SIZE ? value.longValueExact() : null;
      };
    }

    private static Object date(String text) {
      try {
        LocalDate date = LocalDate.parse(text);
        boolean inRange = date.toEpochDay() == (int) date.toEpochDay();
        return inRange && date.toString().equals(text) ? date : null;
      } catch (DateTimeException none) {
        return null;
      }
    }
  }
}
