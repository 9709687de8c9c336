package org.privatemean.privacy.ledger.durable;

import java.math.BigInteger;

/**
 * What a release costs, or a ledger holds: delta-approximate rho-zCDP.
 *
 * @param rho in units of 2^-60, at least 0
 * @param delta in units of 2^-120, at least 0
 */
public record Price(BigInteger rho, BigInteger delta) {
  /** Nothing. */
  public static final Price NONE = new Price(BigInteger.ZERO, BigInteger.ZERO);

  /** A price to pay, rounded up to units. */
  public static Price toPay(double rho, double delta) {
    throw new UnsupportedOperationException();
  }

  /** A budget to hold, rounded down to units. */
  public static Price budget(double rho, double delta) {
    throw new UnsupportedOperationException();
  }

  /** Both together. */
  public Price plus(Price other) {
    return new Price(rho.add(other.rho), delta.add(other.delta));
  }

  /** Rho as a double, rounded down. */
  public double rhoFloor() {
    throw new UnsupportedOperationException();
  }

  /** Delta as a double, rounded down. */
  public double deltaFloor() {
    throw new UnsupportedOperationException();
  }

  /** Rho as a double, rounded up. */
  public double rhoCeiling() {
    throw new UnsupportedOperationException();
  }

  /** Delta as a double, rounded up. */
  public double deltaCeiling() {
    throw new UnsupportedOperationException();
  }
}
