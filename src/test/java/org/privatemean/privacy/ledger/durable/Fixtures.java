package org.privatemean.privacy.ledger.durable;

import java.util.Optional;
import org.privatemean.privacy.Neighbours;

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
        new Parts.None(),
        false,
        "all visitors");
  }

  static Ask ask(String name, double rho) {
    return ask(name, REQUEST, "/", rho);
  }

  static Ask ask(String name, String request, String scope, double rho) {
    return new Ask(
        Optional.of(name), request, scope, Price.toPay(rho, 0), true, Ask.PayAgain.NEVER, "a test");
  }

  static Ask payingAgain(Ask ask) {
    return paying(ask, Ask.PayAgain.ALWAYS);
  }

  static Ask paying(Ask ask, Ask.PayAgain payAgain) {
    return new Ask(
        ask.name(), ask.request(), ask.scope(), ask.price(), ask.mayGetLess(), payAgain, ask.by());
  }

  /** Charges, draws and stores. */
  static Ticket release(DurableLedger ledger, Ask ask, String body) {
    Ticket ticket = ledger.charge(ask);
    ledger.draw(ticket);
    if (!ledger.store(ticket, body)) {
      throw new IllegalStateException("not stored");
    }
    return ticket;
  }
}
