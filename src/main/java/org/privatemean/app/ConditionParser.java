package org.privatemean.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parser of conditions: one method for each kind of expression, in order of rising precedence.
 * Unknown syntax is refused, so every parsed condition is a function of a row.
 *
 * <p>A condition is 1 if it is true, -1 if it is false and 0 if it is unknown, so that AND is the
 * minimum, OR the maximum and NOT the negative. An unknown number is NaN, an unknown text null.
 */
final class ConditionParser {
  /** Maximal depth of nesting: each evaluation needs stack for this number of calls. */
  private static final int MAX_NESTED = 100;

  /** Characters whose case is changed together. */
  private static final int PIECE = 1 << 10;

  private static final Set<String> KEY_WORDS =
      Set.of("and", "or", "not", "in", "is", "null", "like", "between");

  private static final Map<String, UnaryOperator<String>> OF_TEXT =
      Map.of(
          "lower", ConditionParser::lower,
          "upper", ConditionParser::upper,
          "trim", String::strip);

  /** The signs of comparisons; each takes the order of the values, as a comparator gives it. */
  private static final Map<String, IntPredicate> COMPARISONS =
      Map.of(
          "=", order -> order == 0,
          "==", order -> order == 0,
          "<>", order -> order != 0,
          "!=", order -> order != 0,
          "<", order -> order < 0,
          "<=", order -> order <= 0,
          ">", order -> order > 0,
          ">=", order -> order >= 0);

  private static final Set<String> OF_EQUALITY = Set.of("=", "==", "<>", "!=");

  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(?<number>(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)(?![\\w.])"
              + "|(?<name>[A-Za-z_]\\w*)"
              + "|`(?<quoted>(?:[^`]|``)++)`"
              + "|'(?<text>(?:[^']|'')*+)'"
              + "|\"(?<other>(?:[^\"]|\"\")*+)\""
              + "|(?<sign><=|>=|<>|!=|==|[=<>+*/%(),-]))");

  private final String text;
  private final List<Token> tokens;
  private final Map<String, Part> cells = new TreeMap<>();
  private final List<String> columns = new ArrayList<>();
  private int at;
  private int nested;

  ConditionParser(String text) {
    this.text = text;
    this.tokens = tokens(text);
  }

  private enum TokenKind {
    NUMBER,
    NAME,
    /** Name in backquotes, which is never a keyword. */
    QUOTED,
    TEXT,
    SIGN,
    END
  }

  /** Token; its value has no quotes. */
  private record Token(TokenKind kind, String value) {
    boolean is(String sign) {
      return (kind == TokenKind.SIGN || kind == TokenKind.NAME) && value.equalsIgnoreCase(sign);
    }

    String shown() {
      return kind == TokenKind.END ? "the end" : "'" + value + "'";
    }
  }

  /** Part of a condition; a function is null if the part cannot be read as its type. */
  private record Part(
      String about,
      ToIntFunction<String[]> truth,
      ToDoubleFunction<String[]> number,
      Function<String[], String> text) {
    static Part ofTruth(ToIntFunction<String[]> truth) {
      return new Part("a condition", truth, null, null);
    }

    static Part ofNumber(ToDoubleFunction<String[]> number) {
      return new Part("a number", null, number, null);
    }

    static Part ofText(Function<String[], String> text) {
      return new Part("a text", null, null, text);
    }

    boolean isCondition() {
      return number == null && text == null;
    }

    boolean isText() {
      return number == null && text != null;
    }

    ToIntFunction<String[]> asTruth() {
      return as(truth, "condition");
    }

    ToDoubleFunction<String[]> asNumber() {
      return as(number, "number");
    }

    Function<String[], String> asText() {
      return as(text, "text");
    }

    private <F> F as(F function, String type) {
      if (function == null) {
        throw new IllegalArgumentException(
            isCondition()
                ? "a condition is not allowed here: a value is expected"
                : about + " stands where a " + type + " must");
      }
      return function;
    }
  }

  Condition parse() {
    Part whole = parseAny();
    if (peek().kind() != TokenKind.END) {
      throw new IllegalArgumentException(peek().shown() + " stands behind its end");
    }
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("it names no column");
    }
    return new Condition(text, columns, whole.asTruth());
  }

  private static List<Token> tokens(String text) {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    int end = text.stripTrailing().length();
    int from = 0;
    while (from < end) {
      if (!matcher.region(from, end).lookingAt()) {
        throw new IllegalArgumentException(
            String.format("it cannot be read from '%s' on", text.substring(from, end).strip()));
      }
      tokens.add(token(matcher));
      from = matcher.end();
    }
    tokens.add(new Token(TokenKind.END, ""));
    return tokens;
  }

  private static Token token(Matcher matcher) {
    if (matcher.group("quoted") != null) {
      return new Token(TokenKind.QUOTED, matcher.group("quoted").replace("``", "`"));
    }
    if (matcher.group("text") != null) {
      return new Token(TokenKind.TEXT, matcher.group("text").replace("''", "'"));
    }
    if (matcher.group("other") != null) {
      return new Token(TokenKind.TEXT, matcher.group("other").replace("\"\"", "\""));
    }
    TokenKind kind =
        matcher.group("number") != null
            ? TokenKind.NUMBER
            : matcher.group("name") != null ? TokenKind.NAME : TokenKind.SIGN;
    return new Token(kind, matcher.group(kind.name().toLowerCase(Locale.ROOT)));
  }

  private Token peek() {
    return tokens.get(at);
  }

  private Token take() {
    Token token = peek();
    at = Math.min(at + 1, tokens.size() - 1);
    return token;
  }

  private boolean takes(String wanted) {
    boolean found = peek().is(wanted);
    if (found) {
      take();
    }
    return found;
  }

  private void expect(String wanted) {
    if (!takes(wanted)) {
      throw new IllegalArgumentException(
          String.format("%s stands where '%s' must", peek().shown(), wanted));
    }
  }

  private Part parseAny() {
    return parseList("or", () -> parseList("and", this::parseNegation, Math::min), Math::max);
  }

  private Part parseList(String word, Supplier<Part> parse, IntBinaryOperator choose) {
    Part first = parse.get();
    if (!peek().is(word)) {
      return first;
    }
    List<ToIntFunction<String[]>> truths = new ArrayList<>(List.of(first.asTruth()));
    while (takes(word)) {
      truths.add(parse.get().asTruth());
    }
    return Part.ofTruth(join(truths, choose));
  }

  /** Joins conditions in a loop: long lists do not overflow the stack. */
  private static ToIntFunction<String[]> join(
      List<ToIntFunction<String[]>> truths, IntBinaryOperator choose) {
    return row -> {
      int value = truths.get(0).applyAsInt(row);
      for (int k = 1; k < truths.size(); k++) {
        value = choose.applyAsInt(value, truths.get(k).applyAsInt(row));
      }
      return value;
    };
  }

  private Part parseNegation() {
    if (!takes("not")) {
      return parseComparison();
    }
    ToIntFunction<String[]> truth = parseNested(this::parseNegation).asTruth();
    return Part.ofTruth(row -> -truth.applyAsInt(row));
  }

  private Part parseNested(Supplier<Part> parse) {
    if (++nested > MAX_NESTED) {
      throw new IllegalArgumentException("it is nested too deeply");
    }
    Part part = parse.get();
    nested--;
    return part;
  }

  private Part parseComparison() {
    Part left = parseSum();
    if (peek().kind() == TokenKind.SIGN && COMPARISONS.containsKey(peek().value())) {
      return Part.ofTruth(compare(take().value(), left, parseSum()));
    }
    boolean asksNull = takes("is");
    int sign = takes("not") ? -1 : 1;
    ToIntFunction<String[]> truth;
    if (asksNull) {
      expect("null");
      truth = isNull(left);
    } else if (takes("in")) {
      truth = parseIn(left);
    } else if (takes("between")) {
      truth = parseBetween(left);
    } else if (takes("like")) {
      truth = parseLike(left);
    } else if (sign < 0) {
      throw new IllegalArgumentException("'not' stands behind a value");
    } else {
      return left;
    }
    return Part.ofTruth(row -> sign * truth.applyAsInt(row));
  }

  private static int known(boolean truth) {
    return truth ? 1 : -1;
  }

  private static int isTrue(String text) {
    return switch (text == null ? "" : lower(text.strip())) {
      case "true" -> 1;
      case "false" -> -1;
      default -> 0;
    };
  }

  /** Java copies the text for each capital I with a dot, which becomes two characters. */
  static String lower(String text) {
    return text.replace("\u0130", "i\u0307").toLowerCase(Locale.ROOT);
  }

  /** Java copies the text for each character that becomes several: here a short piece. */
  static String upper(String text) {
    StringBuilder upper = new StringBuilder(text.length());
    int end;
    for (int start = 0; start < text.length(); start = end) {
      end = Math.min(text.length(), start + PIECE);
      if (end < text.length() && Character.isLowSurrogate(text.charAt(end))) {
        end--;
      }
      upper.append(text.substring(start, end).toUpperCase(Locale.ROOT));
    }
    return upper.toString();
  }

  private static ToIntFunction<String[]> isNull(Part part) {
    if (part.text() != null) {
      return row -> known(part.text().apply(row) == null);
    }
    ToDoubleFunction<String[]> number = part.asNumber();
    return row -> known(Double.isNaN(number.applyAsDouble(row)));
  }

  private static ToIntFunction<String[]> compare(String sign, Part left, Part right) {
    IntPredicate comparison = COMPARISONS.get(sign);
    if (left.isCondition() || right.isCondition()) {
      if (!OF_EQUALITY.contains(sign)) {
        throw new IllegalArgumentException("true and false are compared by = and <> only");
      }
      ToIntFunction<String[]> first = left.asTruth();
      ToIntFunction<String[]> second = right.asTruth();
      int ifSame = known(comparison.test(0));
      return row -> ifSame * first.applyAsInt(row) * second.applyAsInt(row);
    }
    return left.isText() || right.isText()
        ? compareTexts(comparison, left.asText(), right.asText())
        : compareNumbers(comparison, left.asNumber(), right.asNumber());
  }

  private static ToIntFunction<String[]> compareTexts(
      IntPredicate comparison, Function<String[], String> left, Function<String[], String> right) {
    return row -> {
      String first = left.apply(row);
      String second = right.apply(row);
      return first == null || second == null ? 0 : known(comparison.test(first.compareTo(second)));
    };
  }

  private static ToIntFunction<String[]> compareNumbers(
      IntPredicate comparison, ToDoubleFunction<String[]> left, ToDoubleFunction<String[]> right) {
    return row -> {
      double first = left.applyAsDouble(row);
      double second = right.applyAsDouble(row);
      return Double.isNaN(first) || Double.isNaN(second)
          ? 0
          // 0 and -0 are equal.
          : known(comparison.test(first == second ? 0 : Double.compare(first, second)));
    };
  }

  private ToIntFunction<String[]> parseIn(Part left) {
    expect("(");
    List<ToIntFunction<String[]>> found = new ArrayList<>();
    do {
      found.add(compare("=", left, parseSum()));
    } while (takes(","));
    expect(")");
    return join(found, Math::max);
  }

  private ToIntFunction<String[]> parseBetween(Part left) {
    ToIntFunction<String[]> isAbove = compare(">=", left, parseSum());
    expect("and");
    return join(List.of(isAbove, compare("<=", left, parseSum())), Math::min);
  }

  private ToIntFunction<String[]> parseLike(Part left) {
    Token pattern = take();
    if (pattern.kind() != TokenKind.TEXT) {
      throw new IllegalArgumentException(pattern.shown() + " stands where a pattern must");
    }
    Function<String[], String> subject = left.asText();
    return row -> {
      String value = subject.apply(row);
      return value == null ? 0 : known(isLike(value, pattern.value()));
    };
  }

  /** True if a text matches a LIKE pattern, in time at most the product of the lengths. */
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

  private Part parseSum() {
    return parseChain(this::parseProduct, Map.of("+", (a, b) -> a + b, "-", (a, b) -> a - b));
  }

  private Part parseProduct() {
    return parseChain(
        this::parseSigned,
        Map.of(
            "*", (a, b) -> a * b,
            "/", (a, b) -> b == 0 ? Double.NaN : a / b,
            "%", (a, b) -> a % b));
  }

  /** Parses a chain, evaluated from left to right in a loop: it does not overflow the stack. */
  private Part parseChain(Supplier<Part> parse, Map<String, DoubleBinaryOperator> operators) {
    Part first = parse.get();
    List<DoubleBinaryOperator> steps = new ArrayList<>();
    List<ToDoubleFunction<String[]>> numbers = new ArrayList<>();
    while (peek().kind() == TokenKind.SIGN && operators.containsKey(peek().value())) {
      steps.add(operators.get(take().value()));
      numbers.add(parse.get().asNumber());
    }
    if (steps.isEmpty()) {
      return first;
    }
    ToDoubleFunction<String[]> start = first.asNumber();
    return Part.ofNumber(
        row -> {
          double value = start.applyAsDouble(row);
          for (int k = 0; k < steps.size(); k++) {
            double right = numbers.get(k).applyAsDouble(row);
            value =
                Double.isNaN(value) || Double.isNaN(right)
                    ? Double.NaN
                    : steps.get(k).applyAsDouble(value, right);
          }
          return value;
        });
  }

  private Part parseSigned() {
    if (takes("-")) {
      ToDoubleFunction<String[]> number = parseNested(this::parseSigned).asNumber();
      return Part.ofNumber(row -> -number.applyAsDouble(row));
    }
    return parseValue();
  }

  private Part parseValue() {
    Token token = take();
    return switch (token.kind()) {
      case NUMBER -> {
        double number = Double.parseDouble(token.value());
        yield Part.ofNumber(row -> number);
      }
      case TEXT -> Part.ofText(row -> token.value());
      case QUOTED -> column(token.value());
      case NAME -> parseName(token);
      case SIGN, END -> {
        if (token.is("(")) {
          yield parseNested(this::parseBrackets);
        }
        throw new IllegalArgumentException(
            token.shown() + " is not allowed here: a value is expected");
      }
    };
  }

  private Part parseBrackets() {
    Part part = parseAny();
    expect(")");
    return part;
  }

  private Part parseName(Token token) {
    String lower = token.value().toLowerCase(Locale.ROOT);
    if (takes("(")) {
      return parseCall(lower, token);
    }
    if (KEY_WORDS.contains(lower)) {
      throw new IllegalArgumentException(
          String.format("%s is not allowed here; write a column of that name in `", token.shown()));
    }
    return switch (lower) {
      case "true" -> Part.ofTruth(row -> 1);
      case "false" -> Part.ofTruth(row -> -1);
      default -> column(token.value());
    };
  }

  private Part column(String name) {
    return cells.computeIfAbsent(
        name,
        added -> {
          int place = columns.size();
          columns.add(added);
          return new Part(
              "a column",
              row -> isTrue(row[place]),
              row -> Fields.number(row[place]),
              row -> row[place]);
        });
  }

  private Part parseCall(String function, Token token) {
    if (!OF_TEXT.containsKey(function) && !function.equals("abs") && !function.equals("length")) {
      throw new IllegalArgumentException(
          String.format(
              "%s cannot be called, since a condition may use only the cells of its row: "
                  + "abs, length, lower, trim and upper are available",
              token.shown()));
    }
    Part argument = parseNested(this::parseBrackets);
    if (function.equals("abs")) {
      ToDoubleFunction<String[]> number = argument.asNumber();
      return Part.ofNumber(row -> Math.abs(number.applyAsDouble(row)));
    }
    Function<String[], String> subject = argument.asText();
    if (function.equals("length")) {
      return Part.ofNumber(
          row -> {
            String value = subject.apply(row);
            return value == null ? Double.NaN : value.codePointCount(0, value.length());
          });
    }
    UnaryOperator<String> change = OF_TEXT.get(function);
    return Part.ofText(
        row -> {
          String value = subject.apply(row);
          return value == null ? null : change.apply(value);
        });
  }
}
