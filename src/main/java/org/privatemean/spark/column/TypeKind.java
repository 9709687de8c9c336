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
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;

/**
 * Descriptions of types in messages, without data: Spark's name of a struct lists fields that a
 * reader may have derived from private keys, that of a decimal the digits of the data.
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

  /** Metadata key where Spark records char(n) and varchar(n). */
  static final String DECLARED = "__CHAR_VARCHAR_TYPE_STRING";

  private static final Pattern CHAR = Pattern.compile("char\\(([0-9]{1,9})\\)");

  private TypeKind() {}

  public static String describe(DataType type) {
    return type instanceof ArrayType array
        ? "an array, each element " + describeElement(array.elementType())
        : describeElement(type);
  }

  /** Returns a description of the type of a column, which may have a fixed length. */
  public static String describe(StructField field) {
    return isFixedLength(field) ? "text of a fixed length" : describe(field.dataType());
  }

  /** True for {@code char(n)}: sessions differ in padding, so one value may have two texts. */
  public static boolean isFixedLength(StructField field) {
    return charLength(field.dataType(), field.metadata()).isPresent();
  }

  public static OptionalInt charLength(DataType type, Metadata metadata) {
    Matcher padded = CHAR.matcher(declared(type, metadata));
    return padded.matches()
        ? OptionalInt.of(Integer.parseInt(padded.group(1)))
        : OptionalInt.empty();
  }

  /** Returns the type of a column as its table declares it, which may be a char or a varchar. */
  static String declared(DataType type, Metadata metadata) {
    return metadata.contains(DECLARED) ? metadata.getString(DECLARED) : type.catalogString();
  }

  /** True if a cast to {@code array<double>} turns no text into null. */
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
