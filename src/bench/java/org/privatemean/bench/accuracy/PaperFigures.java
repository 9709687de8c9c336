package org.privatemean.bench.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.privatemean.bench.accuracy.Figure.Plot;
import org.privatemean.bench.report.Numbers;
import org.privatemean.request.Bounds;

/**
 * Figures 1 to 9 of Huang, Liang and Yi (2021), settings as in their captions; what the captions
 * leave open is said in {@code experiments.md}.
 */
final class PaperFigures {
  private static final int ROWS = 4000;
  private static final double RHO = 0.5;
  private static final String DIMENSION = "dimension d";
  private static final String BUDGET = "budget rho";

  private final Extent extent;
  private final SampleFiles files;

  PaperFigures(Extent extent, SampleFiles files) {
    this.extent = extent;
    this.files = files;
  }

  Figure figure(int number) {
    return switch (number) {
      case 1 -> figure1();
      case 2 -> figure2();
      case 3 -> figure3();
      case 4 -> figure4();
      case 5 -> figure5();
      case 6 -> figure6();
      case 7 -> figure7();
      case 8 -> figure8();
      case 9 -> figure9();
      default -> throw new IllegalArgumentException("no figure " + number);
    };
  }

  private Figure figure1() {
    List<Setting> settings = new ArrayList<>();
    for (double mu : List.of(0.0, 10.0)) {
      for (int d : dimensions()) {
        Law law = new GaussianLaw(ROWS, d, mu, 1);
        settings.add(gaussian("mu = " + law.mean(), d, law, 50, RHO));
      }
    }
    return statistical(
        1, "N(mu, I), n = 4000, rho = 0.5, R = 50 sqrt(d)", DIMENSION, Lineup.all(), settings);
  }

  private Figure figure2() {
    List<Setting> settings = new ArrayList<>();
    for (double mu : List.of(0.0, 10.0)) {
      Law law = new GaussianLaw(ROWS, 128, mu, 1);
      for (double rho : budgets()) {
        settings.add(gaussian("mu = " + law.mean(), rho, law, 50, rho));
      }
    }
    return statistical(
        2, "N(mu, I), n = 4000, d = 128, R = 50 sqrt(d)", BUDGET, Lineup.all(), settings);
  }

  private Figure figure3() {
    List<Setting> settings = new ArrayList<>();
    for (double kappa : List.of(10.0, 100.0)) {
      for (int d : dimensions()) {
        settings.add(gaussian(kappa(kappa), d, new GaussianLaw(ROWS, d, 0, kappa), 100, RHO));
      }
    }
    return statistical(
        3,
        "N(0, Sigma(kappa)), n = 4000, rho = 0.5, R = 100 sqrt(d)",
        DIMENSION,
        Lineup.all(),
        settings);
  }

  private Figure figure4() {
    return statistical(
        4,
        "N(0, Sigma(kappa)), n = 4000, rho = 0.5, R = 100 sqrt(d), against whitening",
        DIMENSION,
        whiteners(),
        whitened(false));
  }

  private Figure figure5() {
    return statistical(
        5,
        "Mahalanobis error for N(0, Sigma(kappa)), n = 4000, rho = 0.5, R = 100 sqrt(d)",
        DIMENSION,
        whiteners(),
        whitened(true));
  }

  private List<Setting> whitened(boolean mahalanobis) {
    List<Setting> settings = new ArrayList<>();
    for (double kappa : extent.choose(List.of(10.0), List.of(10.0, 100.0))) {
      for (int d : extent.choose(List.of(16, 64, 128), List.of(16, 32, 64, 128, 256, 512))) {
        GaussianLaw law = new GaussianLaw(ROWS, d, 0, kappa);
        Law measured = mahalanobis ? law.inMahalanobisNorm() : law;
        settings.add(gaussian(kappa(kappa), d, measured, 100, RHO));
      }
    }
    return settings;
  }

  private static List<Contender> whiteners() {
    return Lineup.join(
        List.of(new NonPrivateMean()),
        Lineup.OURS,
        List.of(MvmRec.of(10)),
        IntStream.rangeClosed(1, 5).mapToObj(MvcRec::of).toList());
  }

  private Figure figure6() {
    List<Setting> settings = new ArrayList<>();
    for (double mu : extent.choose(List.of(10.0), List.of(0.0, 10.0))) {
      Law law = new GaussianLaw(ROWS, 128, mu, 10);
      for (double r :
          extent.choose(List.of(1e1, 1e3, 1e6), List.of(1e1, 1e2, 1e3, 1e4, 1e5, 1e6))) {
        settings.add(gaussian("mu = " + law.mean(), r, law, r, RHO));
      }
    }
    return statistical(
        6, "N(mu, Sigma(10)), n = 4000, rho = 0.5, d = 128", "R / sqrt(d)", Lineup.all(), settings);
  }

  private Figure figure7() {
    return population(
        7,
        "MNIST digit 0, pixels in [0, 1], d = 784, R = 50 sqrt(d)",
        BUDGET,
        Lineup.join(Lineup.OURS, Lineup.mvmRec()),
        budgets().stream().map(rho -> image(Numbers.plain(rho), files.images(), 1, rho)).toList(),
        extent.ofSlow());
  }

  private Figure figure8() {
    return population(
        8,
        "MNIST digit 0, pixels in [0, 1], d = 784, R = 50 sqrt(d), against whitening",
        BUDGET,
        Lineup.join(
            Lineup.OURS,
            extent.choose(List.of(2), List.of(1, 2, 3, 4, 5)).stream()
                .map(MvcRec::ofPairs)
                .toList()),
        extent.choose(List.of(0.1, 0.5), List.of(0.1, 0.5, 1.0)).stream()
            .map(rho -> image(Numbers.plain(rho), files.images(), 1, rho))
            .toList(),
        extent.ofSlow());
  }

  private Figure figure9() {
    List<Setting> settings = new ArrayList<>();
    int n = 500;
    for (int d : extent.choose(List.of(2, 8, 32, 128), List.of(1, 2, 4, 8, 16, 32, 64, 128, 256))) {
      double root = Math.sqrt(d);
      Law law = Population.multiplesOfOnes(n, d);
      Bounds bounds = new Bounds.Ball(n * root, OptionalDouble.of(root));
      settings.add(new Setting("", Integer.toString(d), law, n * root, bounds, RHO, 1));
    }
    List<Contender> clips =
        List.of(
            new QuantileClip(0.5),
            new QuantileClip(0.75),
            new QuantileClip(0.9),
            new QuantileClip(0.95),
            QuantileClip.bestRank());
    return population(
        9,
        "rows i*ones for i = 1 to n, n = 500, rho = 0.5",
        DIMENSION,
        Lineup.join(Lineup.OURS, clips),
        settings,
        extent.ofUsual());
  }

  private List<Integer> dimensions() {
    return extent.choose(List.of(16, 64, 128, 256), List.of(16, 32, 64, 128, 256, 512, 1024));
  }

  private List<Double> budgets() {
    return extent.choose(List.of(0.1, 0.5, 1.0), List.of(0.1, 0.2, 0.3, 0.5, 0.7, 1.0));
  }

  private static String kappa(double kappa) {
    return String.format(Locale.ROOT, "kappa = %.0f", kappa);
  }

  /** A setting with R given as a multiple of sqrt(d). */
  static Setting gaussian(String panel, Number x, Law law, double radius, double rho) {
    return named(panel, Numbers.plain(x), law, radius, rho);
  }

  /** The same at a place of the axis that has a name. */
  static Setting named(String panel, String x, Law law, double radius, double rho) {
    return Setting.statistical(panel, x, law, radius * Math.sqrt(law.dimension()), rho);
  }

  /** Pixels quantised to 1024 levels of their range [0, scale]; errors in units of that range. */
  static Setting image(String x, Population images, double scale, double rho) {
    double root = Math.sqrt(images.dimension());
    double radius = 50 * root;
    Bounds bounds = new Bounds.Ball(radius, OptionalDouble.of(scale * root * 0x1p-10));
    return new Setting("", x, images, radius, bounds, rho, scale);
  }

  private Figure statistical(
      int number, String title, String axis, List<Contender> contenders, List<Setting> settings) {
    return new Figure(
        "figure-" + number,
        "Figure " + number + ": " + title,
        axis,
        Plot.LOGARITHMIC,
        false,
        contenders,
        settings,
        extent.ofUsual());
  }

  private static Figure population(
      int number,
      String title,
      String axis,
      List<Contender> contenders,
      List<Setting> settings,
      int trials) {
    return new Figure(
        "figure-" + number,
        "Figure " + number + ": " + title,
        axis,
        Plot.LOGARITHMIC,
        true,
        contenders,
        settings,
        trials);
  }
}
