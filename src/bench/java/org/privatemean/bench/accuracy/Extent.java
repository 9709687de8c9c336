package org.privatemean.bench.accuracy;

import java.util.List;

/**
 * How much of each experiment is run.
 *
 * @param full every point of the axis, or a few for a look in minutes
 * @param trials of each setting; 0 for the default of the extent
 */
record Extent(boolean full, int trials) {
  /** The points of an axis. */
  <T> List<T> choose(List<T> few, List<T> all) {
    return full ? all : few;
  }

  /** Trials of a setting: the paper's 100 where all is run. */
  int ofUsual() {
    return trials > 0 ? trials : full ? 100 : 20;
  }

  /** Trials of a setting whose single trial takes seconds. */
  int ofSlow() {
    return trials > 0 ? trials : full ? 20 : 4;
  }
}
