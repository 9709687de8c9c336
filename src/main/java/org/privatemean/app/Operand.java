package org.privatemean.app;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;

/** Operand of a comparison: a function of a row whose value may be unknown. */
sealed interface Operand {
  /**
   * Cell, read as a number, a text or a truth value, as the other operand requires.
   *
   * @param place index among the cells of the row
   */
  record Cell(int place) implements Operand {
    String text(String[] row) {
      return row[place];
    }
  }

  /** Number. */
  @FunctionalInterface
  non-sealed interface Numeric extends Operand {
    /** Returns the number, or NaN if it is unknown. */
    double of(String[] row);
  }

  /** Text. */
  @FunctionalInterface
  non-sealed interface Text extends Operand {
    /** Returns the text, or null if it is unknown. */
    String of(String[] row);
  }

  /** Returns the operand as a number, or null if it is not a number. */
  static Numeric number(Operand operand) {
    return operand instanceof Cell cell
        ? row -> NumberText.parse(cell.text(row))
        : operand instanceof Numeric number ? number : null;
  }

  /** Returns the operand as a text, or null if it is not a text. */
  static Text text(Operand operand) {
    return operand instanceof Cell cell ? cell::text : operand instanceof Text text ? text : null;
  }

  /** Applies a function to a number. */
  static Numeric map(Numeric number, DoubleUnaryOperator function) {
    return row -> function.applyAsDouble(number.of(row));
  }

  /**
   * Operator and right operand of a sum or product.
   *
   * @param right the right operand
   * @param function the operator
   */
  record ArithmeticStep(Numeric right, DoubleBinaryOperator function) {}

  /**
   * Returns a sum or product, evaluated from left to right; unknown if any number is unknown. It is
   * a loop, so that long chains do not overflow the stack.
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

  /** Applies a function to a text. */
  static Text map(Text text, UnaryOperator<String> function) {
    return row -> {
      String value = text.of(row);
      return value == null ? null : function.apply(value);
    };
  }

  /** Returns a test for an unknown value. The result is known for every row. */
  static Truth isNull(Operand operand) {
    Text text = text(operand);
    if (text != null) {
      return row -> Truth.fromKnown(text.of(row) == null);
    }
    Numeric number = number(operand);
    return row -> Truth.fromKnown(Double.isNaN(number.of(row)));
  }
}
