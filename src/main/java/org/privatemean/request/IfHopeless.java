package org.privatemean.request;

/** What becomes of a plan that cannot work, as public values say before anything is spent. */
public enum IfHopeless {
  /** It is refused, with what would do. */
  REFUSE,
  /** It is made, and warns. */
  WARN
}
