package org.privatemean.local;

import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;

/** Reports decoded one by one, and vectors to make them of. */
public final class Reports {

  private Reports() {}

  public static BitSource stream(long seed) {
    return NoiseKey.fromSeed(seed).substream(0, 0, 0);
  }

  /** The estimate that one report is. */
  static double[] decoded(PrivUnitReport report, PrivUnitParameters parameters, double unit) {
    double[] estimate = new double[parameters.dimension()];
    for (int j = 0; j < estimate.length; j++) {
      estimate[j] = report.coordinate(j) * unit;
    }
    return estimate;
  }

  /** What one step of the grid stands for. */
  static double unit(PrivUnitParameters parameters) {
    Threshold threshold = parameters.threshold();
    double step = ReportGrid.create(threshold, parameters.dimension()).step();
    return parameters.bound() * step / threshold.gamma();
  }

  /** A vector of this norm with unequal coordinates of both signs. */
  public static double[] vector(int dimension, double norm) {
    double[] vector = new double[dimension];
    double squares = 0;
    for (int j = 0; j < dimension; j++) {
      vector[j] = (j % 3 - 0.8) * (1 + j % 5);
      squares += vector[j] * vector[j];
    }
    for (int j = 0; j < dimension; j++) {
      vector[j] *= norm / Math.sqrt(squares);
    }
    return vector;
  }

  public static double squaredDistance(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += (a[j] - b[j]) * (a[j] - b[j]);
    }
    return sum;
  }
}
