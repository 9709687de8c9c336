package org.privatemean.request;

import java.util.List;
import org.privatemean.annotation.Internal;

/** The source of the keys of groups. */
@Internal
public sealed interface KeyRequest {
  /** The group columns, all different. */
  List<String> columns();

  /** The most groups that a model may have. */
  int most();

  /** A public list of the values of the one group column, as text. */
  record ListedKeys(List<String> columns, List<String> values, int most) implements KeyRequest {
    /** Copies the lists. */
    public ListedKeys {
      columns = List.copyOf(columns);
      values = List.copyOf(values);
    }
  }

  /** A public list in a table or view, with the group columns and no other. */
  record TableKeys(List<String> columns, String table, int most) implements KeyRequest {
    /** Copies the list. */
    public TableKeys {
      columns = List.copyOf(columns);
    }
  }

  /** A public list in a file of text, which is given in addition to the params. */
  record FileKeys(List<String> columns, File file, int most) implements KeyRequest {
    /** Copies the list. */
    public FileKeys {
      columns = List.copyOf(columns);
    }
  }

  /**
   * A file of keys.
   *
   * @param header the names of its columns
   * @param lines those below the header
   */
  record File(List<String> header, List<KeyLine> lines) {
    /** Copies the lists. */
    public File {
      header = List.copyOf(header);
      lines = List.copyOf(lines);
    }
  }

  /**
   * A line of a file of keys.
   *
   * @param number of the line, from 1
   * @param values in the order of the header; null where the line has none
   */
  record KeyLine(int number, List<String> values) {}

  /**
   * A private selection from noisy counts.
   *
   * @param delta probability that it shows a key that one row or person brought in, in (0, 1)
   */
  record PrivateKeys(List<String> columns, double delta, int most) implements KeyRequest {
    /** Copies the list. */
    public PrivateKeys {
      columns = List.copyOf(columns);
    }
  }
}
