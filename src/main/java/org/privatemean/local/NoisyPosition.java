package org.privatemean.local;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.DiscreteGaussian;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Zcdp;

/**
 * The position of the value on a public grid around a centre, with noise. The value is clamped to
 * the half width and rounded to an integer from -{@value #HALF_STEPS} to {@value #HALF_STEPS}: the
 * sensitivity is twice that. Cells: the number of answers, then their sum.
 */
record NoisyPosition(double centre, double halfWidth, Variance noise) implements Question {
  /** A step is a 32nd of the half width, about a quarter of a sigma. */
  private static final int HALF_STEPS = 32;

  private static final int SENSITIVITY = 2 * HALF_STEPS;

  /** Up to this variance delta is computed term by term, beyond it from the zCDP cost. */
  private static final double SUMMED = 0x1p30;

  private static final double DEVIATIONS = 12;

  /**
   * Returns a variance for which the discrete Gaussian noise of a report, drawn exactly, is (eps,
   * delta)-DP: that of the classical formula, sensitivity^2 2 ln(2 / delta) / eps^2, for eps up to
   * 1, and of the exact one of Balle and Wang (2018) beyond, increased by 1 % at a time until the
   * delta of the discrete noise suffices.
   */
  static Variance variance(ApproxDp guarantee) {
    double epsilon = guarantee.epsilon();
    double multiplier =
        epsilon <= 1
            ? Math.sqrt(2 * StrictMath.log(2 / guarantee.delta())) / epsilon
            : Conversions.gaussianMultiplierUp(guarantee);
    while (true) {
      double squared = multiplier * multiplier * SENSITIVITY * SENSITIVITY;
      Variance variance = Variance.forRho(BigInteger.ONE, 0.5 / squared);
      if (deltaUp(variance, epsilon) <= guarantee.delta()) {
        return variance;
      }
      multiplier *= 1.01;
    }
  }

  static double deltaUp(Variance variance, double epsilon) {
    double squared = variance.doubleValue();
    return squared <= SUMMED
        ? Conversions.discreteGaussianDeltaUp(squared, SENSITIVITY, epsilon)
        : Conversions.deltaUp(
            new Zcdp((double) SENSITIVITY * SENSITIVITY / (2 * squared) * (1 + 0x1p-50)), epsilon);
  }

  int place(double value) {
    double steps = Math.rint((value - centre) / halfWidth * HALF_STEPS);
    return (int) Math.max(-HALF_STEPS, Math.min((double) HALF_STEPS, steps));
  }

  @Override
  public byte[] answer(double value, BitSource bits) {
    BigInteger limit = BigInteger.valueOf(reach());
    BigInteger drawn = DiscreteGaussian.sample(noise, bits).max(limit.negate()).min(limit);
    long noisy = place(value) + drawn.longValueExact();
    int sent = (int) Math.max(-bound(), Math.min(bound(), noisy));
    return ByteBuffer.allocate(Integer.BYTES).putInt(sent).array();
  }

  long bound() {
    return Math.min(Integer.MAX_VALUE, HALF_STEPS + reach());
  }

  /** Returns a bound on the noise, exceeded with probability at most 2 e^-72, below 10^-30. */
  long reach() {
    return (long) Math.ceil(DEVIATIONS * noise.standardDeviation());
  }

  @Override
  public int cells() {
    return 2;
  }

  @Override
  public boolean count(byte[] answer, long[] cells) {
    if (answer.length != Integer.BYTES) {
      return false;
    }
    long sent = ByteBuffer.wrap(answer).getInt();
    if (Math.abs(sent) > bound()) {
      return false;
    }
    cells[0]++;
    cells[1] += sent;
    return true;
  }

  /** Returns mean, sigma and the standard error sqrt((sigma^2 + s^2) / n). */
  double[] average(long[] cells, double sigma) {
    double users = Math.max(1, (double) cells[0]);
    double step = halfWidth / HALF_STEPS;
    double offset = cells[0] == 0 ? 0 : (double) cells[1] / cells[0] * step;
    double deviation = Math.hypot(sigma, noise.standardDeviation() * step) / Math.sqrt(users);
    return new double[] {centre + offset, sigma, deviation};
  }

  /** Returns the expected counts for all users at the mean: clamping is of second order. */
  @Override
  public long[] expectedCounts(double users, double mean, double sigma) {
    return new long[] {Math.round(users), Math.round(users * place(mean))};
  }
}
