package org.privatemean.request;

/** A mechanism for the mean. */
public enum Method {
  /** The clipped mean, sections 3.1 and 3.2: error set by the longest rows. */
  CLIPPED("clipped"),
  /** The shifted clipped mean, section 3.3: error set by the spread of the rows. */
  SHIFTED_CLIPPED("shiftedClipped"),
  /** The recentred mean: error set by the spread of the rows, and no bounds asked for. */
  RECENTRED("recentred");

  private final String label;

  Method(String label) {
    this.label = label;
  }

  /** The name in parameters and reports. */
  public String label() {
    return label;
  }

  /**
   * The constant of a label.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Method of(String label) {
    for (Method method : values()) {
      if (method.label.equals(label)) {
        return method;
      }
    }
    throw new IllegalArgumentException("there is no method of the name " + label);
  }

  public boolean shifts() {
    return this == SHIFTED_CLIPPED;
  }
}
