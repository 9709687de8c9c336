package org.privatemean.app.condition;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;

/** The ways to compare two values. */
enum Comparison {
  EQUAL(order -> order == 0, "=", "=="),
  DIFFERENT(order -> order != 0, "<>", "!="),
  LESS(order -> order < 0, "<"),
  AT_MOST(order -> order <= 0, "<="),
  MORE(order -> order > 0, ">"),
  AT_LEAST(order -> order >= 0, ">=");

  private final IntPredicate holds;
  private final String[] signs;

  Comparison(IntPredicate holds, String... signs) {
    this.holds = holds;
    this.signs = signs;
  }

  static Optional<Comparison> of(String sign) {
    return Arrays.stream(values())
        .filter(each -> Arrays.asList(each.signs).contains(sign))
        .findFirst();
  }

  Truth of(Operand.Number left, Operand.Number right) {
    return row -> {
      double first = left.of(row);
      double second = right.of(row);
      return Double.isNaN(first) || Double.isNaN(second)
          ? Truth.UNKNOWN
          // 0 and -0 are one number.
          : Truth.of(holds.test(first == second ? 0 : Double.compare(first, second)));
    };
  }

  /** Texts by their characters, one after the other. */
  Truth of(Operand.Text left, Operand.Text right) {
    return row -> {
      String first = left.of(row);
      String second = right.of(row);
      return first == null || second == null
          ? Truth.UNKNOWN
          : Truth.of(holds.test(first.compareTo(second)));
    };
  }

  /** Whether both are known and the same, for {@code =}; for {@code <>} whether they are not. */
  Truth of(Truth left, Truth right) {
    return row -> {
      int product = left.of(row) * right.of(row);
      return this == EQUAL ? product : -product;
    };
  }

  boolean isOfEquality() {
    return this == EQUAL || this == DIFFERENT;
  }

  /** Whether a cell says true. */
  static Truth isTrue(Operand.Cell cell) {
    return row -> {
      String text = cell.text(row);
      return switch (text == null ? "" : text.strip().toLowerCase(Locale.ROOT)) {
        case "true" -> Truth.TRUE;
        case "false" -> Truth.FALSE;
        default -> Truth.UNKNOWN;
      };
    };
  }

  /**
   * Whether a text is of a pattern, in which {@code %} stands for any text and {@code _} for any
   * character. Takes at most the product of the lengths.
   */
  static boolean isLike(String text, String pattern) {
    int at = 0;
    int next = 0;
    int anyText = -1;
    int taken = 0;
    while (at < text.length()) {
      char wanted = next < pattern.length() ? pattern.charAt(next) : 0;
      if (wanted == '%' && next < pattern.length()) {
        anyText = next++;
        taken = at;
      } else if (next < pattern.length() && (wanted == '_' || wanted == text.charAt(at))) {
        at++;
        next++;
      } else if (anyText >= 0) {
        at = ++taken;
        next = anyText + 1;
      } else {
        return false;
      }
    }
    return pattern.substring(next).chars().allMatch(rest -> rest == '%');
  }
}
