package org.privatemean.shuffle.range.search;

/** What a message of a threshold says. */
public enum ThresholdSide {
  /** The value is at most the middle. */
  UP_TO,
  /** The value is above the middle. */
  ABOVE
}
