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

  /** A public list as lines of text. */
  record Lines(List<String> columns, List<Line> lines, int most) implements KeyRequest {
    /** Copies the lists. */
    public Lines {
      columns = List.copyOf(columns);
      lines = List.copyOf(lines);
    }
  }

  /**
   * A line of a file of keys.
   *
   * @param number of the line, from 1
   * @param values one for each group column, in the order of the columns
   */
  record Line(long number, List<String> values) {
    /** Copies the list. */
    public Line {
      values = List.copyOf(values);
    }
  }

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
