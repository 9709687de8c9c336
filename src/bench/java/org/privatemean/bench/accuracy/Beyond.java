package org.privatemean.bench.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.privatemean.bench.accuracy.Figure.Plot;
import org.privatemean.request.Bounds;

/** Data that the paper does not try. */
final class Beyond {
  private static final int ROWS = 4000;
  private static final double RHO = 0.5;

  /** R is this multiple of sqrt(d) unless said otherwise. */
  private static final double RADIUS = 50;

  private final Extent extent;
  private final SampleFiles files;

  Beyond(Extent extent, SampleFiles files) {
    this.extent = extent;
    this.files = files;
  }

  List<Figure> figures() {
    return List.of(
        heavyTails(), clusters(), unevenScales(), smallSamples(), largeOffset(), diamonds());
  }

  private Figure heavyTails() {
    List<Setting> settings = new ArrayList<>();
    for (int d : dimensions()) {
      for (ProductLaw law :
          List.of(
              ProductLaw.exponential(ROWS, d),
              ProductLaw.lognormal(ROWS, d),
              ProductLaw.t3(ROWS, d))) {
        settings.add(PaperFigures.named("d = " + d, law.covariance(), law, RADIUS, RHO));
      }
    }
    return named(
        "beyond-heavy-tails",
        "Heavy tails: independent coordinates, n = 4000, rho = 0.5",
        settings);
  }

  private Figure clusters() {
    List<Setting> settings = new ArrayList<>();
    for (int d : dimensions()) {
      String panel = "d = " + d;
      settings.add(cluster(panel, "1.5 % far away", new ClusterLaw(ROWS, d, 0, 40, 0.015)));
      settings.add(cluster(panel, "5 % far away", new ClusterLaw(ROWS, d, 0, 40, 0.05)));
      settings.add(cluster(panel, "two halves", new ClusterLaw(ROWS, d, -40, 40, 0.5)));
    }
    return named(
        "beyond-clusters",
        "Clusters: N(0, I) and a share of the rows around 40*ones; halves around -40 and"
            + " 40*ones; n = 4000, rho = 0.5",
        settings);
  }

  private static Setting cluster(String panel, String x, Law law) {
    return PaperFigures.named(panel, x, law, RADIUS, RHO);
  }

  private Figure unevenScales() {
    List<Setting> settings = new ArrayList<>();
    for (int d : dimensions()) {
      for (ProductLaw law :
          List.of(
              ProductLaw.zipf(ROWS, d, 1),
              ProductLaw.zipf(ROWS, d, 2),
              ProductLaw.sparseBinary(ROWS, d, 0.01))) {
        settings.add(PaperFigures.named("d = " + d, law.covariance(), law, RADIUS, RHO));
      }
    }
    return named(
        "beyond-uneven", "Zipf variances and sparse binary rows, n = 4000, rho = 0.5", settings);
  }

  private Figure smallSamples() {
    List<Setting> settings = new ArrayList<>();
    for (int n : extent.choose(List.of(200, 500, 1000), List.of(200, 300, 500, 700, 1000))) {
      settings.add(PaperFigures.gaussian("", n, new GaussianLaw(n, 16, 10, 1), RADIUS, RHO));
    }
    return new Figure(
        "beyond-small-n",
        "Small n: N(10*ones, I), d = 16, rho = 0.5, R = 50 sqrt(d)",
        "rows n",
        Plot.LOGARITHMIC,
        false,
        Lineup.all(),
        settings,
        extent.ofUsual());
  }

  private Figure largeOffset() {
    List<Setting> settings = new ArrayList<>();
    for (double mu : extent.choose(List.of(1e2, 1e4, 1e6), List.of(1e2, 1e3, 1e4, 1e5, 1e6))) {
      settings.add(PaperFigures.gaussian("", mu, new GaussianLaw(ROWS, 64, mu, 1), 2 * mu, RHO));
    }
    return new Figure(
        "beyond-offset",
        "Far from the origin: N(mu*ones, I), n = 4000, d = 64, rho = 0.5, R = 2 mu sqrt(d)",
        "mu",
        Plot.LOGARITHMIC,
        false,
        Lineup.all(),
        settings,
        extent.ofUsual());
  }

  /** In their own units the price is all; as shares of the documented ranges all columns count. */
  private Figure diamonds() {
    List<Setting> settings =
        List.of(
            tabular("own units", files.diamonds(), 20000, 1),
            tabular("shares of documented ranges", files.diamondShares(), Math.sqrt(7), 1));
    return new Figure(
        "beyond-diamonds",
        "The tabular sample: diamonds, n = 53940, d = 7, rho = 0.01",
        "columns in",
        Plot.NONE,
        true,
        Lineup.join(List.of(new Oracle(), new GaussianMechanism()), Lineup.OURS, Lineup.mvmRec()),
        settings,
        extent.ofUsual());
  }

  private static Setting tabular(String x, Law law, double bound, double unit) {
    return new Setting(
        "", x, law, bound, new Bounds.Ball(bound, OptionalDouble.empty()), 0.01, unit);
  }

  private List<Integer> dimensions() {
    return extent.choose(List.of(32), List.of(16, 128));
  }

  private Figure named(String id, String title, List<Setting> settings) {
    return new Figure(
        id, title, "rows", Plot.NONE, false, Lineup.all(), settings, extent.ofUsual());
  }
}
