package org.privatemean.bench.accuracy;

import java.util.ArrayList;
import java.util.List;
import org.privatemean.bench.accuracy.Figure.Plot;
import org.privatemean.bench.report.Numbers;

/**
 * Figures 10 to 12 of Huang, Liang and Yi (2021), section 6.2: the local model, N(mu, I), n = 1e5.
 */
final class LocalFigures {
  private static final int USERS = 100_000;
  private static final int DIMENSION = 8;
  private static final double RADIUS = 20;

  /** The part of the range that means are drawn from. */
  private static final double INNER = 0.9;

  private final Extent extent;

  LocalFigures(Extent extent) {
    this.extent = extent;
  }

  Figure figure(int number) {
    return switch (number) {
      case 10 -> figure10();
      case 11 -> figure11();
      case 12 -> figure12();
      default -> throw new IllegalArgumentException("no figure " + number);
    };
  }

  private Figure figure10() {
    List<Setting> settings = new ArrayList<>();
    for (int d : extent.choose(List.of(2, 8, 32, 128), List.of(2, 4, 8, 16, 32, 64, 128, 256))) {
      settings.add(setting(d, d, RADIUS, INNER * RADIUS, 1));
    }
    return figure(10, "epsilon = 1, R = 20 sqrt(d)", "dimension d", settings);
  }

  private Figure figure11() {
    List<Setting> settings = new ArrayList<>();
    List<Double> all = List.of(0.05, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0);
    for (double epsilon : extent.choose(List.of(0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0), all)) {
      settings.add(setting(epsilon, DIMENSION, RADIUS, INNER * RADIUS, epsilon));
    }
    return figure(11, "d = 8, R = 20 sqrt(d)", "budget epsilon", settings);
  }

  private Figure figure12() {
    List<Setting> settings = new ArrayList<>();
    List<Double> all = List.of(10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0);
    for (double radius : extent.choose(List.of(10.0, 20.0, 100.0, 1000.0), all)) {
      settings.add(setting(radius, DIMENSION, radius, INNER * 10, 1));
    }
    return figure(12, "epsilon = 1, d = 8", "R / sqrt(d)", settings);
  }

  private static Setting setting(
      Number x, int dimension, double radius, double reach, double epsilon) {
    Law law = new NormalLaw(USERS, dimension, reach);
    return Setting.local(Numbers.plain(x), law, radius * Math.sqrt(dimension), epsilon);
  }

  private Figure figure(int number, String values, String axis, List<Setting> settings) {
    return new Figure(
        "figure-" + number,
        "Figure " + number + ": local reports, N(mu, I), n = 1e5, " + values,
        axis,
        Plot.LOGARITHMIC,
        false,
        LocalLineup.all(),
        settings,
        extent.ofSlow());
  }
}
