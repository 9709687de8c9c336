package org.privatemean.shuffle;

/** The meaning of a message of a threshold. */
enum ThresholdSide {
  /** The value is at most the middle. */
  UP_TO,
  /** The value is above the middle. */
  ABOVE
}
