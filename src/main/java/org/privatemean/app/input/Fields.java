package org.privatemean.app.input;

import java.io.Serializable;
import java.util.List;

/**
 * Reads texts from a line: a function of the line, and of the names of the folders that its file
 * lies in, alone, which holds no state between lines.
 */
interface Fields extends Serializable {
  /**
   * The texts of the fields asked for.
   *
   * @return null if the line cannot be read; an element is null where no text exists
   */
  String[] of(String line);

  /**
   * Same as above.
   *
   * @param folders texts of the columns that folders name, such as EU of {@code region=EU}
   */
  default String[] of(String line, String[] folders) {
    return of(line);
  }

  /**
   * Fields, some of them named by folders: these are there whatever the line holds.
   *
   * @param line the fields, with any text where a folder names the column
   * @param folders which of the columns that folders name each one is; -1 for a field of the line
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
