package org.privatemean.request;

import java.util.OptionalDouble;
import java.util.function.Function;
import org.privatemean.geometry.Lattice;
import org.privatemean.privacy.Checks;
import org.privatemean.refusal.ParamException;

/**
 * Public bounds on the location of the rows. They determine the lattice and the search ranges.
 *
 * @since 0.1.0
 */
public sealed interface Bounds {
  /**
   * Returns the lattice for n rows.
   *
   * @param rows public number of rows, at least 1
   * @param rho budget of the whole mechanism
   * @param beta failure probability
   */
  Lattice lattice(long rows, int dimension, double rho, double beta);

  /**
   * Returns an upper bound on the norm of every row, in data units.
   *
   * @param rows public number of rows, at least 1
   * @param beta failure probability
   */
  double longestRow(long rows, int dimension, double beta);

  /** Returns a bound on the norm of the mean, in data units, if known apart from the rows. */
  default OptionalDouble meanReach() {
    return OptionalDouble.empty();
  }

  /** Returns the least standard deviation in any direction, in data units, if known. */
  default OptionalDouble leastDeviation() {
    return OptionalDouble.empty();
  }

  /** Returns the largest standard deviation in any direction, in data units, if known. */
  default OptionalDouble largestDeviation() {
    return OptionalDouble.empty();
  }

  /** Applies the function for the kind of these bounds. */
  <R> R byKind(Function<Statistical, R> statistical, Function<Ball, R> ball, Function<Box, R> box);

  /**
   * Bounds of section 3.4: the rows are drawn from a distribution with mean of norm at most {@code
   * radius} and standard deviations within bounds.
   *
   * <p>Rows are clipped to {@code R' = radius + sigmaMax (2 sqrt(d) + ln(4 n / beta))}: the paper
   * prints the last term without sigmaMax, with which R' scales with the data. The lattice step is
   * {@code sigmaMin / sqrt(n)}.
   *
   * <p>For normal rows, Corollary 3.9 bounds the error with respect to the mean of their
   * distribution: the sampling error plus the error of Theorem 3.6 for the width of such rows, by
   * Lemma 3.8 (Hanson and Wright) about the square root of the trace of their covariance.
   *
   * @param radius bound on the norm of the mean, in data units, positive and finite
   * @param sigmaMin lower bound on the standard deviation in every direction, positive and finite
   * @param sigmaMax upper bound on it, at least sigmaMin and finite
   */
  record Statistical(double radius, double sigmaMin, double sigmaMax) implements Bounds {
    public Statistical {
      Checks.positiveParam("radius", radius);
      Checks.positiveParam("sigmaMin", sigmaMin);
      Checks.positiveParam("sigmaMax", sigmaMax);
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
   * Bound on the l2 norm of every row. Longer rows are scaled to it.
   *
   * @param bound positive and finite, in data units
   * @param resolution the paper's alpha, positive and finite: rounding moves a row by at most half
   *     of it in l2; empty for {@link #defaultResolution}
   */
  record Ball(double bound, OptionalDouble resolution) implements Bounds {
    public Ball {
      Checks.positiveParam("bound", bound);
      resolution.ifPresent(alpha -> Checks.positiveParam("resolution", alpha));
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
   * Bound on the absolute value of every coordinate. Larger values are clipped to it.
   *
   * @param bound positive and finite, in data units
   * @param resolution as in {@link Ball}
   */
  record Box(double bound, OptionalDouble resolution) implements Bounds {
    public Box {
      Checks.positiveParam("coordinateBound", bound);
      resolution.ifPresent(alpha -> Checks.positiveParam("resolution", alpha));
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
   * Returns the default resolution: 2^-10 of the noise for rows that fill the bound, {@code bound
   * sqrt(2 d / rho) / n}; up to 2^-5 of it if coordinates then exceed 32 bits; never finer than
   * exact 64-bit sums allow.
   *
   * <p>The bias is at most half a resolution, and only if all rows round in the same direction:
   * rows within one lattice step, or repeated values. The noise exceeds it as long as the clipping
   * norm is more than 2^-6 of the bound. Give a resolution for rows that lie closer together.
   */
  static double defaultResolution(double bound, long rows, int dimension, double rho) {
    double noise = bound * Math.sqrt(2 * dimension / rho) / rows;
    double narrow = bound * dimension * 0x1p-30;
    double exact = bound * dimension * rows * 0x1p-60;
    double alpha = Math.max(noise * 0x1p-10, Math.min(narrow, noise * 0x1p-5));
    return Math.min(bound, Math.max(alpha, exact));
  }
}
