package org.privatemean.local;

import java.io.Serializable;
import org.privatemean.query.QuantileSearch.Universe;

/** The public cells of the search for medians, of {@code width} integers from -range on. */
record MedianGrid(long range, long width, long cells) implements Serializable {

  static MedianGrid covering(long range, long width) {
    return new MedianGrid(range, width, Math.max(2, (2 * range + width) / width));
  }

  Universe universe() {
    return new Universe(0, cells - 1);
  }

  int levels() {
    return universe().levels();
  }

  long cell(long coordinate) {
    return Math.max(0, Math.min(cells - 1, Math.floorDiv(coordinate + range, width)));
  }

  long middle(long cell) {
    return cell * width + (width - 1) / 2 - range;
  }

  MedianGrid coarser() {
    return covering(range, 2 * width);
  }
}
