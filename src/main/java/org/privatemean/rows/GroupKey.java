package org.privatemean.rows;

import java.io.Serializable;
import java.util.List;
import org.privatemean.annotation.Internal;

/**
 * The key of a group: one value for each group column, none of them null.
 *
 * <p>Values are strings, integers of any width, booleans or dates ({@link java.time.LocalDate});
 * those of a column are of one type. Keys are ordered column by column, strings by their UTF-8
 * bytes, so that the order of a list tells nothing.
 *
 * @param values one for each group column
 */
@Internal
public record GroupKey(List<Object> values) implements Comparable<GroupKey>, Serializable {
  /** Copies the values. */
  public GroupKey {
    values = List.copyOf(values);
  }

  /** The key of one column. */
  public static GroupKey of(Object... values) {
    return new GroupKey(List.of(values));
  }

  @Override
  public int compareTo(GroupKey other) {
    for (int k = 0; k < values.size(); k++) {
      int order = compare(values.get(k), other.values.get(k));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @SuppressWarnings("unchecked") // Values of a column are of one type.
  private static int compare(Object one, Object other) {
    return ((Comparable<Object>) one).compareTo(other);
  }
}
