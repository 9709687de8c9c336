package org.privatemean.local;

import org.privatemean.noise.BitSource;

/**
 * Not private at all: the vector itself, plus uniform noise of the secret bits if asked for. The
 * error that it states is whatever it is told.
 */
public final class ExactBall implements BallRandomizer {
  private static final long serialVersionUID = 1L;

  private static final int BITS = 50;

  private final int dimension;
  private final int noiseBits;
  private final double error;

  public ExactBall(int dimension, int noiseBits, double error) {
    this.dimension = dimension;
    this.noiseBits = noiseBits;
    this.error = error;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public void write(long[] vector, long norm, BitSource secret, ReportWriter out) {
    for (long y : vector) {
      out.put(y + (noiseBits == 0 ? 0 : secret.nextBits(noiseBits)) + (1L << (BITS - 1)), BITS);
    }
  }

  @Override
  public long[] read(ReportReader in, long norm) throws MalformedReportException {
    in.expect(bits(norm));
    long[] vector = new long[dimension];
    for (int j = 0; j < dimension; j++) {
      vector[j] = in.get(BITS) - (1L << (BITS - 1));
    }
    return vector;
  }

  @Override
  public long bits(long norm) {
    return (long) BITS * dimension;
  }

  @Override
  public double unit(long norm) {
    return 1;
  }

  @Override
  public double largest(long norm) {
    return (double) norm;
  }

  @Override
  public double squaredError(long norm) {
    return error * norm * norm;
  }

  @Override
  public double relativeSquaredError() {
    return error;
  }
}
