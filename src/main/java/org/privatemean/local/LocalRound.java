package org.privatemean.local;

import java.io.Serializable;

/**
 * One round of reports.
 *
 * @param task what users report
 * @param share the share of the users who do
 */
record LocalRound(RoundTask task, double share) implements Serializable {
  /** What the reports of a round are for. */
  enum RoundTask {
    /** Medians of the rotated coordinates: the centre. */
    CENTRE("medians"),
    /** A quantile of the distances to the centre: the clipping norm. */
    NORM("clipping norm"),
    /** The mean of the clipped vectors. */
    MEAN("clipped mean");

    private final String label;

    RoundTask(String label) {
      this.label = label;
    }

    /** The name in charges. */
    String label() {
      return label;
    }
  }
}
