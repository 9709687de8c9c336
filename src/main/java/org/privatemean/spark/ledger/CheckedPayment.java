package org.privatemean.spark.ledger;

import org.privatemean.privacy.ledger.Payment;

/** A payment that is drawn on only after a check of the rows has passed. */
public final class CheckedPayment implements Payment {
  private final Payment payment;
  private final Runnable check;
  private boolean isChecked;

  /**
   * A payment with a check.
   *
   * @param check throws if the rows end the fit; run once
   */
  public CheckedPayment(Payment payment, Runnable check) {
    this.payment = payment;
    this.check = check;
  }

  @Override
  public double charge(double rho) {
    return payment.charge(rho);
  }

  @Override
  public synchronized void draw() {
    if (!isChecked) {
      check.run();
      isChecked = true;
    }
    payment.draw();
  }
}
