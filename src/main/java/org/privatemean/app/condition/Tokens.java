package org.privatemean.app.condition;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of a condition, read from the first to the last. */
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

  /** The kinds of tokens. */
  enum TokenKind {
    NUMBER,
    NAME,
    /** A name that is not a key word whatever it is. */
    QUOTED,
    TEXT,
    SIGN,
    END
  }

  /**
   * A word.
   *
   * @param value without quotes
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
   * Splits a text.
   *
   * @throws MalformedConditionException if a part of it is not a word
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

  /** The coming word. */
  Word peek() {
    return words.get(at);
  }

  /** The coming word, which is taken. */
  Word take() {
    Word word = peek();
    at = Math.min(at + 1, words.size() - 1);
    return word;
  }

  /** Takes the coming word if it is this one. */
  boolean takes(String wanted) {
    boolean found = peek().is(wanted);
    if (found) {
      take();
    }
    return found;
  }

  /**
   * Takes a word that must come.
   *
   * @throws MalformedConditionException if another comes
   */
  void expect(String wanted) {
    if (!takes(wanted)) {
      throw new MalformedConditionException(
          String.format("%s stands where '%s' must", peek().shown(), wanted));
    }
  }
}
