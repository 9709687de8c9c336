package org.privatemean.local.gaussian;

/** What is known of sigma before any report is read. */
public enum Sigma {
  /** Its value. */
  KNOWN,
  /** Two bounds. */
  UNKNOWN
}
