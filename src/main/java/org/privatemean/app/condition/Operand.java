package org.privatemean.app.condition;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;

/** An operand of a comparison: a function of a row that has a value, or is unknown. */
sealed interface Operand {
  /**
   * A cell: a number, a text or true or false, as what it is compared with asks for.
   *
   * @param place among the cells of the row
   */
  record Cell(int place) implements Operand {
    String text(String[] row) {
      return row[place];
    }
  }

  /** A number. */
  @FunctionalInterface
  non-sealed interface Numeric extends Operand {
    /** The number, or NaN if it is unknown. */
    double of(String[] row);
  }

  /** A text. */
  @FunctionalInterface
  non-sealed interface Text extends Operand {
    /** The text, or null if it is unknown. */
    String of(String[] row);
  }

  /** The operand as a number, or null if it is none. */
  static Numeric number(Operand operand) {
    return operand instanceof Cell cell
        ? row -> NumberText.parse(cell.text(row))
        : operand instanceof Numeric number ? number : null;
  }

  /** The operand as a text, or null if it is none. */
  static Text text(Operand operand) {
    return operand instanceof Cell cell ? cell::text : operand instanceof Text text ? text : null;
  }

  /** A function of a number. */
  static Numeric map(Numeric number, DoubleUnaryOperator function) {
    return row -> function.applyAsDouble(number.of(row));
  }

  /**
   * The rest of a sum or a product.
   *
   * @param right the number that follows
   * @param function of what stands before and that number
   */
  record ArithmeticStep(Numeric right, DoubleBinaryOperator function) {}

  /**
   * A sum or a product from left to right; of unknown numbers it is unknown. A loop, so that no
   * length runs out of stack.
   */
  static Numeric chain(Numeric first, List<ArithmeticStep> steps) {
    List<ArithmeticStep> each = List.copyOf(steps);
    return row -> {
      double value = first.of(row);
      for (ArithmeticStep step : each) {
        double right = step.right().of(row);
        value =
            Double.isNaN(value) || Double.isNaN(right)
                ? Double.NaN
                : step.function().applyAsDouble(value, right);
      }
      return value;
    };
  }

  /** A function of a text. */
  static Text map(Text text, UnaryOperator<String> function) {
    return row -> {
      String value = text.of(row);
      return value == null ? null : function.apply(value);
    };
  }

  /** True if the value is unknown, which is known of every row. */
  static Truth isNull(Operand operand) {
    Text text = text(operand);
    if (text != null) {
      return row -> Truth.fromKnown(text.of(row) == null);
    }
    Numeric number = number(operand);
    return row -> Truth.fromKnown(Double.isNaN(number.of(row)));
  }
}
