package org.privatemean.privacy;

/**
 * The relation between neighbouring data sets for which a guarantee holds. {@link PrivacyUnit}
 * states the resulting sensitivities.
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

  /** Returns the name in parameters and reports. */
  public String label() {
    return label;
  }

  /**
   * Returns the relation with the given name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Neighbours of(String label) {
    String refusal = "neighbours must be replace or addRemove. Provided value: " + label;
    return Checks.constant(values(), Neighbours::label, label, refusal);
  }
}
