package org.privatemean.bench.accuracy;

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
}
