package org.privatemean.bench.fit;

import java.util.Arrays;

/**
 * What one contender took, once a round.
 *
 * @param contender who
 * @param cpu milliseconds of the whole process on all its cores, the collector and compiler
 *     included
 * @param wall milliseconds on the clock
 * @param heldBytes of the blocks that it persisted meanwhile
 */
record Timing(Contender contender, Sorted cpu, Sorted wall, long heldBytes) {
  /** At least one number, in order. */
  static final class Sorted {
    private final double[] values;

    private Sorted(double[] values) {
      this.values = values;
    }

    static Sorted of(double... values) {
      if (values.length == 0) {
        throw new IllegalArgumentException("there must be at least one value");
      }
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      return new Sorted(sorted);
    }

    int count() {
      return values.length;
    }

    double min() {
      return values[0];
    }

    double median() {
      return (values[(values.length - 1) / 2] + values[values.length / 2]) / 2;
    }

    double max() {
      return values[values.length - 1];
    }
  }
}
