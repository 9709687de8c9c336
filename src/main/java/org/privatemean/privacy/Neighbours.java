package org.privatemean.privacy;

/**
 * Which pairs of data sets a guarantee holds for, by name; what that makes of sensitivities is said
 * by {@link PrivacyUnit}.
 *
 * @since 0.1.0
 */
public enum Neighbours {
  /** One row is replaced by another: the number of rows n is public. */
  REPLACE("replace"),
  /** One row is added or removed: n is private. */
  ADD_REMOVE("addRemove");

  private final String label;

  Neighbours(String label) {
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
  public static Neighbours of(String label) {
    for (Neighbours neighbours : values()) {
      if (neighbours.label.equals(label)) {
        return neighbours;
      }
    }
    throw new IllegalArgumentException(
        "neighbours must be replace or addRemove. Provided value: " + label);
  }
}
