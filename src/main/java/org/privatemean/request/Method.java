package org.privatemean.request;

import org.privatemean.annotation.Internal;

/** The two clipped means of the paper. */
@Internal
public enum Method {
  /** The clipped mean, sections 3.1 and 3.2: error set by the longest rows. */
  CLIPPED("clipped"),
  /** The shifted clipped mean, section 3.3: error set by the spread of the rows. */
  SHIFTED_CLIPPED("shiftedClipped");

  private final String label;

  Method(String label) {
    this.label = label;
  }

  /** The name in parameters and reports. */
  public String label() {
    return label;
  }

  public boolean shifts() {
    return this == SHIFTED_CLIPPED;
  }
}
