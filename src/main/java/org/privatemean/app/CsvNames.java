package org.privatemean.app;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Names of the fields of a CSV file. */
interface CsvNames {
  /** Largest index, from 0, of a field that has a name in a file without header. */
  int LAST = 1 << 22;

  /** Names of a file without header: {@code _c0}, {@code _c1} and so on. */
  CsvNames BY_NUMBER =
      name ->
          name.matches("_c(0|[1-9][0-9]{0,6})") && Integer.parseInt(name.substring(2)) <= LAST
              ? IntStream.of(Integer.parseInt(name.substring(2)))
              : IntStream.empty();

  /** Returns the indices of the fields with a name, from 0. */
  IntStream of(String name);

  /**
   * Returns names in the order of the fields. A field with an empty name is named by its number.
   *
   * @param isExact true if case is significant; otherwise an exact match is preferred
   */
  static CsvNames of(List<String> names, boolean isExact) {
    return name -> {
      int[] same =
          IntStream.range(0, names.size()).filter(k -> names.get(k).equals(name)).toArray();
      int[] named =
          same.length > 0 || isExact
              ? same
              : IntStream.range(0, names.size())
                  .filter(k -> names.get(k).equalsIgnoreCase(name))
                  .toArray();
      return named.length > 0
          ? Arrays.stream(named)
          : BY_NUMBER.of(name).filter(k -> k < names.size() && names.get(k).isEmpty());
    };
  }

  /**
   * Returns the index of the column that an option names. The exception does not list the other
   * names or their number: in a file without header they would be values of a row.
   */
  default int place(String option, String name) {
    int[] found = of(name).toArray();
    if (found.length == 0) {
      throw CoordinateColumns.missing(option, name);
    }
    if (found.length > 1) {
      throw WrongInputException.format("%s: the input has several columns %s", option, name);
    }
    return found[0];
  }
}
