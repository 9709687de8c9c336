package org.privatemean.release;

import org.privatemean.annotation.Internal;

/** The party that saw the rows of a release as they are. */
@Internal
public enum TrustedParty {
  /** One curator: the party that holds the rows and adds noise to its answers. */
  CURATOR("central"),
  /** No party: each user randomizes their own row. */
  NOBODY("local"),
  /** A shuffler, which forwards the messages of all users in random order. */
  SHUFFLER("shuffle");

  private final String label;

  TrustedParty(String label) {
    this.label = label;
  }

  /** The name of the trust model in parameters and reports. */
  public String label() {
    return label;
  }

  static TrustedParty fromLabel(String label) {
    return Values.constant(values(), TrustedParty::label, label);
  }
}
