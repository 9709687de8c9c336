package org.privatemean.app;

import java.util.Locale;
import java.util.Optional;

/** Comparison operators. */
enum Comparison {
  EQUAL,
  DIFFERENT,
  LESS,
  AT_MOST,
  MORE,
  AT_LEAST;

  static Optional<Comparison> fromSign(String sign) {
    return Optional.ofNullable(
        switch (sign) {
          case "=", "==" -> EQUAL;
          case "<>", "!=" -> DIFFERENT;
          case "<" -> LESS;
          case "<=" -> AT_MOST;
          case ">" -> MORE;
          case ">=" -> AT_LEAST;
          default -> null;
        });
  }

  /**
   * True if the comparison holds.
   *
   * @param order negative if the first value is less, 0 if they are equal, otherwise positive
   */
  private boolean holds(int order) {
    return switch (this) {
      case EQUAL -> order == 0;
      case DIFFERENT -> order != 0;
      case LESS -> order < 0;
      case AT_MOST -> order <= 0;
      case MORE -> order > 0;
      case AT_LEAST -> order >= 0;
    };
  }

  Truth ofNumbers(Operand.Numeric left, Operand.Numeric right) {
    return row -> {
      double first = left.of(row);
      double second = right.of(row);
      return Double.isNaN(first) || Double.isNaN(second)
          ? Truth.UNKNOWN
          // 0 and -0 are equal.
          : Truth.fromKnown(holds(first == second ? 0 : Double.compare(first, second)));
    };
  }

  /** Compares texts character by character. */
  Truth ofTexts(Operand.Text left, Operand.Text right) {
    return row -> {
      String first = left.of(row);
      String second = right.of(row);
      return first == null || second == null
          ? Truth.UNKNOWN
          : Truth.fromKnown(holds(first.compareTo(second)));
    };
  }

  /** True if both are known and equal, for {@code =}, or known and different, for {@code <>}. */
  Truth ofTruths(Truth left, Truth right) {
    return row -> {
      int product = left.fromKnown(row) * right.fromKnown(row);
      return this == EQUAL ? product : -product;
    };
  }

  boolean isOfEquality() {
    return this == EQUAL || this == DIFFERENT;
  }

  /** True if a cell's text is "true". */
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
   * True if a text matches a pattern, in which {@code %} stands for any text and {@code _} for any
   * character. The running time is at most proportional to the product of the lengths.
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
