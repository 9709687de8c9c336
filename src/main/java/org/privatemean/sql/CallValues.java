package org.privatemean.sql;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** The values of a call for the arguments of its procedure. A null value is not set. */
record CallValues(List<ProcedureParameter> arguments, InternalRow row) {
  Optional<String> text(String name) {
    return value(name).map(String.class::cast);
  }

  Number number(String name) {
    return value(name)
        .map(Number.class::cast)
        .orElseThrow(() -> new IllegalArgumentException(name + " is NULL: give a number"));
  }

  /** Returns a map of texts to numbers, if set, in the order in which it is written. */
  Optional<Map<String, Double>> numbers(String name) {
    int place = place(name);
    return row.isNullAt(place) ? Optional.empty() : Optional.of(numbers(name, row.getMap(place)));
  }

  /** Returns an argument that is not a map, if set, as the type of its param. */
  Optional<Object> value(String name) {
    int place = place(name);
    if (row.isNullAt(place)) {
      return Optional.empty();
    }
    DataType type = arguments.get(place).dataType();
    if (type instanceof ArrayType) {
      return Optional.of(texts(name, row.getArray(place)));
    }
    Object value = row.get(place, type);
    return Optional.of(type.equals(DataTypes.StringType) ? value.toString() : value);
  }

  boolean isGiven(String name) {
    return !row.isNullAt(place(name));
  }

  private int place(String name) {
    return arguments.stream().map(ProcedureParameter::name).toList().indexOf(name);
  }

  private static String[] texts(String name, ArrayData array) {
    String[] texts = new String[array.numElements()];
    for (int i = 0; i < texts.length; i++) {
      checkGiven(name, array, i);
      texts[i] = array.getUTF8String(i).toString();
    }
    return texts;
  }

  private static Map<String, Double> numbers(String name, MapData map) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    String[] keys = texts(name, map.keyArray());
    for (int i = 0; i < keys.length; i++) {
      checkGiven(name, map.valueArray(), i);
      numbers.put(keys[i], map.valueArray().getDouble(i));
    }
    return numbers;
  }

  private static void checkGiven(String name, ArrayData array, int place) {
    if (array.isNullAt(place)) {
      throw new IllegalArgumentException(name + " has a NULL in it: leave it out, or give a value");
    }
  }
}
