package org.privatemean.request;

import java.util.Locale;
import org.privatemean.privacy.Checks;

/**
 * Modes of the first steps, which locate the rows: on a random sample or on all rows. The clipping
 * norm and the mean use all rows in either mode.
 *
 * @since 0.1.0
 */
public enum Sampling {
  /** Sample if that saves work and costs almost no accuracy. */
  AUTO,
  /** Use all rows in every step. */
  NONE,
  /** Sample even few rows. Refused if the sample would be too small. */
  ALWAYS;

  /** Returns the name in parameters and reports. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the mode with the given name in parameters.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Sampling of(String label) {
    return Checks.constant(values(), Sampling::label, label, "no sampling is called " + label);
  }
}
