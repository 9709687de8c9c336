package org.privatemean.privacy.ledger;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjDoubleConsumer;
import org.privatemean.annotation.Internal;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.Zcdp;

/**
 * The part of a {@link PrivacyLedger} that one release may spend, step by step. The rho of the
 * steps add up.
 *
 * <p><b>Contract.</b> The ledger was debited with the whole grant when it was made; none of it is
 * returned. Charges are rounded up to the ledger's units, so shares computed in doubles need not
 * add up to the grant: give the last step at most {@link #remaining()}.
 *
 * <p>Thread-safe. A grant has one owner.
 */
@Internal
public final class ZcdpGrant implements AutoCloseable {
  private final String release;
  private final BigInteger whole;
  private final Payment payment;
  private final ObjDoubleConsumer<String> listener;
  private final Map<String, BigInteger> charged = new LinkedHashMap<>();
  private BigInteger remaining;
  private boolean closed;

  /** Creates a grant of units of rho; {@link PrivacyLedger} describes payment and listener. */
  ZcdpGrant(String release, BigInteger whole, Payment payment, ObjDoubleConsumer<String> listener) {
    this.release = release;
    this.whole = whole;
    this.payment = payment;
    this.listener = listener;
    this.remaining = whole;
  }

  /**
   * Debits the positive price of a step, given all outputs before it. Call it before the noise of
   * the step is drawn: a refused charge leaves the grant unchanged.
   *
   * @throws BudgetExceededException if the price is more than remains of the grant
   */
  public synchronized Charge charge(String step, Zcdp price) {
    double rho = price.rho();
    Checks.positive("rho", rho);
    BigInteger debit = BudgetUnits.RHO.of(rho, RoundingMode.CEILING);
    Charge charge = new Charge(step, BudgetUnits.RHO.toDouble(debit, RoundingMode.CEILING));
    if (closed) {
      throw new IllegalStateException(
          String.format("step '%s' comes after the end of release '%s'", step, release));
    }
    if (debit.compareTo(remaining) > 0) {
      throw new BudgetExceededException(step, rho, remaining());
    }
    remaining = remaining.subtract(debit);
    charged.merge(step, debit, BigInteger::add);
    // A refused step draws nothing, so its payment stays unused.
    payment.draw();
    listener.accept(step, spent());
    return charge;
  }

  /** Returns the rho that steps can still be charged, rounded down: a charge of it is accepted. */
  public synchronized double remaining() {
    return BudgetUnits.RHO.toDouble(remaining, RoundingMode.FLOOR);
  }

  /** Returns the sum of the rho of all charges, rounded up. */
  public synchronized double spent() {
    return BudgetUnits.RHO.toDouble(whole.subtract(remaining), RoundingMode.CEILING);
  }

  /** Returns the charges of the steps, in the order of their first charge. */
  public synchronized List<Charge> charges() {
    return BudgetUnits.charges(charged);
  }

  /** Ends the release: no step can be charged afterwards. */
  @Override
  public synchronized void close() {
    closed = true;
  }

  /** Amounts of a budget as integers of small units; doubles of 2^-8 or more are whole numbers. */
  public enum BudgetUnits {
    /** Units of rho: 2^-60. */
    RHO(60),
    /** Units of delta: 2^-120. */
    DELTA(120);

    private final int fractionBits;
    private final BigDecimal one;

    BudgetUnits(int fractionBits) {
      this.fractionBits = fractionBits;
      this.one = new BigDecimal(BigInteger.ONE.shiftLeft(fractionBits));
    }

    public BigInteger of(double amount, RoundingMode rounding) {
      return new BigDecimal(amount).multiply(one).setScale(0, rounding).toBigIntegerExact();
    }

    public double toDouble(BigInteger units, RoundingMode rounding) {
      double nearest = units.doubleValue();
      int error = new BigDecimal(nearest).toBigIntegerExact().compareTo(units);
      // The division is exact: one unit is far above the smallest normal double.
      if (rounding == RoundingMode.CEILING && error < 0) {
        nearest = Math.nextUp(nearest);
      } else if (rounding == RoundingMode.FLOOR && error > 0) {
        nearest = Math.nextDown(nearest);
      }
      return Math.scalb(nearest, -fractionBits);
    }

    /** Returns the charges of amounts of rho by name, rounded up, in the order of the map. */
    static List<Charge> charges(Map<String, BigInteger> amounts) {
      return amounts.entrySet().stream()
          .map(
              entry ->
                  new Charge(entry.getKey(), RHO.toDouble(entry.getValue(), RoundingMode.CEILING)))
          .toList();
    }
  }
}
