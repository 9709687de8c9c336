package org.privatemean.bench.accuracy;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Rows that stay the same in all trials; errors are measured against their own mean. */
final class Population implements Law {
  private final Sample sample;
  private final String name;
  private final double deviation;

  /**
   * @param deviation largest standard deviation in any direction
   */
  Population(double[][] rows, String name, double deviation) {
    this.sample = Sample.ofPopulation(rows);
    this.name = name;
    this.deviation = deviation;
  }

  /** Figure 9: the vectors i 1, for i from 1 to n. */
  static Population multiplesOfOnes(int rows, int dimension) {
    double[][] data =
        IntStream.rangeClosed(1, rows)
            .mapToObj(i -> Vectors.filled(dimension, i))
            .toArray(double[][]::new);
    double deviation = Math.sqrt(dimension * ((double) rows * rows - 1) / 12);
    return new Population(data, "{i*ones}", deviation);
  }

  /** The same rows times a factor. */
  Population scaled(double factor, String newName) {
    double[][] data = new double[rows()][];
    for (int i = 0; i < data.length; i++) {
      data[i] = new double[dimension()];
      Vectors.addScaled(data[i], factor, sample.rows()[i]);
    }
    return new Population(data, newName, factor * deviation);
  }

  @Override
  public int rows() {
    return sample.rows().length;
  }

  @Override
  public int dimension() {
    return sample.rows()[0].length;
  }

  @Override
  public String mean() {
    return "";
  }

  @Override
  public String covariance() {
    return name;
  }

  @Override
  public double deviation() {
    return deviation;
  }

  @Override
  public Sample draw(SplittableRandom random) {
    return sample;
  }
}
