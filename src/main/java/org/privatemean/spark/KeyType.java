package org.privatemean.spark;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.VarcharType;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.rows.group.GroupKey;
import org.privatemean.spark.column.TypeKind;

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
