package org.privatemean.bench.accuracy;

import org.privatemean.request.Bounds;

/**
 * One point of a plot: what all contenders are given.
 *
 * @param panel the plot of the figure that the point is in; empty if there is one only
 * @param x place on the axis, a number or a name
 * @param law where the rows come from
 * @param radius R, a public bound on the norm of the mean
 * @param bounds what ours is told of the rows
 * @param rho the budget
 * @param unit errors are given in this unit
 */
record Setting(
    String panel, String x, Law law, double radius, Bounds bounds, double rho, double unit) {
  /** Of the paper: sigmaMin = 0.1, whatever the data. */
  static final double SIGMA_MIN = 0.1;

  /** A setting of section 3.4: sigmaMax = R / sqrt(d). */
  static Setting statistical(String panel, String x, Law law, double radius, double rho) {
    double sigmaMax = radius / Math.sqrt(law.dimension());
    Bounds bounds = new Bounds.Statistical(radius, SIGMA_MIN, sigmaMax);
    return new Setting(panel, x, law, radius, bounds, rho, 1);
  }

  /** What the paper's settings let R be taken for as a bound on standard deviations. */
  double sigmaMax() {
    return radius / Math.sqrt(law.dimension());
  }
}
