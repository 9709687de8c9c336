package org.privatemean.bench.accuracy;

import java.util.Optional;

/** An estimator of the mean, ours or a competitor. */
interface Contender {
  /** The name in tables and plots. */
  String name();

  /**
   * Estimates the mean of the rows.
   *
   * @param sample whose rows are read; only references that are not private read its truth
   * @param setting the public values
   * @param seed of all noise
   */
  double[] estimate(Sample sample, Setting setting, long seed);

  /**
   * Why it cannot work in a setting, from public values: then it is not asked, and has no error.
   */
  default Optional<String> refusal(Setting setting) {
    return Optional.empty();
  }

  /** In how many of a figure's trials it takes part: all, unless they would take too long. */
  default int trials(Setting setting, int ofFigure) {
    return ofFigure;
  }

  /** Whose answers it gives in a setting: its own, unless it chooses among others. */
  default Contender standsFor(Setting setting) {
    return this;
  }
}
