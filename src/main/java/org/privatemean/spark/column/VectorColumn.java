package org.privatemean.spark.column;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;

/**
 * A column of vectors, read from rows of Spark's public classes: ml Vector (dense or sparse), array
 * of double or array of float.
 *
 * <p>An ml Vector is read as its stored struct: the constructor of a malformed Vector throws with
 * the Vector's numbers in the message.
 */
public final class VectorColumn extends VectorReader<Row, List<?>> {
  private static final long serialVersionUID = 1L;

  /** Metadata key for names of coordinates: some stages derive ML attribute names from values. */
  private static final String NAMES = "privateMeanColumns";

  private static final Set<DataType> IDENTIFYING =
      Set.of(
          DataTypes.StringType,
          DataTypes.LongType,
          DataTypes.IntegerType,
          DataTypes.ShortType,
          DataTypes.ByteType);

  private final String name;

  private VectorColumn(String name, VectorKind kind, int weightField) {
    super(name, kind, weightField);
    this.name = name;
  }

  /** Finds the column in a schema; throws ParamException if it is missing or of another type. */
  public static VectorColumn find(StructType schema, String name) {
    DataType type = field(schema, name).dataType();
    VectorKind kind = VectorKind.fromType(type);
    if (kind == null) {
      throw new ParamException(
          "inputCol",
          String.format("Input column %s is not of required type", Refusal.literal(name)),
          "it must be a vector, array<double> or array<float>, but is "
              + TypeKind.describe(type)
              + (type instanceof NumericType
                  ? ": make it array(double(column)), or assemble columns by VectorAssembler"
                  : remedy(type)));
    }
    return new VectorColumn(name, kind, 0);
  }

  /** Returns a remedy for a column of an unsupported type, after a colon; empty without one. */
  public static String remedy(DataType type) {
    if (TypeKind.isArrayOfNumbers(type)) {
      return ": cast it to array<double>";
    }
    return type.getClass().getName().equals("org.apache.spark.mllib.linalg.VectorUDT")
        ? ": convert the old mllib vectors with MLUtils.convertVectorColumnsToML(dataset, column)"
        : "";
  }

  public static StructField field(StructType schema, String name) {
    return field(schema, "inputCol", "Input column", name);
  }

  /** Returns a field; a refusal names no others, which a pivot makes from values. */
  public static StructField field(StructType schema, String param, String subject, String name) {
    String[] names = schema.fieldNames();
    if (!Arrays.asList(names).contains(name)) {
      throw ParamException.of(
          param,
          String.format(
              "%s %s does not exist. Number of columns: %d",
              subject, Refusal.literal(name), names.length));
    }
    return schema.apply(name);
  }

  /** Checks that a column can identify users: two ids must never become one text. */
  public static void checkIds(StructType schema, String name) {
    checkIds(field(schema, name), "idCol", "cast it (binary ids with hex)");
  }

  /** Same as {@link #checkIds}, for the column of another param. */
  public static void checkIds(StructField field, String param, String remedy) {
    if (!IDENTIFYING.contains(field.dataType()) || TypeKind.isFixedLength(field)) {
      throw new ParamException(
          param,
          String.format(
              "{%s}: column %s must hold strings of binary collation or integers, but is %s",
              param, Refusal.literal(field.name()), TypeKind.describe(field)),
          remedy);
    }
  }

  /** Returns the size that the column's metadata declares, or -1. */
  public static int declaredSize(StructType schema, String name) {
    StructField field = field(schema, name);
    return field.dataType().equals(SQLDataTypes.VectorType())
        ? AttributeGroup.fromStructField(field).size()
        : -1;
  }

  public static Metadata namesMetadata(List<String> names) {
    return new MetadataBuilder().putStringArray(NAMES, names.toArray(new String[0])).build();
  }

  /** Returns the names that a column's metadata gives its coordinates; empty if there are none. */
  public static List<String> givenNames(StructType schema, String name) {
    Metadata metadata = field(schema, name).metadata();
    return metadata.contains(NAMES) ? List.of(metadata.getStringArray(NAMES)) : List.of();
  }

  /**
   * Returns the public names of a column's coordinates: the given ones, or the input columns of a
   * {@code VectorAssembler} if they are still in the schema; empty if there are none.
   */
  public static List<String> names(StructType schema, String name) {
    List<String> given = givenNames(schema, name);
    return given.isEmpty() ? assembledNames(schema, field(schema, name)) : given;
  }

  private static List<String> assembledNames(StructType schema, StructField field) {
    if (!field.dataType().equals(SQLDataTypes.VectorType())) {
      return List.of();
    }
    AttributeGroup group = AttributeGroup.fromStructField(field);
    if (group.attributes().isEmpty()) {
      return List.of();
    }
    List<String> names =
        Arrays.stream(group.attributes().get())
            .map(Attribute::name)
            .flatMap(each -> each.isDefined() ? Stream.of(each.get()) : Stream.empty())
            .filter(Set.of(schema.fieldNames())::contains)
            .distinct()
            .toList();
    return names.size() == group.size() ? names : List.of();
  }

  /** Returns the same column for rows whose second field, an int, is their weight. */
  public VectorColumn withWeights() {
    return new VectorColumn(name, kind(), 1);
  }

  /** Returns the same column for rows with the ints of a group, second, and of a weight, third. */
  public VectorColumn withGroups() {
    return new VectorColumn(name, kind(), 2);
  }

  public String name() {
    return name;
  }

  public Column inputColumn() {
    return quote(name);
  }

  /** Returns the column in the form that is read: ml Vectors as structs. */
  public Column column() {
    return kind() == VectorKind.VECTOR
        ? functions.unwrap_udt(inputColumn()).as(name)
        : inputColumn();
  }

  public InternalColumn internal() {
    return new InternalColumn(name, kind(), weightField);
  }

  public static Column quote(String name) {
    return functions.col(ResolvedColumns.quote(name));
  }

  @Override
  boolean isNull(Row struct, int field) {
    return struct.isNullAt(field);
  }

  @Override
  Row struct(Row row, int field) {
    return row.getStruct(field);
  }

  @Override
  List<?> array(Row struct, int field) {
    return struct.getList(field);
  }

  @Override
  byte byteAt(Row struct, int field) {
    return struct.getByte(field);
  }

  @Override
  int intAt(Row struct, int field) {
    return struct.getInt(field);
  }

  @Override
  int length(List<?> array) {
    return array.size();
  }

  @Override
  boolean hasNull(List<?> array) {
    for (Object element : array) {
      if (element == null) {
        return true;
      }
    }
    return false;
  }

  @Override
  int intOf(List<?> array, int k) {
    return (Integer) array.get(k);
  }

  @Override
  double doubleOf(List<?> array, int k) {
    return (Double) array.get(k);
  }

  @Override
  void copy(List<?> values, double[] buffer) {
    int j = 0;
    for (Object element : values) {
      buffer[j++] = ((Number) element).doubleValue();
    }
  }
}
