package org.privatemean.bench.fit;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The timings of an axis.
 *
 * @param axis what grows
 * @param timings of each of its points, those of a point in the order of its contenders
 */
record Growth(Axis axis, List<List<Timing>> timings) {
  /** Points that the exponent of an end is fitted on, at least. */
  private static final int FEWEST = 3;

  /** Those that have a line. */
  List<Contender> contenders() {
    return axis.points().get(0).contenders();
  }

  double[] x() {
    return axis.points().stream().mapToDouble(Axis.Point::x).toArray();
  }

  /** One number of a contender at every point. */
  double[] line(int contender, ToDoubleFunction<Timing> number) {
    return timings.stream().map(point -> point.get(contender)).mapToDouble(number).toArray();
  }

  /** The exponent of a contender's CPU time over all points. */
  double exponent(int contender) {
    return PowerLaw.exponent(x(), line(contender, timing -> timing.cpu().median()));
  }

  /** The same over the upper half of the points alone, where fixed costs weigh least. */
  double upperExponent(int contender) {
    double[] x = x();
    double[] y = line(contender, timing -> timing.cpu().median());
    int from = upperFrom();
    return PowerLaw.exponent(
        Arrays.copyOfRange(x, from, x.length), Arrays.copyOfRange(y, from, y.length));
  }

  /** Where the upper half begins. */
  int upperFrom() {
    int points = axis.points().size();
    return Math.max(0, points - Math.max(FEWEST, (points + 1) / 2));
  }
}
