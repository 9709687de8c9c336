package org.privatemean.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Parser of conditions: one method for each kind of expression, in order of rising precedence.
 * Unknown syntax is refused, so every parsed condition is a function of a row.
 */
final class ConditionParser {
  /** Maximal depth of nesting: each evaluation needs stack for this number of calls. */
  private static final int MAX_NESTED = 100;

  private static final Set<String> KEY_WORDS =
      Set.of("and", "or", "not", "in", "is", "null", "like", "between");

  private static final Map<String, UnaryOperator<String>> OF_TEXT =
      Map.of(
          "lower", text -> text.toLowerCase(Locale.ROOT),
          "upper", text -> text.toUpperCase(Locale.ROOT),
          "trim", String::strip);

  private final String text;
  private final Tokens words;
  private final Map<String, Operand.Cell> cells = new TreeMap<>();
  private final List<String> columns = new ArrayList<>();
  private int nested;

  ConditionParser(String text) {
    this.text = text;
    this.words = new Tokens(text);
  }

  /** Part of a condition: exactly one of {@code truth} and {@code operand} is not null. */
  private record ParsedPart(Truth truth, Operand operand, String about) {
    static ParsedPart of(Truth truth) {
      return new ParsedPart(truth, null, "a condition");
    }

    static ParsedPart of(Operand operand, String about) {
      return new ParsedPart(null, operand, about);
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
        throw new MalformedConditionException(
            "a condition is not allowed here: a value is expected");
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
    ParsedPart whole = either();
    if (words.peek().kind() != Tokens.TokenKind.END) {
      throw new MalformedConditionException(words.peek().shown() + " stands behind its end");
    }
    if (columns.isEmpty()) {
      throw new MalformedConditionException("it names no column");
    }
    return new Condition(text, columns, whole.asTruth());
  }

  private ParsedPart either() {
    ParsedPart first = both();
    if (!words.peek().is("or")) {
      return first;
    }
    List<Truth> truths = new ArrayList<>(List.of(first.asTruth()));
    while (words.takes("or")) {
      truths.add(both().asTruth());
    }
    return ParsedPart.of(Truth.any(truths));
  }

  private ParsedPart both() {
    ParsedPart first = parseNegation();
    if (!words.peek().is("and")) {
      return first;
    }
    List<Truth> truths = new ArrayList<>(List.of(first.asTruth()));
    while (words.takes("and")) {
      truths.add(parseNegation().asTruth());
    }
    return ParsedPart.of(Truth.all(truths));
  }

  private ParsedPart parseNegation() {
    if (!words.takes("not")) {
      return parseComparison();
    }
    deeper();
    ParsedPart part = ParsedPart.of(parseNegation().asTruth().not());
    nested--;
    return part;
  }

  private void deeper() {
    if (++nested > MAX_NESTED) {
      throw new MalformedConditionException("it is nested too deeply");
    }
  }

  private ParsedPart parseComparison() {
    ParsedPart left = sum();
    Optional<Comparison> sign =
        words.peek().kind() == Tokens.TokenKind.SIGN
            ? Comparison.fromSign(words.peek().value())
            : Optional.empty();
    if (sign.isPresent()) {
      words.take();
      return ParsedPart.of(comparison(sign.get(), left, sum()));
    }
    if (words.takes("is")) {
      boolean isNot = words.takes("not");
      words.expect("null");
      return ParsedPart.of(unless(isNot, Operand.isNull(left.asOperand())));
    }
    boolean isNot = words.takes("not");
    if (words.takes("in")) {
      return ParsedPart.of(unless(isNot, in(left)));
    }
    if (words.takes("between")) {
      return ParsedPart.of(unless(isNot, between(left)));
    }
    if (words.takes("like")) {
      return ParsedPart.of(unless(isNot, like(left)));
    }
    if (isNot) {
      throw new MalformedConditionException("'not' stands behind a value");
    }
    return left;
  }

  private static Truth unless(boolean isNot, Truth truth) {
    return isNot ? truth.not() : truth;
  }

  private static Truth comparison(Comparison sign, ParsedPart left, ParsedPart right) {
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

  private Truth in(ParsedPart left) {
    words.expect("(");
    List<Truth> found = new ArrayList<>();
    do {
      found.add(comparison(Comparison.EQUAL, left, sum()));
    } while (words.takes(","));
    words.expect(")");
    return Truth.any(found);
  }

  private Truth between(ParsedPart left) {
    Truth isAbove = comparison(Comparison.AT_LEAST, left, sum());
    words.expect("and");
    return Truth.all(List.of(isAbove, comparison(Comparison.AT_MOST, left, sum())));
  }

  private Truth like(ParsedPart left) {
    Tokens.Word pattern = words.take();
    if (pattern.kind() != Tokens.TokenKind.TEXT) {
      throw new MalformedConditionException(pattern.shown() + " stands where a pattern must");
    }
    Operand.Text subject = left.asText();
    return row -> {
      String value = subject.of(row);
      return value == null
          ? Truth.UNKNOWN
          : Truth.fromKnown(Comparison.isLike(value, pattern.value()));
    };
  }

  private ParsedPart sum() {
    ParsedPart first = product();
    List<Operand.ArithmeticStep> steps = new ArrayList<>();
    while (words.peek().is("+") || words.peek().is("-")) {
      boolean isMinus = words.take().is("-");
      steps.add(
          new Operand.ArithmeticStep(
              product().asNumber(), isMinus ? (a, b) -> a - b : (a, b) -> a + b));
    }
    return chain(first, steps);
  }

  private ParsedPart product() {
    ParsedPart first = parseSigned();
    List<Operand.ArithmeticStep> steps = new ArrayList<>();
    while (words.peek().is("*") || words.peek().is("/") || words.peek().is("%")) {
      String sign = words.take().value();
      steps.add(
          new Operand.ArithmeticStep(
              parseSigned().asNumber(),
              switch (sign) {
                case "*" -> (a, b) -> a * b;
                case "/" -> (a, b) -> b == 0 ? Double.NaN : a / b;
                default -> (a, b) -> a % b;
              }));
    }
    return chain(first, steps);
  }

  private static ParsedPart chain(ParsedPart first, List<Operand.ArithmeticStep> steps) {
    return steps.isEmpty() ? first : number(Operand.chain(first.asNumber(), steps));
  }

  private static ParsedPart number(Operand.Numeric number) {
    return ParsedPart.of(number, "a number");
  }

  private ParsedPart parseSigned() {
    if (words.takes("-")) {
      deeper();
      ParsedPart part = number(Operand.map(parseSigned().asNumber(), value -> -value));
      nested--;
      return part;
    }
    return value();
  }

  private ParsedPart value() {
    Tokens.Word word = words.take();
    switch (word.kind()) {
      case NUMBER -> {
        double number = Double.parseDouble(word.value());
        return number(row -> number);
      }
      case TEXT -> {
        Operand.Text constant = row -> word.value();
        return ParsedPart.of(constant, "a text");
      }
      case QUOTED -> {
        return column(word.value());
      }
      case NAME -> {
        return parseColumn(word);
      }
      default -> {
        if (word.is("(")) {
          return inBrackets();
        }
        throw new MalformedConditionException(
            word.shown() + " is not allowed here: a value is expected");
      }
    }
  }

  private ParsedPart inBrackets() {
    deeper();
    ParsedPart part = either();
    words.expect(")");
    nested--;
    return part;
  }

  private ParsedPart parseColumn(Tokens.Word word) {
    String lower = word.value().toLowerCase(Locale.ROOT);
    if (words.takes("(")) {
      return call(lower, word);
    }
    if (KEY_WORDS.contains(lower)) {
      throw new MalformedConditionException(
          String.format("%s is not allowed here; write a column of that name in `", word.shown()));
    }
    return switch (lower) {
      case "true" -> ParsedPart.of((Truth) row -> Truth.TRUE);
      case "false" -> ParsedPart.of((Truth) row -> Truth.FALSE);
      default -> column(word.value());
    };
  }

  private ParsedPart column(String name) {
    Operand.Cell cell =
        cells.computeIfAbsent(
            name,
            added -> {
              columns.add(added);
              return new Operand.Cell(columns.size() - 1);
            });
    return ParsedPart.of(cell, "a column");
  }

  private ParsedPart call(String function, Tokens.Word word) {
    if (!OF_TEXT.containsKey(function) && !function.equals("abs") && !function.equals("length")) {
      throw new MalformedConditionException(
          String.format(
              "%s cannot be called, since a condition may use only the cells of its row: "
                  + "abs, length, lower, trim and upper are available",
              word.shown()));
    }
    ParsedPart argument = inBrackets();
    if (function.equals("abs")) {
      return number(Operand.map(argument.asNumber(), Math::abs));
    }
    Operand.Text subject = argument.asText();
    if (!function.equals("length")) {
      return ParsedPart.of(Operand.map(subject, OF_TEXT.get(function)), "a text");
    }
    return number(
        row -> {
          String value = subject.of(row);
          return value == null ? Double.NaN : value.codePointCount(0, value.length());
        });
  }
}
