package org.privatemean.local.gaussian;

/** Prior knowledge of sigma. */
enum Sigma {
  /** Its value is known. */
  KNOWN,
  /** Two bounds are known. */
  UNKNOWN
}
