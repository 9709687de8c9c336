package org.privatemean.bench.accuracy;

import java.util.Optional;

/**
 * What one contender reached in one setting.
 *
 * @param figure the experiment
 * @param setting the point
 * @param contender the estimator
 * @param total errors against the true mean; the empirical mean where there is no other
 * @param own private errors: against the empirical mean
 */
record Result(Figure figure, Setting setting, Contender contender, Summary total, Summary own) {
  /** Why there are none. */
  Optional<String> refusal() {
    return contender.refusal(setting);
  }

  /**
   * The errors whose failures are counted: the private ones, which sampling does not hide; of the
   * non-private mean, which has none, the total ones.
   */
  Summary failures() {
    return own.largest() > 0 ? own : total;
  }
}
