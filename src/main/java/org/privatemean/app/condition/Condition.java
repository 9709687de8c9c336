package org.privatemean.app.condition;

import java.io.Serializable;
import java.util.List;

/**
 * A condition on a row: columns, numbers and texts, compared and joined as SQL does.
 *
 * <p><b>Contract.</b> It is a function of the row's own cells and of nothing else: no clock, no
 * chance, no other row, no session. It fails for no row: a cell that is null, or that is not a
 * number where one is compared, makes the comparison unknown, and a row whose condition is unknown
 * is left out, as in SQL.
 */
public final class Condition implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String text;
  private final transient List<String> columns;
  private final transient Truth truth;

  Condition(String text, List<String> columns, Truth truth) {
    this.text = text;
    this.columns = List.copyOf(columns);
    this.truth = truth;
  }

  /**
   * Reads a condition.
   *
   * @throws MalformedConditionException if it is none, or calls what is not a function of a row
   */
  public static Condition parse(String text) {
    return new ConditionParser(text).read();
  }

  /** The columns that it names, each once. */
  public List<String> columns() {
    return columns;
  }

  /**
   * True if a row is to stay.
   *
   * @param row the texts of {@link #columns}, in order, null where there is none
   */
  public boolean holds(String[] row) {
    return truth.fromKnown(row) == Truth.TRUE;
  }

  /** The columns and what they mean are read again where this arrives. */
  private Object readResolve() {
    return parse(text);
  }

  @Override
  public String toString() {
    return text;
  }
}
