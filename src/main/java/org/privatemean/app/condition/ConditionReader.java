package org.privatemean.app.condition;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Reads a condition: one method for each kind of expression, from what binds least to what binds
 * most. What it does not know it refuses, so that nothing gets in that is no function of a row.
 */
final class ConditionReader {
  /** A row that is judged needs room for as many calls. */
  private static final int MOST_NESTED = 100;

  private static final Set<String> KEY_WORDS =
      Set.of("and", "or", "not", "in", "is", "null", "like", "between");

  private static final Map<String, UnaryOperator<String>> OF_TEXT =
      Map.of(
          "lower", text -> text.toLowerCase(Locale.ROOT),
          "upper", text -> text.toUpperCase(Locale.ROOT),
          "trim", String::strip);

  private final String text;
  private final Words words;
  private final Map<String, Operand.Cell> cells = new TreeMap<>();
  private final List<String> columns = new ArrayList<>();
  private int nested;

  ConditionReader(String text) {
    this.text = text;
    this.words = new Words(text);
  }

  /** A part of a condition: exactly one of the two is there. */
  private record Part(Truth truth, Operand operand, String about) {
    static Part of(Truth truth) {
      return new Part(truth, null, "a condition");
    }

    static Part of(Operand operand, String about) {
      return new Part(null, operand, about);
    }

    Truth asTruth() {
      if (truth != null) {
        return truth;
      }
      if (operand instanceof Operand.Cell cell) {
        return Comparison.isTrue(cell);
      }
      throw new MalformedConditionException(about + " stands where a condition must");
    }

    Operand asOperand() {
      if (operand == null) {
        throw new MalformedConditionException("a condition stands where a value must");
      }
      return operand;
    }

    Operand.Numeric asNumber() {
      return Optional.ofNullable(Operand.number(asOperand()))
          .orElseThrow(
              () -> new MalformedConditionException(about + " stands where a number must"));
    }

    Operand.Text asText() {
      return Optional.ofNullable(Operand.text(asOperand()))
          .orElseThrow(() -> new MalformedConditionException(about + " stands where a text must"));
    }

    boolean isText() {
      return operand instanceof Operand.Text;
    }
  }

  Condition read() {
    Part whole = either();
    if (words.peek().kind() != Words.Kind.END) {
      throw new MalformedConditionException(words.peek().shown() + " stands behind its end");
    }
    if (columns.isEmpty()) {
      throw new MalformedConditionException("it names no column");
    }
    return new Condition(text, columns, whole.asTruth());
  }

  private Part either() {
    Part first = both();
    if (!words.peek().is("or")) {
      return first;
    }
    List<Truth> truths = new ArrayList<>(List.of(first.asTruth()));
    while (words.takes("or")) {
      truths.add(both().asTruth());
    }
    return Part.of(Truth.any(truths));
  }

  private Part both() {
    Part first = negated();
    if (!words.peek().is("and")) {
      return first;
    }
    List<Truth> truths = new ArrayList<>(List.of(first.asTruth()));
    while (words.takes("and")) {
      truths.add(negated().asTruth());
    }
    return Part.of(Truth.all(truths));
  }

  private Part negated() {
    if (!words.takes("not")) {
      return compared();
    }
    deeper();
    Part part = Part.of(negated().asTruth().not());
    nested--;
    return part;
  }

  private void deeper() {
    if (++nested > MOST_NESTED) {
      throw new MalformedConditionException("it is nested too deeply");
    }
  }

  private Part compared() {
    Part left = sum();
    Optional<Comparison> sign =
        words.peek().kind() == Words.Kind.SIGN
            ? Comparison.of(words.peek().value())
            : Optional.empty();
    if (sign.isPresent()) {
      words.take();
      return Part.of(comparison(sign.get(), left, sum()));
    }
    if (words.takes("is")) {
      boolean isNot = words.takes("not");
      words.expect("null");
      return Part.of(unless(isNot, Operand.isNull(left.asOperand())));
    }
    boolean isNot = words.takes("not");
    if (words.takes("in")) {
      return Part.of(unless(isNot, in(left)));
    }
    if (words.takes("between")) {
      return Part.of(unless(isNot, between(left)));
    }
    if (words.takes("like")) {
      return Part.of(unless(isNot, like(left)));
    }
    if (isNot) {
      throw new MalformedConditionException("'not' stands behind a value");
    }
    return left;
  }

  private static Truth unless(boolean isNot, Truth truth) {
    return isNot ? truth.not() : truth;
  }

  private static Truth comparison(Comparison sign, Part left, Part right) {
    if (left.truth() != null || right.truth() != null) {
      if (!sign.isOfEquality()) {
        throw new MalformedConditionException("true and false are compared by = and <> only");
      }
      return sign.ofTruths(left.asTruth(), right.asTruth());
    }
    return left.isText() || right.isText()
        ? sign.ofTexts(left.asText(), right.asText())
        : sign.ofNumbers(left.asNumber(), right.asNumber());
  }

  private Truth in(Part left) {
    words.expect("(");
    List<Truth> found = new ArrayList<>();
    do {
      found.add(comparison(Comparison.EQUAL, left, sum()));
    } while (words.takes(","));
    words.expect(")");
    return Truth.any(found);
  }

  private Truth between(Part left) {
    Truth isAbove = comparison(Comparison.AT_LEAST, left, sum());
    words.expect("and");
    return Truth.all(List.of(isAbove, comparison(Comparison.AT_MOST, left, sum())));
  }

  private Truth like(Part left) {
    Words.Word pattern = words.take();
    if (pattern.kind() != Words.Kind.TEXT) {
      throw new MalformedConditionException(pattern.shown() + " stands where a pattern must");
    }
    Operand.Text subject = left.asText();
    return row -> {
      String value = subject.of(row);
      return value == null ? Truth.UNKNOWN : Truth.of(Comparison.isLike(value, pattern.value()));
    };
  }

  private Part sum() {
    Part first = product();
    List<Operand.Step> steps = new ArrayList<>();
    while (words.peek().is("+") || words.peek().is("-")) {
      boolean isMinus = words.take().is("-");
      steps.add(
          new Operand.Step(product().asNumber(), isMinus ? (a, b) -> a - b : (a, b) -> a + b));
    }
    return chain(first, steps);
  }

  private Part product() {
    Part first = signed();
    List<Operand.Step> steps = new ArrayList<>();
    while (words.peek().is("*") || words.peek().is("/") || words.peek().is("%")) {
      String sign = words.take().value();
      steps.add(
          new Operand.Step(
              signed().asNumber(),
              switch (sign) {
                case "*" -> (a, b) -> a * b;
                case "/" -> (a, b) -> b == 0 ? Double.NaN : a / b;
                default -> (a, b) -> a % b;
              }));
    }
    return chain(first, steps);
  }

  private static Part chain(Part first, List<Operand.Step> steps) {
    return steps.isEmpty() ? first : number(Operand.chain(first.asNumber(), steps));
  }

  private static Part number(Operand.Numeric number) {
    return Part.of(number, "a number");
  }

  private Part signed() {
    if (words.takes("-")) {
      deeper();
      Part part = number(Operand.map(signed().asNumber(), value -> -value));
      nested--;
      return part;
    }
    return value();
  }

  private Part value() {
    Words.Word word = words.take();
    switch (word.kind()) {
      case NUMBER -> {
        double number = Double.parseDouble(word.value());
        return number(row -> number);
      }
      case TEXT -> {
        Operand.Text constant = row -> word.value();
        return Part.of(constant, "a text");
      }
      case QUOTED -> {
        return column(word.value());
      }
      case NAME -> {
        return named(word);
      }
      default -> {
        if (word.is("(")) {
          return inBrackets();
        }
        throw new MalformedConditionException(word.shown() + " stands where a value must");
      }
    }
  }

  private Part inBrackets() {
    deeper();
    Part part = either();
    words.expect(")");
    nested--;
    return part;
  }

  private Part named(Words.Word word) {
    String lower = word.value().toLowerCase(Locale.ROOT);
    if (words.takes("(")) {
      return call(lower, word);
    }
    if (KEY_WORDS.contains(lower)) {
      throw new MalformedConditionException(
          String.format(
              "%s stands where a value must; a column of that name goes in `", word.shown()));
    }
    return switch (lower) {
      case "true" -> Part.of((Truth) row -> Truth.TRUE);
      case "false" -> Part.of((Truth) row -> Truth.FALSE);
      default -> column(word.value());
    };
  }

  private Part column(String name) {
    Operand.Cell cell =
        cells.computeIfAbsent(
            name,
            added -> {
              columns.add(added);
              return new Operand.Cell(columns.size() - 1);
            });
    return Part.of(cell, "a column");
  }

  private Part call(String function, Words.Word word) {
    if (!OF_TEXT.containsKey(function) && !function.equals("abs") && !function.equals("length")) {
      throw new MalformedConditionException(
          String.format(
              "%s cannot be called, since a condition must follow from the row's own cells alone:"
                  + " there are abs, length, lower, trim and upper",
              word.shown()));
    }
    Part argument = inBrackets();
    if (function.equals("abs")) {
      return number(Operand.map(argument.asNumber(), Math::abs));
    }
    Operand.Text subject = argument.asText();
    if (!function.equals("length")) {
      return Part.of(Operand.map(subject, OF_TEXT.get(function)), "a text");
    }
    return number(
        row -> {
          String value = subject.of(row);
          return value == null ? Double.NaN : value.codePointCount(0, value.length());
        });
  }
}
