package org.privatemean.request;

import java.util.List;
import org.privatemean.annotation.Internal;

/** The source of the keys of groups. */
@Internal
public sealed interface KeyRequest {
  /** Returns the distinct group columns. */
  List<String> columns();

  /** Returns the maximum number of groups of a model. */
  int most();

  /** A public list of the values of the only group column, as text. */
  record ListedKeys(List<String> columns, List<String> values, int most) implements KeyRequest {
    /** Copies the lists. */
    public ListedKeys {
      columns = List.copyOf(columns);
      values = List.copyOf(values);
    }
  }

  /** A public list of keys in a table or view that has exactly the group columns. */
  record TableKeys(List<String> columns, String table, int most) implements KeyRequest {
    /** Copies the list. */
    public TableKeys {
      columns = List.copyOf(columns);
    }
  }

  /** A public list of keys in a text file, which is passed separately from the params. */
  record FileKeys(List<String> columns, File file, int most) implements KeyRequest {
    /** Copies the list. */
    public FileKeys {
      columns = List.copyOf(columns);
    }
  }

  /**
   * The content of a key file.
   *
   * @param header names of its columns
   * @param lines lines below the header
   */
  record File(List<String> header, List<KeyLine> lines) {
    /** Copies the lists. */
    public File {
      header = List.copyOf(header);
      lines = List.copyOf(lines);
    }
  }

  /**
   * A line of a key file.
   *
   * @param number line number, from 1
   * @param values in the order of the header; null for a missing value
   */
  record KeyLine(int number, List<String> values) {}

  /**
   * A private selection of keys from noisy counts.
   *
   * @param delta probability that the selection shows a key of only one row or person, in (0, 1)
   */
  record PrivateKeys(List<String> columns, double delta, int most) implements KeyRequest {
    /** Copies the list. */
    public PrivateKeys {
      columns = List.copyOf(columns);
    }
  }
}
