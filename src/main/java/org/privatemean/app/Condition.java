package org.privatemean.app;

import java.io.Serializable;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Condition on a row: columns, numbers and texts, compared and combined as in SQL.
 *
 * <p><b>Contract.</b> It is a function of the row's cells and of nothing else: no clock, no
 * randomness, no other row, no session. It fails for no row: a null cell, or a cell that is not a
 * number and is compared with one, makes the comparison unknown. A row for which the condition is
 * unknown is left out, as in SQL.
 */
final class Condition implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String text;
  private final transient List<String> columns;
  private final transient ToIntFunction<String[]> truth;

  Condition(String text, List<String> columns, ToIntFunction<String[]> truth) {
    this.text = text;
    this.columns = List.copyOf(columns);
    this.truth = truth;
  }

  public static Condition parse(String text) {
    return new ConditionParser(text).parse();
  }

  public List<String> columns() {
    return columns;
  }

  /** True if a row is kept, given the texts of {@link #columns}, null for missing cells. */
  public boolean holds(String[] row) {
    return truth.applyAsInt(row) == 1;
  }

  private Object readResolve() {
    return parse(text);
  }

  @Override
  public String toString() {
    return text;
  }
}
