package org.privatemean.request;

import java.util.Arrays;

/**
 * Modes of the first steps, which find the rows: on a random sample or on all rows. The clipping
 * norm and the answer come from all rows either way.
 *
 * @since 0.1.0
 */
public enum Sampling {
  /** Where that saves work and costs next to no accuracy. */
  AUTO("auto"),
  /** All steps work on all rows. */
  NONE("none"),
  /** On a sample, even of few rows; refused where it would be too small. */
  ALWAYS("always");

  private final String label;

  Sampling(String label) {
    this.label = label;
  }

  /** The name in parameters and reports. */
  public String label() {
    return label;
  }

  /**
   * The one of a name in parameters.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Sampling of(String label) {
    return Arrays.stream(values())
        .filter(each -> each.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no sampling is called " + label));
  }
}
