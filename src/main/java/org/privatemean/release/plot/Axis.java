package org.privatemean.release.plot;

import java.util.ArrayList;
import java.util.List;
import org.privatemean.numeric.NumberFormat;

/** A linear axis, which maps values to pixels. */
final class Axis {
  /** Values whose relative difference is smaller are drawn as one. */
  private static final double RESOLUTION = 1e-9;

  private static final double MIN_SPAN = 1e-290;

  /** Margin beyond the outermost values, as a share of the span. */
  private static final double MARGIN = 0.06;

  /**
   * Digits of a tick's label: enough to distinguish it from the next one on any axis of {@link
   * #RESOLUTION}.
   */
  private static final int DIGITS = 12;

  private final double low;
  private final double high;
  private final double from;
  private final double to;

  private Axis(double low, double high, double from, double to) {
    this.low = low;
    this.high = high;
    this.from = from;
    this.to = to;
  }

  /** A tick mark of the axis. */
  record Tick(double position, String text) {
    /** The ink of the line that is drawn from it. */
    Ink ink() {
      return text.equals("0") ? Ink.ZERO : Ink.GRID;
    }
  }

  /**
   * Returns an axis that contains some values; values that are not finite are left out. It contains
   * zero if zero is nearer to the values than the width of their range.
   *
   * @param drawn the values, in any number of arrays
   * @param from pixel of the low end
   * @param to pixel of the high end
   */
  static Axis fit(List<double[]> drawn, double from, double to) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double[] values : drawn) {
      for (double value : values) {
        if (Double.isFinite(value)) {
          low = Math.min(low, value);
          high = Math.max(high, value);
        }
      }
    }
    return low > high ? fitWithin(-1, 1, from, to) : widen(low, high, from, to);
  }

  private static Axis widen(double low, double high, double from, double to) {
    double size = Math.max(Math.abs(low), Math.abs(high));
    if (high / 2 - low / 2 <= Math.max(size * RESOLUTION, MIN_SPAN)) {
      double room = size <= MIN_SPAN ? 1 : size / 10;
      return fitWithin(low - room, high + room, from, to);
    }
    double start = low > 0 && low <= high - low ? 0 : low;
    double end = high < 0 && -high <= high - low ? 0 : high;
    double room = MARGIN * (end / 2 - start / 2) * 2;
    return fitWithin(start == 0 ? 0 : start - room, end == 0 ? 0 : end + room, from, to);
  }

  /** Returns an axis with finite ends, also for values next to the largest double. */
  private static Axis fitWithin(double low, double high, double from, double to) {
    return new Axis(Math.max(low, -Double.MAX_VALUE), Math.min(high, Double.MAX_VALUE), from, to);
  }

  /** The pixel of a value; for a value beyond the axis, the pixel of the axis end. */
  double toPixels(double value) {
    double inside = Math.min(high, Math.max(low, value));
    // In halves: the span of the largest doubles is not finite.
    double share = (inside / 2 - low / 2) / (high / 2 - low / 2);
    return from + share * (to - from);
  }

  /**
   * Returns ticks at round values.
   *
   * @param about approximate number of ticks, at least 1
   */
  List<Tick> ticks(int about) {
    double step = step((high / 2 - low / 2) / about * 2);
    List<Tick> ticks = new ArrayList<>();
    for (double k = Math.ceil(low / step); k * step <= high; k++) {
      double value = k * step;
      ticks.add(new Tick(toPixels(value), NumberFormat.number(value, DIGITS)));
    }
    return ticks;
  }

  /** The smallest of 1, 2, 5, 10, ... times a power of ten that is not below a number. */
  private static double step(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (int times : new int[] {1, 2, 5}) {
      if (times * power >= least) {
        return times * power;
      }
    }
    return 10 * power;
  }
}
