package org.privatemean.noise;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.privatemean.annotation.Internal;

/**
 * The rule for the variance of discrete Gaussian noise from a price rho and a squared l2
 * sensitivity s^2. With both rules prices add up, also where a step depends on earlier answers; a
 * price above {@code MAX_RHO} per squared sensitivity gets more noise than it pays for.
 */
@Internal
public enum Calibration {
  /** Variance s^2 / (2 rho): rho-zCDP (Canonne, Kamath and Steinke 2020, Theorem 14). */
  ZCDP(499) {
    @Override
    Variance exact(BigInteger squaredSensitivity, double rho) {
      return Variance.forRho(squaredSensitivity, rho);
    }
  },

  /**
   * Variance v / (1 - 1 / (12 v)) with v = s^2 / (2 rho), about v + 1/12: rho-zCDP, and in addition
   * sqrt(2 rho)-Gaussian DP, as continuous noise of variance v is. The proof is on the page
   * "Privacy accounting", section "The Gaussian curve".
   */
  GAUSSIAN(0.5) {
    @Override
    Variance exact(BigInteger squaredSensitivity, double rho) {
      // With rho = r / 10^k and s^2: v = 10^k s^2 / (2 r), and v / (1 - 1 / (12 v)) = 12 v^2 / (12
      // v - 1).
      BigDecimal exact = new BigDecimal(rho);
      BigInteger dividend = squaredSensitivity.multiply(BigInteger.TEN.pow(exact.scale()));
      BigInteger divisor = exact.unscaledValue().shiftLeft(1);
      BigInteger twelve = BigInteger.valueOf(12);
      return Variance.roundUp(
          twelve.multiply(dividend).multiply(dividend),
          divisor.multiply(twelve.multiply(dividend).subtract(divisor)));
    }
  };

  /**
   * The largest rho for a squared sensitivity of 1: the variance is then at least what is proved.
   */
  private final double maxRho;

  Calibration(double maxRho) {
    this.maxRho = maxRho;
  }

  abstract Variance exact(BigInteger squaredSensitivity, double rho);

  /**
   * Returns the variance of noise that costs at most rho.
   *
   * @param squaredSensitivity the square of the l2 sensitivity of the integer vector, at least 1
   * @param rho finite and above 0
   */
  public Variance variance(BigInteger squaredSensitivity, double rho) {
    return exact(squaredSensitivity, Math.min(rho, maxRho * squaredSensitivity.doubleValue()));
  }
}
