package org.privatemean.app;

import java.io.Serializable;
import java.util.List;

/**
 * Reader of the texts of a line. The result depends on the line and on the names of the folders
 * that contain its file alone. The reader holds no state between lines.
 */
interface Fields extends Serializable {
  /**
   * Returns the texts of the wanted fields.
   *
   * @return null if the line cannot be read; an element is null for a missing text
   */
  String[] of(String line);

  /**
   * Returns the texts of the wanted fields.
   *
   * @param folders texts of the partition columns, such as EU for {@code region=EU}
   */
  default String[] of(String line, String[] folders) {
    return of(line);
  }

  /** Returns the number in a text, parsed as Spark's cast does, or NaN. */
  static double number(String text) {
    try {
      return text == null ? Double.NaN : Double.parseDouble(text);
    } catch (NumberFormatException none) {
      return Double.NaN;
    }
  }

  /**
   * Fields of which some are partition columns: these have a text for every line.
   *
   * @param line reader of the fields; its texts for partition columns are replaced
   * @param folders index of the partition column of each field; -1 for a field of the line
   */
  record OfFolders(Fields line, List<Integer> folders) implements Fields {
    @Override
    public String[] of(String line) {
      throw new IllegalStateException("no folders");
    }

    @Override
    public String[] of(String text, String[] named) {
      String[] own = line.of(text);
      String[] texts = own == null ? new String[folders.size()] : own;
      for (int j = 0; j < folders.size(); j++) {
        if (folders.get(j) >= 0) {
          texts[j] = named[folders.get(j)];
        }
      }
      return texts;
    }
  }
}
