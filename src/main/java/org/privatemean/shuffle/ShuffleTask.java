package org.privatemean.shuffle;

/** The purpose of the messages of a round. */
enum ShuffleTask {
  /** One count per rotated coordinate: the medians, which are the centre. */
  MEDIANS("medians"),
  /** One count: a quantile of the distances to the centre, which is the clipping norm. */
  NORM("clipping norm"),
  SUM("clipped sum");

  private final String label;

  ShuffleTask(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
