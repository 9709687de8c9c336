package org.privatemean.bench.fit;

/** The power of x that y grows with, by least squares of the logarithms. */
final class PowerLaw {
  private PowerLaw() {}

  /**
   * The exponent.
   *
   * @param x at least two different positive numbers
   * @param y as many positive numbers
   */
  static double exponent(double[] x, double[] y) {
    double meanX = meanLog(x);
    double meanY = meanLog(y);
    double covariance = 0;
    double variance = 0;
    for (int k = 0; k < x.length; k++) {
      double deviation = Math.log(x[k]) - meanX;
      covariance += deviation * (Math.log(y[k]) - meanY);
      variance += deviation * deviation;
    }
    return covariance / variance;
  }

  private static double meanLog(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += Math.log(value);
    }
    return sum / values.length;
  }
}
