package org.privatemean.local.gaussian;

/** Prior knowledge of sigma. */
enum Sigma {
  /** Its value. */
  KNOWN,
  /** Two bounds. */
  UNKNOWN
}
