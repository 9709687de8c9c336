package org.privatemean.local;

/**
 * The law of W once more, by other means than the code's: Simpson's rule in the angle asin(w) on
 * the sphere, where the density is cos^(d-2), and in w for the normal law.
 */
public final class CapOracle {

  private static final int PANELS = 100_000;

  private final ReportLaw law;
  private final int dimension;
  private final double whole;

  public CapOracle(ReportLaw law, int dimension) {
    this.law = law;
    this.dimension = dimension;
    this.whole = 2 * integral(0, last(0));
  }

  /** P(W >= gamma), for gamma of at least 0. */
  double tail(double gamma) {
    double from = law == ReportLaw.SPHERE ? Math.asin(gamma) : gamma;
    return integral(from, last(from)) / whole;
  }

  /**
   * The same for a threshold: in closed form where gamma alone would not say how far the pole is.
   */
  double tail(Threshold threshold) {
    if (law == ReportLaw.SPHERE && dimension == 2) {
      return 2 * Math.asin(Math.sqrt(threshold.depth() / 2)) / Math.PI;
    }
    return law == ReportLaw.SPHERE && dimension == 3
        ? threshold.depth() / 2
        : tail(threshold.gamma());
  }

  /** E[W; W >= gamma], by its antiderivative. */
  double partialMean(double gamma) {
    return law == ReportLaw.SPHERE
        ? Math.exp((dimension - 1) / 2.0 * Math.log1p(-gamma * gamma)) / (dimension - 1) / whole
        : density(gamma) / whole;
  }

  /** The mean m of a report at this threshold. */
  public double mean(double gamma, double epsilon) {
    double gain = Math.expm1(epsilon);
    return gain * partialMean(gamma) / (1 + gain * tail(gamma));
  }

  /** The parameters at any threshold, optimal or not. */
  public Threshold at(double gamma, double epsilon) {
    double tail = tail(gamma);
    double miss = (1 - tail) / (1 + Math.expm1(epsilon) * tail);
    return new Threshold(law, dimension, epsilon, gamma, 1 - gamma, tail, Math.log(tail), miss);
  }

  double density(double x) {
    if (law == ReportLaw.GAUSSIAN) {
      return Math.exp(-x * x / 2);
    }
    double sine = Math.sin(x);
    return dimension == 2 ? 1 : Math.exp((dimension - 2) / 2.0 * Math.log1p(-sine * sine));
  }

  /** Where nothing is left: 14 standard deviations on, or the pole. */
  double last(double from) {
    return law == ReportLaw.SPHERE
        ? Math.min(Math.PI / 2, from + 14 / Math.sqrt(dimension))
        : from + 14;
  }

  private double integral(double from, double to) {
    double step = (to - from) / (2 * PANELS);
    double sum = 0;
    for (int i = 2 * PANELS; i >= 0; i--) {
      int weight = i == 0 || i == 2 * PANELS ? 1 : 2 + 2 * (i & 1);
      sum += weight * density(from + i * step);
    }
    return sum * step / 3;
  }

  /** E||report / gamma - v||^2, the same for every unit vector v, before rounding. */
  static double squaredError(Threshold threshold) {
    return threshold.dimension() * threshold.coordinateVariance();
  }
}
