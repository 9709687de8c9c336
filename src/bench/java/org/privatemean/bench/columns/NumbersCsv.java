package org.privatemean.bench.columns;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Csv files of numbers, without quoted cells but in the header. */
final class NumbersCsv {
  private NumbersCsv() {}

  /**
   * The columns of a file.
   *
   * @param wanted names of the columns; all of them where it is empty
   * @throws IllegalArgumentException if a column is missing or a cell is no number
   */
  static double[][] read(Path file, List<String> wanted) throws IOException {
    List<String> lines = Files.readAllLines(file);
    if (lines.size() < 2) {
      throw new IllegalArgumentException(file + " has no rows; it needs a header and rows");
    }
    List<String> names = List.of(lines.get(0).replace("\"", "").split(",", -1));
    int[] places =
        wanted.isEmpty()
            ? IntStream.range(0, names.size()).toArray()
            : wanted.stream().mapToInt(names::indexOf).toArray();
    if (IntStream.of(places).anyMatch(place -> place < 0)) {
      throw new IllegalArgumentException(file + " needs the columns " + wanted);
    }
    double[][] columns = new double[places.length][lines.size() - 1];
    for (int i = 1; i < lines.size(); i++) {
      String[] cells = lines.get(i).split(",", -1);
      if (cells.length != names.size()) {
        throw new IllegalArgumentException(
            String.format(
                "%s, line %d: %d cells under %d names", file, i + 1, cells.length, names.size()));
      }
      for (int j = 0; j < places.length; j++) {
        columns[j][i - 1] = number(cells[places[j]], file, i + 1, names.get(places[j]));
      }
    }
    return columns;
  }

  private static double number(String cell, Path file, int line, String name) {
    try {
      double value = Double.parseDouble(cell);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new IllegalArgumentException(
        String.format(
            "%s, line %d, column %s: \"%s\" is no finite number; leave out such rows or columns",
            file, line, name, cell));
  }
}
