package org.privatemean.numeric;

import java.math.BigDecimal;

/** Sums, products and safety margins of non-negative doubles, rounded up. */
public final class Rounding {

  private Rounding() {}

  public static double sumUp(double a, double b) {
    double sum = a + b;
    // Knuth's two-sum: error is exactly (a + b) - sum.
    double part = sum - a;
    double error = (a - (sum - part)) + (b - part);
    return error > 0 ? Math.nextUp(sum) : sum;
  }

  /** Returns the least double that is at least a number that is not negative. */
  public static double doubleUp(BigDecimal exact) {
    double nearest = exact.doubleValue();
    return new BigDecimal(nearest).compareTo(exact) < 0 ? Math.nextUp(nearest) : nearest;
  }

  public static double productUp(double a, double b) {
    double product = a * b;
    boolean exact = a == 0 || b == 0;
    boolean below = product < Double.MIN_NORMAL ? !exact : Math.fma(a, b, -product) > 0;
    return below ? Math.nextUp(product) : product;
  }

  /** Returns at least the value of x, which has a relative error below {@code relative}. */
  public static double up(double x, double relative) {
    return Math.nextUp(x + x * relative);
  }
}
