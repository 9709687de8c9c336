package org.privatemean.app;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tokens of a condition, read in order. */
final class Tokens {
  private static final Pattern WORD =
      Pattern.compile(
          "\\s*(?:(?<number>(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)(?![\\w.])"
              + "|(?<name>[A-Za-z_]\\w*)"
              + "|`(?<quoted>(?:[^`]|``)++)`"
              + "|'(?<text>(?:[^']|'')*+)'"
              + "|\"(?<other>(?:[^\"]|\"\")*+)\""
              + "|(?<sign><=|>=|<>|!=|==|[=<>+*/%(),-]))");

  private final List<Word> words = new ArrayList<>();
  private int at;

  /** Kind of a token. */
  enum TokenKind {
    NUMBER,
    NAME,
    /** Name in backquotes, which is never a keyword. */
    QUOTED,
    TEXT,
    SIGN,
    END
  }

  /**
   * Token.
   *
   * @param value its text without quotes
   */
  record Word(TokenKind kind, String value) {
    boolean is(String sign) {
      return (kind == TokenKind.SIGN || kind == TokenKind.NAME) && value.equalsIgnoreCase(sign);
    }

    String shown() {
      return kind == TokenKind.END ? "the end" : "'" + value + "'";
    }
  }

  /**
   * Splits a text into tokens.
   *
   * @throws MalformedConditionException if a part of it is not a token
   */
  Tokens(String text) {
    Matcher matcher = WORD.matcher(text);
    int end = text.stripTrailing().length();
    int from = 0;
    while (from < end) {
      if (!matcher.region(from, end).lookingAt()) {
        throw new MalformedConditionException(
            String.format("it cannot be read from '%s' on", text.substring(from, end).strip()));
      }
      words.add(word(matcher));
      from = matcher.end();
    }
    words.add(new Word(TokenKind.END, ""));
  }

  private static Word word(Matcher matcher) {
    if (matcher.group("number") != null) {
      return new Word(TokenKind.NUMBER, matcher.group("number"));
    }
    if (matcher.group("name") != null) {
      return new Word(TokenKind.NAME, matcher.group("name"));
    }
    if (matcher.group("quoted") != null) {
      return new Word(TokenKind.QUOTED, matcher.group("quoted").replace("``", "`"));
    }
    if (matcher.group("text") != null) {
      return new Word(TokenKind.TEXT, matcher.group("text").replace("''", "'"));
    }
    return matcher.group("other") != null
        ? new Word(TokenKind.TEXT, matcher.group("other").replace("\"\"", "\""))
        : new Word(TokenKind.SIGN, matcher.group("sign"));
  }

  /** Returns the next token. */
  Word peek() {
    return words.get(at);
  }

  /** Returns the next token and moves past it. */
  Word take() {
    Word word = peek();
    at = Math.min(at + 1, words.size() - 1);
    return word;
  }

  /** Takes the next token if it is the wanted one. */
  boolean takes(String wanted) {
    boolean found = peek().is(wanted);
    if (found) {
      take();
    }
    return found;
  }

  /**
   * Takes the next token, which must be the wanted one.
   *
   * @throws MalformedConditionException if it is another
   */
  void expect(String wanted) {
    if (!takes(wanted)) {
      throw new MalformedConditionException(
          String.format("%s stands where '%s' must", peek().shown(), wanted));
    }
  }
}
