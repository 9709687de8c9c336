package org.privatemean.request;

import org.privatemean.annotation.Internal;

/** The two clipped means of the paper. */
@Internal
public enum Method {
  /** The clipped mean, sections 3.1 and 3.2. The longest rows determine the error. */
  CLIPPED("clipped"),
  /** The shifted clipped mean, section 3.3. The spread of the rows determines the error. */
  SHIFTED_CLIPPED("shiftedClipped");

  private final String label;

  Method(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  public boolean shifts() {
    return this == SHIFTED_CLIPPED;
  }
}
