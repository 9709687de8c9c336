package org.privatemean.local.gaussian;

import java.nio.ByteBuffer;
import org.privatemean.noise.BitSource;

/**
 * The position of the value on a public grid around a centre, with noise.
 *
 * <p>The value is clamped to [centre - halfWidth, centre + halfWidth], or, if it wraps, taken
 * modulo 2 halfWidth into it, and rounded to one of the 2 halfSteps + 1 points of the grid: an
 * integer between -halfSteps and halfSteps, for any floating-point errors before. Two values are
 * therefore at most 2 halfSteps steps apart, rounding included, which is the sensitivity of the
 * noise. The noise is an integer drawn exactly; no double with noise in it is ever sent.
 *
 * <p>An answer is four bytes, big-endian, and at most {@link #bound} in absolute value, which
 * limits the effect of a forged one on a sum. Larger values are clamped after the noise, at no
 * privacy cost; for an epsilon of at least 2^-14 this has a probability below 10^-30.
 *
 * <p>Cells: the number of answers, then their sum.
 *
 * @param centre finite
 * @param halfWidth above 0
 * @param beyond treatment of values beyond the half width
 * @param halfSteps at least 1
 * @param noise for a sensitivity of 2 halfSteps
 */
record NoisyPosition(
    double centre, double halfWidth, OutOfRange beyond, int halfSteps, IntegerNoise noise)
    implements Question {
  /** Treatment of values beyond the half width. */
  public enum OutOfRange {
    /** They count as the nearest end. */
    IS_CUT,
    /** They are taken modulo the whole width. */
    WRAPS
  }

  /** Returns the position before the noise, in steps from the centre. */
  public int place(double value) {
    double offset = value - centre;
    if (beyond == OutOfRange.WRAPS && Double.isFinite(offset)) {
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

  /**
   * Returns the largest absolute value of an answer, in steps: beyond it an answer is malformed.
   */
  public long bound() {
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

  /** Returns the mean position in data units, as an offset from the centre; 0 without answers. */
  public double meanOffset(long[] cells) {
    return cells[0] == 0 ? 0 : (double) cells[1] / cells[0] * (halfWidth / halfSteps);
  }

  /** Returns the standard deviation of one answer's noise, in data units. */
  public double noiseDeviation() {
    return noise.deviation() * (halfWidth / halfSteps);
  }

  /** Returns, if values wrap, the point of centre + 2 halfWidth Z nearest to a value. */
  public double nearestPoint(double value) {
    return centre + Math.rint((value - centre) / (2 * halfWidth)) * (2 * halfWidth);
  }

  /** Returns the expected counts for all users at the mean: clamping is of second order. */
  @Override
  public long[] expectedCounts(double users, double mean, double sigma) {
    return new long[] {Math.round(users), Math.round(users * place(mean))};
  }
}
