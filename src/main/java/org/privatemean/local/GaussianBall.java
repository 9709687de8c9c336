package org.privatemean.local;

import java.math.BigInteger;
import org.privatemean.geometry.ExactClipping;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.DiscreteGaussian;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;

/**
 * The discrete Gaussian mechanism of section 5.1: the vector rounded to a coarse grid, clipped
 * there again, plus discrete Gaussian noise on every coordinate, clamped at 16 sigma.
 *
 * <p><b>Privacy guarantee.</b> The report is rho-zCDP: two integer vectors of norm at most {@code m
 * = ceil(norm / s)} steps differ by at most 2 m in l2, and {@code sigma^2 = (2 m)^2 / (2 rho)},
 * rounded up (Canonne, Kamath and Steinke 2020, Theorem 14).
 *
 * <p><b>Error.</b> {@code 2 dimension norm^2 / rho} per report, except for roundings.
 */
record GaussianBall(int dimension, double rho, double users) implements BallRandomizer {
  private static final int DEVIATIONS = 16;

  /** A report is a sum of one vector, which its user may replace. */
  private static final PrivacyUnit USER = PrivacyUnit.row(Neighbours.REPLACE);

  GaussianBall {
    Checks.argument("rho", rho > 0 && rho <= 1000, "in (0, 1000]", rho);
  }

  private long step(long norm) {
    return (long) Math.max(1, Math.floor(norm * Math.sqrt(2 / rho) / (8 * Math.sqrt(users))));
  }

  private long gridNorm(long norm) {
    return -Math.floorDiv(-norm, step(norm));
  }

  private Variance variance(long norm) {
    return Variance.forRho(USER.squaredSensitivityOfSum(gridNorm(norm)), rho);
  }

  private long bound(long norm) {
    return gridNorm(norm) + (long) Math.ceil(DEVIATIONS * variance(norm).standardDeviation());
  }

  @Override
  public void write(long[] vector, long norm, BitSource secret, ReportWriter out) {
    long[] grid = onGrid(vector, norm);
    Variance variance = variance(norm);
    long bound = bound(norm);
    BigInteger limit = BigInteger.valueOf(bound);
    int bits = ReportReader.bitsFor(2 * bound + 1);
    for (int j = 0; j < dimension; j++) {
      BigInteger noisy = BigInteger.valueOf(grid[j]).add(DiscreteGaussian.sample(variance, secret));
      out.put(noisy.min(limit).max(limit.negate()).longValueExact() + bound, bits);
    }
  }

  /** Returns the vector in steps of the grid, of norm at most m; overwrites the vector. */
  long[] onGrid(long[] vector, long norm) {
    long step = step(norm);
    for (int j = 0; j < dimension; j++) {
      vector[j] = Math.floorDiv(vector[j] + step / 2, step);
    }
    ExactClipping.clip(vector, gridNorm(norm));
    return vector;
  }

  @Override
  public long[] read(ReportReader in, long norm) throws MalformedReportException {
    long bound = bound(norm);
    in.expect(bits(norm));
    long[] vector = new long[dimension];
    for (int j = 0; j < dimension; j++) {
      vector[j] = in.getBelow(2 * bound + 1) - bound;
    }
    return vector;
  }

  @Override
  public long bits(long norm) {
    return (long) dimension * ReportReader.bitsFor(2 * bound(norm) + 1);
  }

  @Override
  public double unit(long norm) {
    return (double) step(norm);
  }

  @Override
  public double largest(long norm) {
    return (double) bound(norm);
  }

  @Override
  public double squaredError(long norm) {
    double unit = unit(norm);
    return dimension * variance(norm).doubleValue() * unit * unit;
  }

  @Override
  public double relativeSquaredError() {
    return 2.0 * dimension / rho;
  }
}
