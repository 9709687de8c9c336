package org.privatemean.shuffle;

import java.util.List;
import org.privatemean.numeric.Rounding;

/**
 * A bound on the privacy profile of a composition of Skellam mechanisms; of none, that of a
 * constant output. By Canonne, Kamath and Steinke (2020) ln delta is at most (alpha - 1)(R(alpha) -
 * epsilon) + alpha ln(1 - 1/alpha) - ln(alpha - 1), for each integer order alpha; the lower
 * envelope of these lines is kept.
 */
final class RenyiProfile implements SumProfile {

  private static final int ALL_ORDERS_TO = 256;
  private static final double ORDER_RATIO = 1.02;
  private static final double LAST_ORDER = 20;
  private static final int MAX_ORDERS = 2048;

  /** Above the rounding error of a line of slope at most 2^20 next to its value. */
  private static final double MARGIN = 0x1p-30;

  private final double rho;
  private final double[] slopes = new double[MAX_ORDERS];
  private final double[] values = new double[MAX_ORDERS];
  private int lines;

  private RenyiProfile(double rho) {
    this.rho = rho;
  }

  /** Renyi divergences of each order add up, also when a step depends on those before it. */
  static RenyiProfile of(List<SkellamMechanism> mechanisms) {
    RenyiProfile profile =
        new RenyiProfile(mechanisms.stream().mapToDouble(SkellamMechanism::rho).sum());
    if (mechanisms.isEmpty()) {
      return profile;
    }
    double last = Math.max(ALL_ORDERS_TO, Math.min(1e6, LAST_ORDER / Math.sqrt(profile.rho)));
    for (int alpha = 2; alpha <= last; alpha = next(alpha)) {
      double renyi = 0;
      for (SkellamMechanism mechanism : mechanisms) {
        renyi = Rounding.sumUp(renyi, mechanism.renyiUp(alpha));
      }
      double shape = alpha * StrictMath.log1p(-1.0 / alpha) - StrictMath.log(alpha - 1);
      profile.addLine(alpha - 1, (alpha - 1) * renyi + shape);
    }
    return profile;
  }

  private static int next(int alpha) {
    return alpha < ALL_ORDERS_TO ? alpha + 1 : (int) (alpha * ORDER_RATIO);
  }

  /** Adds value - slope epsilon, steeper than all before it, and drops those that it hides. */
  private void addLine(double slope, double value) {
    while (lines >= 2 && meets(lines - 2, slope, value) <= meets(lines - 2, lines - 1)) {
      lines--;
    }
    slopes[lines] = slope;
    values[lines] = value;
    lines++;
  }

  private double meets(int line, int other) {
    return meets(line, slopes[other], values[other]);
  }

  private double meets(int line, double slope, double value) {
    return (value - values[line]) / (slope - slopes[line]);
  }

  @Override
  public double rho() {
    return rho;
  }

  @Override
  public double forwardDeltaUp(double epsilon) {
    if (lines == 0) {
      return 0;
    }
    int low = 0;
    int high = lines - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (meets(middle, middle + 1) > epsilon) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return Math.min(1, Rounding.up(StrictMath.exp(values[low] - slopes[low] * epsilon), MARGIN));
  }
}
