package org.privatemean.request;

import java.util.OptionalDouble;
import java.util.function.Function;
import org.privatemean.geometry.Lattice;
import org.privatemean.refusal.ParamException;

/**
 * Public knowledge of the location of the rows: it fixes the lattice and the search ranges.
 *
 * @since 0.1.0
 */
public sealed interface Bounds {
  /**
   * The lattice for n rows.
   *
   * @param rows public number of rows, at least 1
   * @param dimension number of coordinates
   * @param rho budget of the whole mechanism
   * @param beta failure probability
   */
  Lattice lattice(long rows, int dimension, double rho, double beta);

  /**
   * The norm, in data units, that no row passes.
   *
   * @param rows public number of rows, at least 1
   * @param dimension number of coordinates
   * @param beta failure probability
   */
  double longestRow(long rows, int dimension, double beta);

  /**
   * The norm that the mean does not pass, in data units, where it is known apart from the rows'.
   */
  default OptionalDouble meanReach() {
    return OptionalDouble.empty();
  }

  /** The least standard deviation in any direction, in data units, where one is known. */
  default OptionalDouble leastDeviation() {
    return OptionalDouble.empty();
  }

  /** The largest standard deviation in any direction, in data units, where one is known. */
  default OptionalDouble largestDeviation() {
    return OptionalDouble.empty();
  }

  /** Returns what belongs to these bounds, by their kind. */
  <R> R byKind(Function<Statistical, R> statistical, Function<Ball, R> ball, Function<Box, R> box);

  /**
   * Section 3.4: rows drawn from a distribution with mean of norm at most {@code radius} and
   * standard deviations within bounds.
   *
   * <p>Rows are clipped to {@code R' = radius + sigmaMax (2 sqrt(d) + ln(4 n / beta))}. The paper
   * prints the last term without sigmaMax; with it, scaling the data scales R'. The lattice step is
   * {@code sigmaMin / sqrt(n)}.
   *
   * <p>For normal rows Corollary 3.9 bounds the error to the mean of their law: it is that of
   * Theorem 3.6 at the width that such rows have by Lemma 3.8 (Hanson and Wright), about the root
   * of the trace of their covariance, and the sampling error.
   *
   * @param radius bound on the norm of the mean, positive
   * @param sigmaMin lower bound on the standard deviation in every direction, positive
   * @param sigmaMax upper bound on it, at least sigmaMin
   */
  record Statistical(double radius, double sigmaMin, double sigmaMax) implements Bounds {
    /** Checks the bounds. */
    public Statistical {
      checkPositive("radius", radius);
      checkPositive("sigmaMin", sigmaMin);
      checkPositive("sigmaMax", sigmaMax);
      if (sigmaMax < sigmaMin) {
        throw ParamException.of(
            "sigmaMax",
            String.format(
                "{sigmaMax} must be at least {sigmaMin}. Provided: {sigmaMax} %s, {sigmaMin} %s",
                sigmaMax, sigmaMin));
      }
    }

    @Override
    public Lattice lattice(long rows, int dimension, double rho, double beta) {
      return Lattice.inBall(
          dimension, longestRow(rows, dimension, beta), sigmaMin / Math.sqrt((double) rows));
    }

    @Override
    public double longestRow(long rows, int dimension, double beta) {
      double spread = 2 * Math.sqrt(dimension) + StrictMath.log(4.0 * rows / beta);
      return radius + sigmaMax * spread;
    }

    @Override
    public OptionalDouble meanReach() {
      return OptionalDouble.of(radius);
    }

    @Override
    public OptionalDouble leastDeviation() {
      return OptionalDouble.of(sigmaMin);
    }

    @Override
    public OptionalDouble largestDeviation() {
      return OptionalDouble.of(sigmaMax);
    }

    @Override
    public <R> R byKind(
        Function<Statistical, R> statistical, Function<Ball, R> ball, Function<Box, R> box) {
      return statistical.apply(this);
    }
  }

  /**
   * Every row has an l2 norm of at most {@code bound}; longer rows are scaled to it.
   *
   * @param bound positive, in data units
   * @param resolution the paper's alpha: rounding moves no row by more than half of it in l2; empty
   *     for the default of {@link #defaultResolution}
   */
  record Ball(double bound, OptionalDouble resolution) implements Bounds {
    /** Checks the bounds. */
    public Ball {
      checkPositive("bound", bound);
      resolution.ifPresent(alpha -> checkPositive("resolution", alpha));
    }

    @Override
    public Lattice lattice(long rows, int dimension, double rho, double beta) {
      double alpha = resolution.orElse(defaultResolution(bound, rows, dimension, rho));
      return Lattice.inBall(dimension, bound, alpha / Math.sqrt(dimension));
    }

    @Override
    public double longestRow(long rows, int dimension, double beta) {
      return bound;
    }

    @Override
    public <R> R byKind(
        Function<Statistical, R> statistical, Function<Ball, R> ball, Function<Box, R> box) {
      return ball.apply(this);
    }
  }

  /**
   * Every coordinate is at most {@code bound} in absolute value; others are cut to it.
   *
   * @param bound positive, in data units
   * @param resolution as in {@link Ball}
   */
  record Box(double bound, OptionalDouble resolution) implements Bounds {
    /** Checks the bounds. */
    public Box {
      checkPositive("coordinateBound", bound);
      resolution.ifPresent(alpha -> checkPositive("resolution", alpha));
    }

    @Override
    public Lattice lattice(long rows, int dimension, double rho, double beta) {
      double root = Math.sqrt(dimension);
      double alpha = resolution.orElse(defaultResolution(bound * root, rows, dimension, rho));
      return Lattice.inBox(dimension, bound, alpha / root);
    }

    @Override
    public double longestRow(long rows, int dimension, double beta) {
      return bound * Math.sqrt(dimension);
    }

    @Override
    public <R> R byKind(
        Function<Statistical, R> statistical, Function<Ball, R> ball, Function<Box, R> box) {
      return box.apply(this);
    }
  }

  /**
   * The resolution used when none is given: 2^-10 of the noise that rows filling the bound would
   * get, {@code bound sqrt(2 d / rho) / n}; or, where only that keeps coordinates within 32 bits,
   * up to 2^-5 of that noise; and never finer than exact 64-bit sums allow.
   *
   * <p>Rounding is to nearest, so it biases the answer by at most half a resolution, and by that
   * only where all rows round the same way: rows within one lattice step, or repeated values. The
   * noise is larger than that bias as long as the clipping norm is more than 2^-6 of the bound; for
   * rows that lie closer together within a wide bound, give a resolution.
   */
  static double defaultResolution(double bound, long rows, int dimension, double rho) {
    double noise = bound * Math.sqrt(2 * dimension / rho) / rows;
    double narrow = bound * dimension * 0x1p-30;
    double exact = bound * dimension * rows * 0x1p-60;
    double alpha = Math.max(noise * 0x1p-10, Math.min(narrow, noise * 0x1p-5));
    return Math.min(bound, Math.max(alpha, exact));
  }

  private static void checkPositive(String name, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw ParamException.outOfRange(name, "positive and finite", value);
    }
  }
}
