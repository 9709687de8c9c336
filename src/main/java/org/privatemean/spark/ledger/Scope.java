package org.privatemean.spark.ledger;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.privatemean.privacy.ledger.durable.LedgerTerms;
import org.privatemean.privacy.ledger.durable.LedgerTerms.Parts;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.spark.column.TypeKind;
import org.privatemean.spark.column.VectorColumn;

/**
 * The part of a ledger's rows that a fit covers.
 *
 * <p><b>Privacy guarantee.</b> Whether a row is in a part follows from one cell of that row and
 * from public values, so parts of one ledger are disjoint for all rows.
 *
 * <p>This needs one text per cell, the same in all fits: the column holds strings of binary
 * collation, integers, booleans or dates, whose texts follow from no setting, and must be read with
 * <b>the same type in all fits</b>, which is trusted: a cell {@code 01} is {@code 01} as a string
 * and {@code 1} as an integer, in another part. A part that is not the text of a value of the type
 * is refused, as a sign that another fit reads another type.
 */
record Scope(String text, String ledger, Optional<Parts.Hashed> hashed) {
  private static final int AFTER_SLASH = 1;

  /** The canonical text of a value's text, by type. */
  private static final Map<DataType, UnaryOperator<String>> TEXTS =
      Map.of(
          DataTypes.StringType, text -> text,
          DataTypes.ByteType, text -> String.valueOf(Byte.parseByte(text)),
          DataTypes.ShortType, text -> String.valueOf(Short.parseShort(text)),
          DataTypes.IntegerType, text -> String.valueOf(Integer.parseInt(text)),
          DataTypes.LongType, text -> String.valueOf(Long.parseLong(text)),
          DataTypes.BooleanType, text -> String.valueOf(Boolean.parseBoolean(text)),
          DataTypes.DateType, text -> LocalDate.parse(text).toString());

  /** Returns the column that determines the part; empty for all rows. */
  Optional<String> column() {
    if (text.equals(LedgerTerms.WHOLE)) {
      return Optional.empty();
    }
    return hashed
        .map(Parts.Hashed::column)
        .or(() -> Optional.of(text.substring(AFTER_SLASH, text.indexOf('='))));
  }

  /** Checks that each cell of the column is in one part, under any settings of the session. */
  void check(StructType schema) {
    if (column().isEmpty()) {
      return;
    }
    String name = column().get();
    int found = Arrays.asList(schema.fieldNames()).indexOf(name);
    if (found < 0) {
      throw new ParamException(
          "ledgerScope",
          String.format(
              "{ledgerScope}: there is no column %s, which defines the parts of the {ledger}",
              Refusal.literal(name)),
          "give rows that have it");
    }
    StructField field = schema.fields()[found];
    DataType type = field.dataType();
    if (!TEXTS.containsKey(type) || TypeKind.isFixedLength(field)) {
      throw new ParamException(
          "ledgerScope",
          String.format(
              "{ledgerScope}: column %s, which defines the parts of the {ledger}, must hold "
                  + "strings of binary collation, integers, booleans or dates, but is %s, whose "
                  + "text may differ from fit to fit",
              Refusal.literal(name), TypeKind.describe(field)),
          "cast it where the rows are made, the same for all fits under the {ledger}");
    }
    if (hashed.isEmpty() && !isTextOf(type)) {
      throw new ParamException(
          "ledgerScope",
          String.format(
              "{ledgerScope}: column %s is %s, and no value of that type is written %s",
              Refusal.literal(name), TypeKind.describe(type), Refusal.literal(value())),
          "read the column with the type that it has in all fits under the {ledger}");
    }
  }

  private boolean isTextOf(DataType type) {
    try {
      return TEXTS.get(type).apply(value()).equals(value());
    } catch (NumberFormatException | DateTimeParseException another) {
      return false;
    }
  }

  /** Returns the part's value, or its number. */
  private String value() {
    return text.substring(text.indexOf('=') + 1);
  }

  /** Returns the rows of the part; rows with a null in its column are in none. */
  Dataset<?> resolve(Dataset<?> rows) {
    if (column().isEmpty()) {
      return rows;
    }
    Column value = VectorColumn.quote(column().get()).cast(DataTypes.StringType);
    String wanted = value();
    if (hashed.isPresent()) {
      // Of local values, so that the function does not hold this scope.
      Parts.Hashed parts = hashed.get();
      int bucket = Integer.parseInt(wanted);
      String name = ledger;
      UDF1<String, Boolean> inside = text -> text != null && parts.bucket(name, text) == bucket;
      return rows.toDF().filter(functions.udf(inside, DataTypes.BooleanType).apply(value));
    }
    return rows.toDF().filter(value.equalTo(wanted));
  }
}
