package org.privatemean.bench.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.privatemean.bench.accuracy.Figure.Plot;
import org.privatemean.bench.accuracy.MvcRec.Whiten;
import org.privatemean.bench.report.Numbers;

/** What comes of the choices that the papers leave open. */
final class Sensitivity {
  private static final int ROWS = 4000;
  private static final double RHO = 0.5;

  private final Extent extent;
  private final SampleFiles files;

  Sensitivity(Extent extent, SampleFiles files) {
    this.extent = extent;
    this.files = files;
  }

  List<Figure> figures() {
    return List.of(beta(), deviation(), pixels(), whitening());
  }

  private Figure beta() {
    List<Contender> contenders = new ArrayList<>();
    for (double beta : List.of(0.1, 0.01, 0.001, 0.0001)) {
      contenders.add(Released.shifted(beta));
      contenders.add(Released.clipped(beta));
      for (int steps : List.of(2, 4)) {
        String name = "CoinPress MVMRec t" + steps + ", beta " + Numbers.plain(beta);
        contenders.add(new MvmRec(name, steps, beta, MvmRec.TRUE_DEVIATION));
      }
    }
    return new Figure(
        "sensitivity-beta",
        "Failure probability beta: N(mu, I), n = 4000, d = 128, rho = 0.5, R = 50 sqrt(d)",
        "mean",
        Plot.NONE,
        false,
        contenders,
        Stream.of(0.0, 10.0).map(mu -> spherical(new GaussianLaw(ROWS, 128, mu, 1))).toList(),
        extent.ofUsual());
  }

  private static Setting spherical(Law law) {
    return PaperFigures.named("", law.mean(), law, 50, RHO);
  }

  private Figure deviation() {
    List<Contender> contenders = new ArrayList<>();
    for (int steps : List.of(2, 4, 10)) {
      String name = "CoinPress MVMRec t" + steps + ", told sigma = ";
      contenders.add(new MvmRec(name + "1", steps, MvmRec.BETA, setting -> 1));
      contenders.add(new MvmRec(name + "sqrt(kappa)", steps, MvmRec.BETA, MvmRec.TRUE_DEVIATION));
      contenders.add(new MvmRec(name + "sigmaMax", steps, MvmRec.BETA, Setting::sigmaMax));
    }
    return new Figure(
        "sensitivity-sigma",
        "The deviation that MVMRec is told: N(0, Sigma(kappa)), n = 4000, d = 128, rho = 0.5,"
            + " R = 100 sqrt(d)",
        "kappa",
        Plot.NONE,
        false,
        Lineup.join(Lineup.OURS, contenders),
        Stream.of(1.0, 10.0, 100.0)
            .map(k -> PaperFigures.gaussian("", k, new GaussianLaw(ROWS, 128, 0, k), 100, RHO))
            .toList(),
        extent.ofUsual());
  }

  private Figure pixels() {
    return new Figure(
        "sensitivity-pixels",
        "The range of pixels: MNIST digit 0, pixels in [0, s], rho = 0.5, R = 50 sqrt(d),"
            + " sigma = 1; errors divided by s",
        "s",
        Plot.LOGARITHMIC,
        true,
        Lineup.join(Lineup.OURS, List.of(unitMvmRec(2), unitMvmRec(4), unitMvmRec(10))),
        extent.choose(List.of(1.0, 4.0, 16.0), List.of(1.0, 2.0, 4.0, 8.0, 16.0, 50.0)).stream()
            .map(this::scaledPixels)
            .toList(),
        extent.ofSlow());
  }

  private static MvmRec unitMvmRec(int steps) {
    return new MvmRec("CoinPress MVMRec t" + steps, steps, MvmRec.BETA, setting -> 1);
  }

  private Setting scaledPixels(double scale) {
    Population images = files.images();
    String name = images.covariance() + " times " + Numbers.plain(scale);
    return PaperFigures.image(
        Numbers.plain(scale), scale == 1 ? images : images.scaled(scale, name), scale, RHO);
  }

  private Figure whitening() {
    List<Contender> contenders = new ArrayList<>();
    for (int steps : List.of(1, 3, 5)) {
      contenders.add(whitener(steps, Whiten.LAST_MAP, false));
      contenders.add(whitener(steps, Whiten.COVARIANCE, false));
      contenders.add(whitener(steps, Whiten.LAST_MAP, true));
      contenders.add(
          new MvcRec(
              named(steps, Whiten.LAST_MAP) + ", told sigmaMax",
              steps,
              Setting::sigmaMax,
              Whiten.LAST_MAP,
              false));
    }
    List<Setting> settings = new ArrayList<>();
    for (int d : List.of(16, 64)) {
      for (double kappa : List.of(10.0, 100.0)) {
        Law law = new GaussianLaw(ROWS, d, 0, kappa);
        settings.add(PaperFigures.gaussian("d = " + d, kappa, law, 100, RHO));
      }
    }
    return new Figure(
        "sensitivity-whitening",
        "Whitening: N(0, Sigma(kappa)), n = 4000, rho = 0.5, R = 100 sqrt(d)",
        "kappa",
        Plot.NONE,
        false,
        contenders,
        settings,
        extent.ofUsual());
  }

  private static MvcRec whitener(int steps, Whiten whiten, boolean pairs) {
    String name = named(steps, whiten) + (pairs ? ", of pairs" : "");
    return new MvcRec(name, steps, MvmRec.TRUE_DEVIATION, whiten, pairs);
  }

  private static String named(int steps, Whiten whiten) {
    return String.format(
        "CoinPress MVCRec-MVMRec t%d, %s",
        steps, whiten == Whiten.LAST_MAP ? "last map" : "covariance");
  }
}
