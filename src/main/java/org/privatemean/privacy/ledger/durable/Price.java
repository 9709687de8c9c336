package org.privatemean.privacy.ledger.durable;

import java.math.BigInteger;
import java.math.RoundingMode;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.ledger.ZcdpGrant.BudgetUnits;

/** A delta-approximate rho-zCDP cost: rho in units of 2^-60, delta of 2^-120, both from 0. */
public record Price(BigInteger rho, BigInteger delta) {
  private static final int SHORTFALL_BITS = 40;
  public static final Price NONE = new Price(BigInteger.ZERO, BigInteger.ZERO);

  public Price {
    if (rho.signum() < 0 || delta.signum() < 0) {
      throw new IllegalArgumentException("a price must be at least 0");
    }
  }

  /** Returns a price to pay, rounded up to units. */
  public static Price toPay(double rho, double delta) {
    return round(rho, delta, RoundingMode.CEILING);
  }

  /** A budget to hold, rounded down to units. */
  public static Price budget(double rho, double delta) {
    return round(rho, delta, RoundingMode.FLOOR);
  }

  private static Price round(double rho, double delta, RoundingMode rounding) {
    Checks.nonNegative("rho", rho);
    Checks.nonNegative("delta", delta);
    return new Price(BudgetUnits.RHO.of(rho, rounding), BudgetUnits.DELTA.of(delta, rounding));
  }

  /** Returns the least that may replace this if less is left: rho less one part in 2^40. */
  public Price leastGrant() {
    return new Price(rho.subtract(rho.shiftRight(SHORTFALL_BITS)), delta);
  }

  /** Returns the number of times that this can be taken from a budget; the last may be a part. */
  public BigInteger timesIn(Price room) {
    if (!leastGrant().fitsInto(room)) {
      return BigInteger.ZERO;
    }
    BigInteger byRho = times(room.rho, rho, leastGrant().rho);
    BigInteger byDelta = times(room.delta, delta, delta);
    return byRho.signum() == 0 ? byDelta : byDelta.signum() == 0 ? byRho : byRho.min(byDelta);
  }

  /** Returns 0 if nothing is taken, which fits without end. */
  private static BigInteger times(BigInteger room, BigInteger taken, BigInteger last) {
    return taken.signum() == 0
        ? BigInteger.ZERO
        : room.subtract(last).divide(taken).add(BigInteger.ONE);
  }

  public Price plus(Price other) {
    return new Price(rho.add(other.rho), delta.add(other.delta));
  }

  /** Returns the remainder after another, which fits into this. */
  Price minus(Price other) {
    return new Price(rho.subtract(other.rho), delta.subtract(other.delta));
  }

  Price max(Price other) {
    return new Price(rho.max(other.rho), delta.max(other.delta));
  }

  /** True if neither amount is above the other's. */
  boolean fitsInto(Price other) {
    return rho.compareTo(other.rho) <= 0 && delta.compareTo(other.delta) <= 0;
  }

  public double rhoFloor() {
    return BudgetUnits.RHO.toDouble(rho, RoundingMode.FLOOR);
  }

  public double deltaFloor() {
    return BudgetUnits.DELTA.toDouble(delta, RoundingMode.FLOOR);
  }

  public double rhoCeiling() {
    return BudgetUnits.RHO.toDouble(rho, RoundingMode.CEILING);
  }

  public double deltaCeiling() {
    return BudgetUnits.DELTA.toDouble(delta, RoundingMode.CEILING);
  }
}
