package org.privatemean.spark.ledger;

import org.privatemean.privacy.ledger.Payment;
import org.privatemean.privacy.ledger.durable.ChargeRequest;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.DurableLedger.ChargeReceipt;
import org.privatemean.spark.param.FitRequest.FitPrice;

/** The payment of one fit from a durable ledger. */
final class LedgerPayment implements Payment {
  private final DurableLedger ledger;
  private final ChargeRequest ask;
  private final FitPrice price;
  private ChargeReceipt receipt;
  private boolean drawn;

  LedgerPayment(DurableLedger ledger, ChargeRequest ask, FitPrice price) {
    this.ledger = ledger;
    this.ask = ask;
    this.price = price;
  }

  @Override
  public synchronized double charge(double rho) {
    if (receipt != null) {
      throw new IllegalStateException("a fit pays once");
    }
    if (rho != price.rho()) {
      throw new IllegalStateException("a fit pays what it was asked for before");
    }
    receipt = ledger.charge(ask);
    return Math.min(rho, receipt.granted().rhoFloor());
  }

  @Override
  public synchronized void draw() {
    if (receipt == null) {
      throw new IllegalStateException("a fit pays before it draws");
    }
    if (!drawn) {
      ledger.draw(receipt);
      drawn = true;
    }
  }

  /**
   * Returns the receipt of a completed fit. A release without noise, such as a zero vector for too
   * few rows, is charged and drawn now, so that its result can be stored.
   */
  synchronized ChargeReceipt finish() {
    if (receipt == null) {
      charge(price.rho());
    }
    draw();
    return receipt;
  }

  synchronized boolean isCharged() {
    return receipt != null;
  }

  /** Returns true if noise may exist. */
  synchronized boolean isDrawn() {
    return drawn;
  }
}
