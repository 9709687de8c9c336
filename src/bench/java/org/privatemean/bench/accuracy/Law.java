package org.privatemean.bench.accuracy;

import java.util.SplittableRandom;

/** Where the rows of a trial come from. */
interface Law {
  /** Number of rows of each sample. */
  int rows();

  /** Number of coordinates. */
  int dimension();

  /** The mean, as tables show it. */
  String mean();

  /** The covariance or what else the rows are, as tables show it. */
  String covariance();

  /**
   * The largest standard deviation in any direction: what CoinPress has to be told. Ours are not.
   */
  double deviation();

  /** One sample. */
  Sample draw(SplittableRandom random);
}
