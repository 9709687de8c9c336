package org.privatemean.shuffle.range.search;

/** The meanings of a message of a threshold. */
public enum ThresholdSide {
  /** The value is at most the middle. */
  UP_TO,
  /** The value is above the middle. */
  ABOVE
}
