package org.privatemean.noise;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.privatemean.annotation.Internal;

/**
 * Parameter sigma^2 of a discrete Gaussian, 1/1000 to 2^200: an exact dyadic rational numerator /
 * 2^shift. A requested variance is rounded UP to 21 significant bits, so the noise is never less
 * than requested. The numerator is odd or the shift 0, so equal variances have equal parts.
 */
@Internal
public final class Variance implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int SIGNIFICANT_BITS = 21;
  private static final BigInteger INVERSE_MIN = BigInteger.valueOf(1000);
  private static final BigInteger MAX = BigInteger.ONE.shiftLeft(200);

  /**
   * The rule for the variance of discrete Gaussian noise from a price rho and a squared l2
   * sensitivity s^2. With both rules prices add up, also where a step depends on earlier answers; a
   * price above {@code maxRho} per squared sensitivity gets more noise than it pays for.
   */
  public enum Calibration {
    /** Variance s^2 / (2 rho): rho-zCDP (Canonne, Kamath and Steinke 2020, Theorem 14). */
    ZCDP(499) {
      @Override
      Variance exact(BigInteger squaredSensitivity, double rho) {
        return forRho(squaredSensitivity, rho);
      }
    },

    /**
     * Variance v / (1 - 1 / (12 v)) with v = s^2 / (2 rho), about v + 1/12: rho-zCDP, and in
     * addition sqrt(2 rho)-Gaussian DP, as continuous noise of variance v is. The proof is on the
     * page "Privacy accounting", section "The Gaussian curve".
     */
    GAUSSIAN(0.5) {
      @Override
      Variance exact(BigInteger squaredSensitivity, double rho) {
        // v = dividend / divisor, and v / (1 - 1 / (12 v)) = 12 v^2 / (12 v - 1).
        BigDecimal exact = new BigDecimal(rho);
        BigInteger dividend = squaredSensitivity.multiply(BigInteger.TEN.pow(exact.scale()));
        BigInteger divisor = exact.unscaledValue().shiftLeft(1);
        BigInteger twelve = BigInteger.valueOf(12);
        return roundUp(
            twelve.multiply(dividend).multiply(dividend),
            divisor.multiply(twelve.multiply(dividend).subtract(divisor)));
      }
    };

    /** The largest rho for a squared sensitivity of 1, at the least variance that is proved. */
    private final double maxRho;

    Calibration(double maxRho) {
      this.maxRho = maxRho;
    }

    abstract Variance exact(BigInteger squaredSensitivity, double rho);

    /** Returns the variance of noise that costs at most rho, for a squared l2 sensitivity. */
    public Variance variance(BigInteger squaredSensitivity, double rho) {
      return exact(squaredSensitivity, Math.min(rho, maxRho * squaredSensitivity.doubleValue()));
    }
  }

  private final BigInteger numerator;
  private final int shift;
  private final int proposalBits;
  private final long ratioNumerator;
  private final int ratioBits;

  private Variance(BigInteger numerator, int shift) {
    int twos = Math.min(numerator.getLowestSetBit(), shift);
    this.numerator = numerator.shiftRight(twos);
    this.shift = shift - twos;
    // The least proposalBits >= 0 with ceil(log2 sigma^2) <= 2 proposalBits + 1.
    int ceilLog2 = this.numerator.subtract(BigInteger.ONE).bitLength() - this.shift;
    this.proposalBits = Math.max(0, ceilLog2 >> 1);
    int ratioShift = this.shift + 2 * proposalBits;
    int common = Math.min(this.numerator.getLowestSetBit(), ratioShift);
    this.ratioNumerator = this.numerator.shiftRight(common).longValueExact();
    this.ratioBits = ratioShift - common;
  }

  /** Returns the least variance that is at least numerator / denominator, both at least 1. */
  public static Variance roundUp(BigInteger numerator, BigInteger denominator) {
    if (numerator.signum() < 1 || denominator.signum() < 1) {
      throw new IllegalArgumentException(
          "numerator and denominator of a variance must be at least 1, but were "
              + numerator
              + " and "
              + denominator);
    }
    if (numerator.multiply(INVERSE_MIN).compareTo(denominator) < 0
        || numerator.compareTo(MAX.multiply(denominator)) > 0) {
      throw new IllegalArgumentException(
          "variance must be between 1/1000 and 2^200, but was " + numerator + " / " + denominator);
    }
    int shift = SIGNIFICANT_BITS - 1 - floorLog2(numerator, denominator);
    if (shift >= 0) {
      return new Variance(ceilDivide(numerator.shiftLeft(shift), denominator), shift);
    }
    BigInteger leading = ceilDivide(numerator, denominator.shiftLeft(-shift));
    return new Variance(leading.shiftLeft(-shift), 0);
  }

  /**
   * Returns the variance that makes the release of an integer vector rho-zCDP: squaredSensitivity /
   * (2 rho), rounded up, for the exact value of the double (Canonne, Kamath and Steinke 2020,
   * Theorem 14).
   *
   * @param squaredSensitivity the square of the l2 sensitivity, at least 1
   */
  public static Variance forRho(BigInteger squaredSensitivity, double rho) {
    if (!(rho > 0) || rho == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("rho must be finite and above 0, but was " + rho);
    }
    BigDecimal exact = new BigDecimal(rho);
    return roundUp(
        squaredSensitivity.multiply(BigInteger.TEN.pow(exact.scale())),
        exact.unscaledValue().shiftLeft(1));
  }

  public BigInteger numerator() {
    return numerator;
  }

  public int shift() {
    return shift;
  }

  /** Returns sigma^2; exact, since 21 significant bits fit a double. */
  public double doubleValue() {
    return Math.scalb(numerator.doubleValue(), -shift);
  }

  /** Returns sigma to the nearest double. */
  public double standardDeviation() {
    return Math.sqrt(doubleValue());
  }

  /** Returns the e of t = 2^e, the scale of the proposal: the least with 2 t^2 >= sigma^2. */
  int proposalBits() {
    return proposalBits;
  }

  /** Returns the m of sigma^2 / t^2 = m / 2^{@link #ratioBits()}; the ratio is at most 2. */
  long ratioNumerator() {
    return ratioNumerator;
  }

  /** Returns the exponent, at least 0, of two in the denominator of sigma^2 / t^2. */
  int ratioBits() {
    return ratioBits;
  }

  /** Returns the largest f for which {@code 2^f <= a / b}. */
  private static int floorLog2(BigInteger a, BigInteger b) {
    int f = a.bitLength() - b.bitLength();
    boolean below = f >= 0 ? a.compareTo(b.shiftLeft(f)) < 0 : a.shiftLeft(-f).compareTo(b) < 0;
    return below ? f - 1 : f;
  }

  private static BigInteger ceilDivide(BigInteger a, BigInteger b) {
    return a.add(b).subtract(BigInteger.ONE).divide(b);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Variance that
        && numerator.equals(that.numerator)
        && shift == that.shift;
  }

  @Override
  public int hashCode() {
    return 31 * numerator.hashCode() + shift;
  }

  /** Returns the exact value, as in {@code 100} or {@code 699051/2^21}. */
  @Override
  public String toString() {
    return shift == 0 ? numerator.toString() : numerator + "/2^" + shift;
  }
}
