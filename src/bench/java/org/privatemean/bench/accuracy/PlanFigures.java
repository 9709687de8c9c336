package org.privatemean.bench.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.privatemean.bench.ours.Requests;
import org.privatemean.bench.report.Numbers;
import org.privatemean.request.Bounds;

/**
 * PLAN on its own ground: the Gaussian rows A, B and C of its authors, and 0/1 rows.
 *
 * <p>PLAN is told the ranges of coordinates that its authors' experiments give: {@code 25 sqrt(d)}
 * around 0 for A, whose mean is 0, and {@code 50 d} times the root of the largest deviation for B
 * and C, whose means are 10. Ours are told nothing beside rho.
 *
 * @param dimensions of the Gaussian rows
 * @param rows numbers of rows
 * @param budgets rho
 * @param trials of each setting
 */
record PlanFigures(List<Integer> dimensions, List<Integer> rows, List<Double> budgets, int trials) {
  static final List<Integer> DIMENSIONS = List.of(16, 32, 64, 128, 256, 512);
  static final List<Integer> ROWS = List.of(4000, 10_000);
  static final List<Double> BUDGETS = List.of(0.0625, 0.25, 1.0);
  static final String AUTO = "scaling auto";
  static final String STANDARD = "scaling standard";
  static final String NONE = "scaling none";

  private static final List<Double> EVEN = List.of(0.0, 0.25, 1.0);

  List<Figure> figures() {
    return List.of(gaussian(0), gaussian(1), gaussian(2), binary(false), binary(true));
  }

  private Figure gaussian(int alpha) {
    String letter = List.of("A", "B", "C").get(alpha);
    double mu = alpha == 0 ? 0 : 10;
    List<Setting> settings = new ArrayList<>();
    for (int n : rows) {
      for (double rho : budgets) {
        for (int d : dimensions) {
          Law law = new SkewedGaussian(n, d, alpha, mu);
          double reach = alpha == 0 ? 25 * Math.sqrt(d) : 50 * d * Math.sqrt(law.deviation());
          settings.add(setting(panel(n, rho), d, law, reach, rho));
        }
      }
    }
    return new Figure(
        "plan-" + letter.toLowerCase(Locale.ROOT),
        "PLAN's Gaussian " + letter + ": independent coordinates of variance (d/x)^" + alpha,
        contenders(List.of(PlanMean.medians(), PlanMean.asCounted())),
        settings,
        trials);
  }

  private Figure binary(boolean inL1) {
    List<Setting> settings = new ArrayList<>();
    for (int n : rows) {
      for (double rho : budgets) {
        for (double even : EVEN) {
          for (int d : dimensions) {
            Law law = new BinaryLaw(n, d, even, inL1);
            String panel = law.covariance() + ", " + panel(n, rho);
            settings.add(setting(panel, d, law, 1, rho));
          }
        }
      }
    }
    int p = inL1 ? 1 : 2;
    return new Figure(
        inL1 ? "plan-binary-l1" : "plan-binary",
        "PLAN's 0/1 rows, errors in " + (inL1 ? "half of l1" : "l2"),
        contenders(List.of(PlanMean.binary(p), PlanMean.known(p))),
        settings,
        trials);
  }

  /** Rivals first. */
  private static List<Contender> contenders(List<Contender> rivals) {
    List<Contender> contenders = new ArrayList<>(rivals);
    for (String label : List.of("auto", "standard")) {
      if (Requests.scalings().contains(label)) {
        contenders.add(
            new Released("scaling " + label, setting -> Requests.scaled(setting.rho(), label)));
      }
    }
    contenders.add(new Released(NONE, setting -> Requests.plain(setting.rho())));
    return contenders;
  }

  private static String panel(int n, double rho) {
    return "n = " + n + ", rho = " + Numbers.plain(rho);
  }

  /**
   * @param reach M, the largest absolute value of a coordinate that PLAN is told
   */
  private static Setting setting(String panel, int d, Law law, double reach, double rho) {
    double radius = reach * Math.sqrt(d);
    Bounds bounds = new Bounds.Ball(radius, OptionalDouble.empty());
    return new Setting(panel, Integer.toString(d), law, radius, bounds, rho, 1);
  }
}
