package org.privatemean.bench.coverage;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** Where rows come from: independent coordinates of one distribution, or one coordinate of all. */
enum Law {
  NORMAL("normal", Shape.EVEN, random -> 10 + random.nextGaussian()),
  UNIFORM("uniform", Shape.EVEN, SplittableRandom::nextDouble),
  EXPONENTIAL("exponential", Shape.SKEWED, Law::exponential),
  LOGNORMAL_06("lognormal-0.6", Shape.SKEWED, random -> Math.exp(0.6 * random.nextGaussian())),
  LOGNORMAL_1("lognormal-1", Shape.SKEWED, random -> Math.exp(random.nextGaussian())),
  PARETO_3("pareto-3", Shape.SKEWED, random -> Math.pow(1 - random.nextDouble(), -1.0 / 3)),
  BINARY("binary-0.01", Shape.BINARY, random -> random.nextDouble() < Law.ONES ? 1 : 0),
  ONE_HOT("one-hot-zipf", Shape.BINARY, null),
  SPARSE(
      "sparse-exponential",
      Shape.SKEWED,
      random -> random.nextDouble() < Law.NON_ZERO ? exponential(random) : 0);

  /** What is asked of the errors on the rows. */
  enum Shape {
    /** Bounded or nearly so, and alike on both sides of the mean. */
    EVEN,
    /** With a tail on one side. */
    SKEWED,
    /** Zeros and ones. */
    BINARY
  }

  private static final double ONES = 0.01;
  private static final double NON_ZERO = 0.05;

  private final String label;
  private final Shape shape;

  /** Of one coordinate; null where coordinates are not independent. */
  @SuppressWarnings("ImmutableEnumChecker") // Lambdas that hold nothing.
  private final ToDoubleFunction<SplittableRandom> value;

  Law(String label, Shape shape, ToDoubleFunction<SplittableRandom> value) {
    this.label = label;
    this.shape = shape;
    this.value = value;
  }

  /** The name in options and tables. */
  String label() {
    return label;
  }

  Shape shape() {
    return shape;
  }

  /** Probability of a one in the coordinate that has the fewest; of 0/1 rows only. */
  double rarest(int dimension) {
    return this == ONE_HOT ? zipf(dimension)[dimension - 1] : ONES;
  }

  double[][] draw(int rows, int dimension, SplittableRandom random) {
    double[][] data = new double[rows][dimension];
    if (this == ONE_HOT) {
      drawOneHot(data, random);
      return data;
    }
    for (double[] row : data) {
      for (int j = 0; j < dimension; j++) {
        row[j] = value.applyAsDouble(random);
      }
    }
    return data;
  }

  private static void drawOneHot(double[][] data, SplittableRandom random) {
    double[] below = zipf(data[0].length);
    Arrays.parallelPrefix(below, Double::sum);
    for (double[] row : data) {
      int found = Arrays.binarySearch(below, random.nextDouble());
      row[Math.min(found < 0 ? -found - 1 : found + 1, row.length - 1)] = 1;
    }
  }

  /** Probabilities in proportion to 1, 1/2, 1/3 and so on. */
  private static double[] zipf(int dimension) {
    double[] weights = new double[dimension];
    double sum = 0;
    for (int j = 0; j < dimension; j++) {
      weights[j] = 1.0 / (j + 1);
      sum += weights[j];
    }
    for (int j = 0; j < dimension; j++) {
      weights[j] /= sum;
    }
    return weights;
  }

  private static double exponential(SplittableRandom random) {
    return -Math.log1p(-random.nextDouble());
  }
}
