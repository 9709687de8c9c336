package org.privatemean.request;

import java.util.List;
import org.privatemean.annotation.Internal;

/** Where the keys of groups come from. */
@Internal
public sealed interface KeyRequest {
  /** The group columns, all different. */
  List<String> columns();

  /** The most groups that a model may have. */
  int most();

  /** A public list of the values of the one group column, as text. */
  record Listed(List<String> columns, List<String> values, int most) implements KeyRequest {
    /** Copies the lists. */
    public Listed {
      columns = List.copyOf(columns);
      values = List.copyOf(values);
    }
  }

  /** A public list in a table or view, with the group columns and no other. */
  record Table(List<String> columns, String table, int most) implements KeyRequest {
    /** Copies the list. */
    public Table {
      columns = List.copyOf(columns);
    }
  }

  /** A public list in a file of text, which is given beside the params. */
  record Lines(List<String> columns, File file, int most) implements KeyRequest {
    /** Copies the list. */
    public Lines {
      columns = List.copyOf(columns);
    }
  }

  /**
   * A file of keys.
   *
   * @param header the names of its columns
   * @param lines those below the header
   */
  record File(List<String> header, List<Line> lines) {
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
  record Line(int number, List<String> values) {}

  /**
   * A private selection from noisy counts.
   *
   * @param delta probability that it shows a key that one row or person brought in, in (0, 1)
   */
  record Selected(List<String> columns, double delta, int most) implements KeyRequest {
    /** Copies the list. */
    public Selected {
      columns = List.copyOf(columns);
    }
  }
}
