package org.privatemean.release.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.privatemean.numeric.NumberFormat;

/** Linear axis, which maps the values from low to high to pixels. */
record Axis(double low, double high, double from, double to) {
  /** Values whose relative difference is smaller are drawn as one. */
  private static final double RESOLUTION = 1e-9;

  private static final double MIN_SPAN = 1e-290;

  /** Margin beyond the outermost values, as a share of the span. */
  private static final double MARGIN = 0.06;

  /** Digits of a tick's label: enough to distinguish neighbours at {@link #RESOLUTION}. */
  private static final int DIGITS = 12;

  record Tick(double position, String text) {
    Ink ink() {
      return text.equals("0") ? Ink.ZERO : Ink.GRID;
    }
  }

  /** Returns an axis of the finite values, and of zero if it is nearer than their range is wide. */
  static Axis fit(List<double[]> drawn, double from, double to) {
    double[] finite =
        drawn.stream().flatMapToDouble(Arrays::stream).filter(Double::isFinite).toArray();
    return finite.length == 0
        ? fitWithin(-1, 1, from, to)
        : widen(
            Arrays.stream(finite).min().getAsDouble(),
            Arrays.stream(finite).max().getAsDouble(),
            from,
            to);
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

  /** Returns the pixel of a value; of the axis end, for a value beyond it. */
  double toPixels(double value) {
    double inside = Math.min(high, Math.max(low, value));
    // In halves: the span of the largest doubles is not finite.
    double share = (inside / 2 - low / 2) / (high / 2 - low / 2);
    return from + share * (to - from);
  }

  /** Returns about a number of ticks, at round values. */
  List<Tick> ticks(int about) {
    double step = step((high / 2 - low / 2) / about * 2);
    List<Tick> ticks = new ArrayList<>();
    for (double k = Math.ceil(low / step); k * step <= high; k++) {
      double value = k * step;
      ticks.add(new Tick(toPixels(value), NumberFormat.number(value, DIGITS)));
    }
    return ticks;
  }

  /** Returns the smallest of 1, 2, 5, 10, ... times a power of ten that is not below a number. */
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
