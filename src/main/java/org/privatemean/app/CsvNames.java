package org.privatemean.app;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Names of the fields of lines, and of their folders.
 *
 * @param fields names in order; a field with an empty name is named by its number. Without names
 *     all fields are: {@code _c0}, {@code _c1} and so on
 * @param isExact true if case is significant; otherwise an exact match is preferred
 */
record CsvNames(List<String> fields, List<String> folders, boolean isExact) {
  /** Largest index, from 0, of a field that has a name in a file without header. */
  private static final int LAST = 1 << 22;

  private IntStream find(String name) {
    if (fields.isEmpty()) {
      return number(name);
    }
    int[] named = ColumnName.indices(fields, name, isExact);
    return named.length > 0
        ? Arrays.stream(named)
        : number(name).filter(k -> k < fields.size() && fields.get(k).isEmpty());
  }

  private static IntStream number(String name) {
    return name.matches("_c(0|[1-9][0-9]{0,6})") && Integer.parseInt(name.substring(2)) <= LAST
        ? IntStream.of(Integer.parseInt(name.substring(2)))
        : IntStream.empty();
  }

  /** Returns an option's field. Errors list no other names: without header they are values. */
  int field(String option, String name) {
    int[] found = find(name).toArray();
    if (found.length == 0) {
      throw CoordinateColumns.missing(option, name);
    }
    if (found.length > 1) {
      throw WrongInputException.format("%s: the input has several columns %s", option, name);
    }
    return found[0];
  }

  private int folder(String name) {
    return Arrays.stream(ColumnName.indices(folders, name, isExact)).findFirst().orElse(-1);
  }

  /** Returns a reader of fields or, for names that no field has, of folders. */
  Fields reader(CsvFields.Dialect dialect, List<String> names, UnaryOperator<String> option) {
    int[] places = new int[names.size()];
    int[] named = new int[names.size()];
    for (int j = 0; j < places.length; j++) {
      String name = names.get(j);
      boolean isField = find(name).findAny().isPresent();
      named[j] = isField ? -1 : folder(name);
      places[j] = named[j] < 0 ? field(option.apply(name), name) : -1;
    }
    return new CsvFields(dialect, places, named);
  }
}
