package org.privatemean.shuffle;

/**
 * The number of shares that split-and-mix needs: the collision bound.
 *
 * <p>Of n users with m random shares each, join two users by an edge if a random rearrangement of
 * the n m shares moves a share of one to the other, and let c be the number of connected
 * components. With one more share per user, the view is within {@code sqrt(E[q^(c-1)] - 1) / 2} of
 * one that depends on the sum alone. For n of at least 20, m of at least 3 and h = n / C(nm, m),
 *
 * <pre>  E[q^(c-1)] - 1 &lt;= 1.135 (q - 1) h     if q h e^(2(m-1)) &lt;= 1/8.</pre>
 *
 * <p>Both are proved on the page on shuffle summation; the first extends the argument of Balle,
 * Bell, Gascon and Nissim (2020) from inputs drawn at random to all inputs.
 */
final class MessageCount {
  /** The bound does not cover fewer users. */
  static final long FEWEST_USERS = 20;

  private static final int FEWEST_SHARES = 3;

  /** Above log2 1.135 = 0.183: the difference exceeds all roundings of the logarithms. */
  private static final double CONSTANT_BITS = 0.2;

  private static final double LOG_TWO = StrictMath.log(2);

  private MessageCount() {}

  /**
   * Returns the minimum number of messages per user for one number.
   *
   * @param honest number n of users that follow the protocol, at least 20
   * @param modulusBits log2 of q
   * @param distance bound on the total variation between the view and one that depends on the sum
   *     alone, in (0, 1/2]
   */
  static int messages(long honest, int modulusBits, double distance) {
    double userBits = log2((double) honest);
    double collisionBits = modulusBits + userBits + CONSTANT_BITS - 2 * log2(2 * distance);
    int m = FEWEST_SHARES;
    while (log2Binomial(honest, m) < Math.max(collisionBits, tailBits(modulusBits, userBits, m))) {
      m++;
    }
    return m + 1;
  }

  /** Returns the minimum of log2 C(nm, m) for which the bound holds. */
  private static double tailBits(int modulusBits, double userBits, int m) {
    return modulusBits + userBits + 2 * (m - 1) / LOG_TWO + 3;
  }

  static double log2Binomial(long n, int m) {
    double sum = 0;
    double rest = (double) (n - 1) * m;
    for (int i = 1; i <= m; i++) {
      sum += log2((rest + i) / i);
    }
    return sum;
  }

  private static double log2(double x) {
    return StrictMath.log(x) / LOG_TWO;
  }
}
