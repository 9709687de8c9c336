package org.privatemean.spark.column;

import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;

/**
 * Types by kind, for messages. Spark's own name of a struct lists its fields, which a reader may
 * have taken from the keys of private records, and that of a decimal the digits that it saw.
 */
public final class TypeKind {
  private static final Map<DataType, String> SIMPLE =
      Map.of(
          DataTypes.ByteType, "a whole number",
          DataTypes.ShortType, "a whole number",
          DataTypes.IntegerType, "a whole number",
          DataTypes.LongType, "a whole number",
          DataTypes.FloatType, "a number",
          DataTypes.DoubleType, "a number",
          DataTypes.BooleanType, "a boolean",
          DataTypes.BinaryType, "binary",
          DataTypes.DateType, "a date",
          DataTypes.TimestampType, "a time");

  /** The key of a column's metadata by which Spark records char(n) and varchar(n). */
  private static final String DECLARED = "__CHAR_VARCHAR_TYPE_STRING";

  private static final Pattern CHAR = Pattern.compile("char\\(([0-9]{1,9})\\)");

  private TypeKind() {}

  /** The kind of a type, with nothing in it that may come from data. */
  public static String describe(DataType type) {
    return type instanceof ArrayType array
        ? "an array, each element " + describeElement(array.elementType())
        : describeElement(type);
  }

  /** The same of a column, which may be of fixed length. */
  public static String describe(StructField field) {
    return isFixedLength(field) ? "text of a fixed length" : describe(field.dataType());
  }

  /**
   * True if a column is {@code char(n)}, which Spark reads as a string. Whether it is padded with
   * blanks then depends on settings of the session, so one value may have two texts.
   */
  public static boolean isFixedLength(StructField field) {
    return charLength(field).isPresent();
  }

  /** The n of a column of type {@code char(n)}; empty for all others. */
  public static OptionalInt charLength(StructField field) {
    String declared =
        field.metadata().contains(DECLARED)
            ? field.metadata().getString(DECLARED)
            : field.dataType().simpleString();
    Matcher padded = CHAR.matcher(declared);
    return padded.matches()
        ? OptionalInt.of(Integer.parseInt(padded.group(1)))
        : OptionalInt.empty();
  }

  /** True if a cast to {@code array<double>} makes numbers of it, and no nulls of texts. */
  static boolean isArrayOfNumbers(DataType type) {
    return type instanceof ArrayType array && array.elementType() instanceof NumericType;
  }

  private static String describeElement(DataType type) {
    if (type instanceof StructType) {
      return "an object";
    } else if (type instanceof MapType) {
      return "a map";
    } else if (type instanceof ArrayType) {
      return "an array";
    } else if (type instanceof StringType) {
      return "text";
    } else if (type instanceof DecimalType) {
      return "a decimal number";
    } else if (type instanceof UserDefinedType) {
      return "of a user-defined type";
    }
    return SIMPLE.getOrDefault(type, "of another type");
  }
}
