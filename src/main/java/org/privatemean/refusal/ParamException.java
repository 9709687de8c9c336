package org.privatemean.refusal;

/**
 * Says that a param is missing, out of its range or in conflict with another. Nothing was charged
 * and nothing released.
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
   * A refusal.
   *
   * @param param the param at fault
   * @param bound what it has to keep to, or what it conflicts with; names of params in braces, and
   *     what users gave by {@link Refusal#literal}
   * @param remedy what to do; names of params in braces
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

  /**
   * A refusal of a value out of its range.
   *
   * @param param the param at fault
   * @param range what it must be
   * @param value what was given
   */
  public static ParamException outOfRange(String param, String range, Object value) {
    String given = Refusal.literal(String.valueOf(value));
    return of(param, String.format("{%s} must be %s. Provided value: %s", param, range, given));
  }

  /**
   * A refusal whose text says all there is to say.
   *
   * @param param the param at fault
   * @param text what it has to keep to, and what was given; names of params in braces
   */
  public static ParamException of(String param, String text) {
    return new ParamException(param, text, "choose another value", text);
  }

  /** The name of the param at fault. */
  public String param() {
    return param;
  }

  /** Returns what it has to keep to, or what it conflicts with. */
  public String bound() {
    return Refusal.plain(bound);
  }

  /** Returns what to do. */
  public String remedy() {
    return Refusal.plain(remedy);
  }

  @Override
  public String text() {
    return text;
  }
}
