package org.privatemean.bench.accuracy;

import java.util.function.ToDoubleFunction;

/** The rows of one trial and what answers are measured against. */
final class Sample {
  private final double[][] rows;
  private final double[] truth;
  private final double[] empiricalMean;
  private final ToDoubleFunction<double[]> norm;

  private Sample(double[][] rows, double[] truth, ToDoubleFunction<double[]> norm) {
    this.rows = rows;
    this.empiricalMean = mean(rows);
    this.truth = truth == null ? empiricalMean : truth;
    this.norm = norm;
  }

  /** Rows that are all there is: their own mean is the truth. */
  static Sample ofPopulation(double[][] rows) {
    return new Sample(rows, null, Vectors::norm);
  }

  /** Rows drawn from a law whose mean is the truth. */
  static Sample of(double[][] rows, double[] truth) {
    return new Sample(rows, truth, Vectors::norm);
  }

  /** Rows drawn from a law, with errors measured by another norm than l2. */
  static Sample of(double[][] rows, double[] truth, ToDoubleFunction<double[]> norm) {
    return new Sample(rows, truth, norm);
  }

  /** All contenders read these rows: nobody may change them. */
  double[][] rows() {
    return rows;
  }

  double[] truth() {
    return truth;
  }

  double[] empiricalMean() {
    return empiricalMean;
  }

  double totalError(double[] answer) {
    return norm.applyAsDouble(Vectors.difference(answer, truth));
  }

  double privateError(double[] answer) {
    return norm.applyAsDouble(Vectors.difference(answer, empiricalMean));
  }

  private static double[] mean(double[][] rows) {
    double[] mean = new double[rows[0].length];
    for (double[] row : rows) {
      Vectors.addScaled(mean, 1.0 / rows.length, row);
    }
    return mean;
  }
}
