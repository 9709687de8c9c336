package org.privatemean.bench.accuracy;

import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;

/** Rows of independent coordinates: coordinate j is scale(j) times a draw of one distribution. */
final class ProductLaw implements Law {
  private final int rows;
  private final int dimension;
  private final String name;
  private final ToDoubleFunction<SplittableRandom> draw;
  private final double mean;
  private final double deviation;
  private final IntToDoubleFunction scale;

  /**
   * The law whose coordinates all have one distribution.
   *
   * @param mean of the distribution
   * @param deviation standard deviation of the distribution
   */
  ProductLaw(
      int rows,
      int dimension,
      String name,
      ToDoubleFunction<SplittableRandom> draw,
      double mean,
      double deviation) {
    this(rows, dimension, name, draw, mean, deviation, j -> 1);
  }

  private ProductLaw(
      int rows,
      int dimension,
      String name,
      ToDoubleFunction<SplittableRandom> draw,
      double mean,
      double deviation,
      IntToDoubleFunction scale) {
    this.rows = rows;
    this.dimension = dimension;
    this.name = name;
    this.draw = draw;
    this.mean = mean;
    this.deviation = deviation;
    this.scale = scale;
  }

  static ProductLaw exponential(int rows, int dimension) {
    return new ProductLaw(
        rows, dimension, "exponential", random -> -Math.log1p(-random.nextDouble()), 1, 1);
  }

  static ProductLaw lognormal(int rows, int dimension) {
    double mean = Math.exp(0.5);
    return new ProductLaw(
        rows,
        dimension,
        "lognormal",
        random -> Math.exp(random.nextGaussian()),
        mean,
        mean * Math.sqrt(Math.E - 1));
  }

  /** Student's t with 3 degrees of freedom. */
  static ProductLaw t3(int rows, int dimension) {
    return new ProductLaw(rows, dimension, "t3", ProductLaw::drawT3, 0, Math.sqrt(3));
  }

  private static double drawT3(SplittableRandom random) {
    double chiSquare = 0;
    for (int k = 0; k < 3; k++) {
      double z = random.nextGaussian();
      chiSquare += z * z;
    }
    return random.nextGaussian() / Math.sqrt(chiSquare / 3);
  }

  /** Each coordinate is 1 with the given probability, else 0. */
  static ProductLaw sparseBinary(int rows, int dimension, double density) {
    return new ProductLaw(
        rows,
        dimension,
        "binary, density " + density,
        random -> random.nextDouble() < density ? 1 : 0,
        density,
        Math.sqrt(density * (1 - density)));
  }

  /** Gaussian coordinates around 0 of variance 1, 1/2, 1/3 and so on to the given power. */
  static ProductLaw zipf(int rows, int dimension, double power) {
    return new ProductLaw(
        rows,
        dimension,
        String.format(Locale.ROOT, "variance of coordinate j: j^-%.0f", power),
        SplittableRandom::nextGaussian,
        0,
        1,
        j -> Math.pow(j + 1, -power / 2));
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public String mean() {
    return String.format(Locale.ROOT, "%.4g*ones", mean);
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
    double[] scales = new double[dimension];
    double[] truth = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      scales[j] = scale.applyAsDouble(j);
      truth[j] = scales[j] * mean;
    }
    double[][] data = new double[rows][dimension];
    for (double[] row : data) {
      for (int j = 0; j < dimension; j++) {
        row[j] = scales[j] * draw.applyAsDouble(random);
      }
    }
    return Sample.of(data, truth);
  }
}
