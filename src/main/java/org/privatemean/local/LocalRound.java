package org.privatemean.local;

import java.io.Serializable;

/** One round of reports, from a share of the users. */
record LocalRound(RoundTask task, double share) implements Serializable {
  enum RoundTask {
    CENTRE("medians"),
    /** A quantile of the distances to the centre: the clipping norm. */
    NORM("clipping norm"),
    MEAN("clipped mean");

    private final String label;

    RoundTask(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }
}
