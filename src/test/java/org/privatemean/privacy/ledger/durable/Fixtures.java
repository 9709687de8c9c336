package org.privatemean.privacy.ledger.durable;

import java.util.Map;
import java.util.Optional;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.DurableLedger.ChargeReceipt;

/** Terms and asks of tests. */
final class Fixtures {
  static final String REQUEST = "a".repeat(64);

  private Fixtures() {}

  static LedgerTerms terms(double rho) {
    return terms(rho, 0);
  }

  static LedgerTerms terms(double rho, double delta) {
    return new LedgerTerms(
        Price.budget(rho, delta),
        Optional.empty(),
        Neighbours.ADD_REMOVE,
        Optional.empty(),
        false,
        false,
        "all visitors");
  }

  static ChargeRequest ask(String name, double rho) {
    return ask(name, REQUEST, "/", rho);
  }

  static ChargeRequest ask(String name, String request, String scope, double rho) {
    return new ChargeRequest(
        Optional.of(name),
        request,
        scope,
        Price.toPay(rho, 0),
        true,
        ChargeRequest.PayAgain.NEVER,
        Map.of(),
        "a test");
  }

  static ChargeRequest payingAgain(ChargeRequest ask) {
    return paying(ask, ChargeRequest.PayAgain.ALWAYS);
  }

  static ChargeRequest paying(ChargeRequest ask, ChargeRequest.PayAgain payAgain) {
    return new ChargeRequest(
        ask.name(),
        ask.request(),
        ask.scope(),
        ask.price(),
        ask.mayGetLess(),
        payAgain,
        Map.of(),
        ask.by());
  }

  /** Charges, draws and stores. */
  static ChargeReceipt release(DurableLedger ledger, ChargeRequest ask, String body) {
    ChargeReceipt receipt = ledger.charge(ask);
    ledger.draw(receipt);
    if (!ledger.store(receipt, body)) {
      throw new IllegalStateException("not stored");
    }
    return receipt;
  }
}
