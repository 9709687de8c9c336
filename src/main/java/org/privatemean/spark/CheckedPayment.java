package org.privatemean.spark;

import org.privatemean.privacy.ledger.Payment;

/** A payment that checks the rows after the charge and before the draw. */
final class CheckedPayment implements Payment {
  private final Payment payment;
  private final Runnable check;

  /**
   * Creates a payment with a check.
   *
   * @param check throws if the rows end the fit
   */
  public CheckedPayment(Payment payment, Runnable check) {
    this.payment = payment;
    this.check = check;
  }

  @Override
  public double charge(double rho) {
    double granted = payment.charge(rho);
    check.run();
    return granted;
  }

  @Override
  public void draw() {
    payment.draw();
  }
}
