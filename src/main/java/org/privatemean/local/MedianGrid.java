package org.privatemean.local;

import java.io.Serializable;
import org.privatemean.query.Universe;

/**
 * The public cells that medians of rotated coordinates are searched on.
 *
 * @param range the search covers the integers from -range on
 * @param width integers a cell
 * @param cells number of cells, at least 2
 */
record MedianGrid(long range, long width, long cells) implements Serializable {

  /** The shortest grid of cells of a width that covers {@code [-range, range]}. */
  static MedianGrid covering(long range, long width) {
    return new MedianGrid(range, width, Math.max(2, (2 * range + width) / width));
  }

  Universe universe() {
    return new Universe(0, cells - 1);
  }

  int levels() {
    return universe().levels();
  }

  /** The cell of a coordinate; the nearest end for one outside the range. */
  long cell(long coordinate) {
    return Math.max(0, Math.min(cells - 1, Math.floorDiv(coordinate + range, width)));
  }

  /** The middle of a cell. */
  long middle(long cell) {
    return cell * width + (width - 1) / 2 - range;
  }

  MedianGrid coarser() {
    return covering(range, 2 * width);
  }
}
