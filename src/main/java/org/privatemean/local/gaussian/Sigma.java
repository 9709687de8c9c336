package org.privatemean.local.gaussian;

/** Prior knowledge of sigma. */
public enum Sigma {
  /** Its value. */
  KNOWN,
  /** Two bounds. */
  UNKNOWN
}
