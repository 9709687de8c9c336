package org.privatemean.local;

import java.nio.ByteBuffer;
import org.privatemean.noise.BitSource;
import org.privatemean.privacy.ApproxDp;

/**
 * The position of the value on a public grid around a centre, with noise. The value is clamped to
 * the half width, or taken modulo the whole, and rounded to an integer between -halfSteps and
 * halfSteps: the sensitivity is 2 halfSteps. An answer is at most {@link #bound}, which limits the
 * effect of a forged one. Cells: the number of answers, then their sum.
 *
 * @param wraps whether values beyond the half width are taken modulo the whole width
 * @param noise for a sensitivity of 2 halfSteps
 */
record NoisyPosition(
    double centre, double halfWidth, boolean wraps, int halfSteps, IntegerNoise noise)
    implements Question {
  /** A step of the baselines is a 32nd of the half width, about a quarter of a sigma. */
  private static final int GAUSSIAN_HALF_STEPS = 32;

  static IntegerNoise gaussianNoise(CoordinateSetting setting) {
    return IntegerNoise.Gaussian.create(
        2 * GAUSSIAN_HALF_STEPS, new ApproxDp(setting.epsilon(), setting.delta()));
  }

  static NoisyPosition withGaussian(double centre, double halfWidth, IntegerNoise noise) {
    return new NoisyPosition(centre, halfWidth, false, GAUSSIAN_HALF_STEPS, noise);
  }

  int place(double value) {
    double offset = value - centre;
    if (wraps && Double.isFinite(offset)) {
      offset = Math.IEEEremainder(offset, 2 * halfWidth);
    }
    double steps = Math.rint(offset / halfWidth * halfSteps);
    return (int) Math.max(-halfSteps, Math.min((double) halfSteps, steps));
  }

  @Override
  public byte[] answer(double value, BitSource bits) {
    long noisy = place(value) + noise.draw(bits);
    int sent = (int) Math.max(-bound(), Math.min(bound(), noisy));
    return ByteBuffer.allocate(Integer.BYTES).putInt(sent).array();
  }

  long bound() {
    return Math.min(Integer.MAX_VALUE, halfSteps + noise.reach());
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
    return average(centre, cells, sigma);
  }

  double[] average(double point, long[] cells, double sigma) {
    double users = Math.max(1, (double) cells[0]);
    double step = halfWidth / halfSteps;
    double offset = cells[0] == 0 ? 0 : (double) cells[1] / cells[0] * step;
    double deviation = Math.hypot(sigma, noise.deviation() * step) / Math.sqrt(users);
    return new double[] {point + offset, sigma, deviation};
  }

  double nearestPoint(double value) {
    return centre + Math.rint((value - centre) / (2 * halfWidth)) * (2 * halfWidth);
  }

  /** Returns the expected counts for all users at the mean: clamping is of second order. */
  @Override
  public long[] expectedCounts(double users, double mean, double sigma) {
    return new long[] {Math.round(users), Math.round(users * place(mean))};
  }
}
