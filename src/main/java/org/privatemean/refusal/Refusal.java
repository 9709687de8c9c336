package org.privatemean.refusal;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A message for the caller whose request was refused: it states what is wrong and the remedy, and
 * contains no value of a row.
 *
 * <p>Names of params stand in braces in the text, such as {@code {rho}}, so that an interface can
 * show its own: an option, a column of a query, a keyword.
 *
 * @since 0.1.0
 */
public interface Refusal {
  /** A param's name in a text, or a brace that a user gave: see {@link #literal}. */
  Pattern NAME = Pattern.compile("\\{\\{|\\{(\\w+)\\}");

  /** The text, with the names of params in braces. */
  String text();

  /** Returns the text with other names for the params. */
  default String inTerms(UnaryOperator<String> name) {
    return inTerms(text(), name);
  }

  /** Returns a text with other names for the params in braces. */
  static String inTerms(String text, UnaryOperator<String> name) {
    return NAME.matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) == null ? "{" : name.apply(found.group(1))));
  }

  /** Escapes user input for use in a text: a brace in it does not begin a param's name. */
  static String literal(String given) {
    return given.replace("{", "{{");
  }

  /** Returns a text with the names of the params themselves. */
  static String plain(String text) {
    return inTerms(text, UnaryOperator.identity());
  }
}
