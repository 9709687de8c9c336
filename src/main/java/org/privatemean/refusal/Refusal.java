package org.privatemean.refusal;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A message to anyone who asked for what cannot be served: it says what is wrong and what to do,
 * and holds no value of a row.
 *
 * <p>Names of params stand in braces in the text that it is made from, such as {@code {rho}}, so
 * that a face can write its own name for a param: an option, a column of a query, a keyword.
 *
 * @since 0.1.0
 */
public interface Refusal {
  /** A param's name in a text, or a brace that a user gave: see {@link #literal}. */
  Pattern NAME = Pattern.compile("\\{\\{|\\{(\\w+)\\}");

  /** The text, with the names of params in braces. */
  String text();

  /**
   * The text with other names for the params.
   *
   * @param name from a param's name to what stands in its place
   */
  default String inTerms(UnaryOperator<String> name) {
    return inTerms(text(), name);
  }

  /** A text with other names for the params that stand in braces in it. */
  static String inTerms(String text, UnaryOperator<String> name) {
    return NAME.matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) == null ? "{" : name.apply(found.group(1))));
  }

  /**
   * Returns what a user gave, such as the name of a column, to stand in a text as it is: a brace in
   * it begins no param's name.
   */
  static String literal(String given) {
    return given.replace("{", "{{");
  }

  /** A text with the names of the params themselves. */
  static String plain(String text) {
    return inTerms(text, UnaryOperator.identity());
  }
}
