package org.privatemean.release;

import org.privatemean.annotation.Internal;

/** The parties that see the rows of a release as they are. */
@Internal
public enum TrustedParty {
  /** One curator, who answers with noise. */
  CURATOR("central"),
  /** Nobody: each user randomizes their own row. */
  NOBODY("local"),
  /** A shuffler, who forwards the messages of all users in random order. */
  SHUFFLER("shuffle");

  private final String label;

  TrustedParty(String label) {
    this.label = label;
  }

  /** The name of the trust model in parameters and reports. */
  public String label() {
    return label;
  }

  /**
   * The constant of a label.
   *
   * @throws IllegalArgumentException if there is none
   */
  static TrustedParty fromLabel(String label) {
    for (TrustedParty trusted : values()) {
      if (trusted.label.equals(label)) {
        return trusted;
      }
    }
    throw new IllegalArgumentException("there is no trust model of the name " + label);
  }
}
