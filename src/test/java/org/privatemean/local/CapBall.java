package org.privatemean.local;

import org.privatemean.local.report.MalformedReportException;
import org.privatemean.local.report.ReportReader;
import org.privatemean.local.report.ReportWriter;
import org.privatemean.noise.BitSource;

/**
 * A pure randomizer of plane vectors: they are lifted to the sphere of three dimensions, where a
 * uniform point has uniform coordinates and the best cap is known in closed form, {@code gamma =
 * tanh(epsilon / 4)}: a point of that cap with the probability that makes the report epsilon-DP,
 * and one outside it otherwise.
 */
final class CapBall implements BallRandomizer {
  private static final long serialVersionUID = 1L;

  private static final double SCALE = 0x1p30;
  private static final int BITS = 40;

  private final double gamma;
  private final double inside;

  CapBall(double epsilon) {
    this.gamma = Math.tanh(epsilon / 4);
    double t = (1 - gamma) / 2;
    this.inside = Math.exp(epsilon) * t / (1 - t + Math.exp(epsilon) * t);
  }

  @Override
  public int dimension() {
    return 2;
  }

  private static double uniform(BitSource secret) {
    return Math.scalb((double) secret.nextBits(53), -53);
  }

  @Override
  public void write(long[] vector, long norm, BitSource secret, ReportWriter out) {
    double x = vector[0] / (double) norm;
    double y = vector[1] / (double) norm;
    double z = Math.sqrt(Math.max(0, 1 - x * x - y * y));
    double w =
        uniform(secret) < inside
            ? gamma + (1 - gamma) * uniform(secret)
            : -1 + (1 + gamma) * uniform(secret);
    // Two directions orthogonal to (x, y, z), turned by a uniform angle.
    boolean steep = Math.abs(z) < 0.9;
    double[] a = steep ? new double[] {y, -x, 0} : new double[] {0, z, -y};
    double length = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    if (length == 0) {
      a = new double[] {1, 0, 0};
      length = 1;
    }
    double[] b = {
      (y * a[2] - z * a[1]) / length, (z * a[0] - x * a[2]) / length, (x * a[1] - y * a[0]) / length
    };
    double angle = 2 * Math.PI * uniform(secret);
    double side = Math.sqrt(1 - w * w);
    double[] v = {x, y};
    for (int j = 0; j < 2; j++) {
      double u = w * v[j] + side * (Math.cos(angle) * a[j] / length + Math.sin(angle) * b[j]);
      out.put(Math.round(u / gamma * SCALE) + (1L << (BITS - 1)), BITS);
    }
  }

  @Override
  public long[] read(ReportReader in, long norm) throws MalformedReportException {
    in.expect(2L * BITS);
    return new long[] {in.get(BITS) - (1L << (BITS - 1)), in.get(BITS) - (1L << (BITS - 1))};
  }

  @Override
  public double unit(long norm) {
    return norm / SCALE;
  }

  @Override
  public double largest(long norm) {
    return SCALE / gamma;
  }

  @Override
  public double squaredError(long norm) {
    return (double) norm * norm * relativeSquaredError();
  }

  @Override
  public double relativeSquaredError() {
    return 2 * (1 - gamma * gamma) / (3 * gamma * gamma);
  }
}
