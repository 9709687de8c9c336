package org.privatemean.refusal;

/**
 * Thrown if a param is missing, out of its range or in conflict with another. Nothing was charged
 * and nothing was released.
 *
 * @since 0.1.0
 */
public final class ParamException extends IllegalArgumentException implements Refusal {
  private static final long serialVersionUID = 1L;

  private final String param;
  private final String bound;
  private final String remedy;
  private final String text;

  /**
   * Creates a refusal.
   *
   * @param param the invalid param
   * @param bound the rule that it must keep, or the param that it conflicts with; names of params
   *     in braces, user input by {@link Refusal#literal}
   * @param remedy the remedy; names of params in braces
   */
  public ParamException(String param, String bound, String remedy) {
    this(param, bound, remedy, bound + ": " + remedy);
  }

  private ParamException(String param, String bound, String remedy, String text) {
    super(Refusal.plain(text));
    this.param = param;
    this.bound = bound;
    this.remedy = remedy;
    this.text = text;
  }

  /** Returns a refusal of a value out of its range of allowed values. */
  public static ParamException outOfRange(String param, String range, Object value) {
    String given = Refusal.literal(String.valueOf(value));
    return of(param, String.format("{%s} must be %s. Provided value: %s", param, range, given));
  }

  /** Returns a refusal of one text: the rule and the value given, names of params in braces. */
  public static ParamException of(String param, String text) {
    return new ParamException(param, text, "choose another value", text);
  }

  /** The name of the invalid param. */
  public String param() {
    return param;
  }

  /** The rule that the param must keep, or the param that it conflicts with. */
  public String bound() {
    return Refusal.plain(bound);
  }

  /** The remedy. */
  public String remedy() {
    return Refusal.plain(remedy);
  }

  @Override
  public String text() {
    return text;
  }
}
