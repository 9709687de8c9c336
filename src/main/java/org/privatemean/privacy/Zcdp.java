package org.privatemean.privacy;

import java.io.Serializable;
import org.privatemean.numeric.Rounding;

/**
 * The guarantee rho-zCDP (zero-concentrated differential privacy): for every two neighbouring
 * inputs and every alpha above 1 the Renyi divergence of order alpha between the two outputs is at
 * most alpha * rho.
 *
 * <p>Source: Bun and Steinke, "Concentrated Differential Privacy: Simplifications, Extensions, and
 * Lower Bounds" (2016).
 *
 * @param rho finite and at least 0; 0 means that the output does not depend on the data
 * @since 0.1.0
 */
public record Zcdp(double rho) implements Serializable {
  public Zcdp {
    Checks.nonNegative("rho", rho);
  }

  /**
   * Returns the joint guarantee of this release and another, which may depend on its output: the
   * sum of both rho, rounded up.
   */
  public Zcdp compose(Zcdp other) {
    return new Zcdp(Rounding.sumUp(rho, other.rho));
  }

  /**
   * Returns the guarantee for inputs that differ in {@code size} rows: size^2 * rho, rounded up
   * (Bun and Steinke 2016, Proposition 1.9).
   *
   * @param size number of rows, at least 1
   * @throws IllegalArgumentException if it is below 1
   */
  public Zcdp group(int size) {
    Checks.groupSize(size);
    return new Zcdp(Rounding.productUp((double) size * size, rho));
  }
}
