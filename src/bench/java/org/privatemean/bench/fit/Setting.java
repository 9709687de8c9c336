package org.privatemean.bench.fit;

import java.io.Serializable;

/**
 * What is fitted.
 *
 * @param rows number of rows, at least 1
 * @param dimension number of coordinates of a row, at least 1
 * @param source where Spark has them from
 * @param data the law of the rows
 * @param partitions that the rows are generated, cached or written in, at least 1
 * @param seed of the rows
 */
record Setting(long rows, int dimension, Source source, Data data, int partitions, long seed)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Partitions unless an option says else. */
  static final int PARTITIONS = 8;

  /** A few words that name it, fit for a file. */
  String id() {
    return String.format("%dx%d-%s-%s", rows, dimension, source, data);
  }
}
