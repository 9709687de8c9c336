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
  private ChargeReceipt ticket;
  private boolean drawn;

  LedgerPayment(DurableLedger ledger, ChargeRequest ask, FitPrice price) {
    this.ledger = ledger;
    this.ask = ask;
    this.price = price;
  }

  @Override
  public synchronized double charge(double rho) {
    if (ticket != null) {
      throw new IllegalStateException("a fit pays once");
    }
    if (rho != price.rho()) {
      throw new IllegalStateException("a fit pays what it was asked for before");
    }
    ticket = ledger.charge(ask);
    return Math.min(rho, ticket.granted().rhoFloor());
  }

  @Override
  public synchronized void draw() {
    if (ticket == null) {
      throw new IllegalStateException("a fit pays before it draws");
    }
    if (!drawn) {
      ledger.draw(ticket);
      drawn = true;
    }
  }

  /**
   * Returns the receipt of a completed fit. A release without noise, such as a zero vector for too
   * few rows, is charged and drawn now, so that its result can be stored.
   */
  synchronized ChargeReceipt finish() {
    if (ticket == null) {
      charge(price.rho());
    }
    draw();
    return ticket;
  }

  synchronized boolean isCharged() {
    return ticket != null;
  }

  /** Returns true if noise may exist. */
  synchronized boolean isDrawn() {
    return drawn;
  }
}
