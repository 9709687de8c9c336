package org.privatemean.spark.ledger;

import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.LedgerView;
import org.privatemean.privacy.ledger.durable.Price;
import org.privatemean.privacy.ledger.durable.StoredResult;

/**
 * The charge of a fit if it ran now, and the remainder of its ledger, which is only read.
 *
 * @param text for people, from public values
 */
public record LedgerForecast(String text) {
  private static final int DIGITS = 6;

  /**
   * Computes the forecast from the ledger.
   *
   * @throws org.privatemean.privacy.ledger.durable.LedgerRefusedException if it would not pay
   * @throws org.privatemean.privacy.ledger.durable.LedgerUnavailableException if it cannot be
   *     reached or is damaged
   */
  public static LedgerForecast compute(PaidFit.LedgerFitRequest asked, Dataset<?> rows) {
    try (DurableLedger ledger = OpenLedger.open(asked.settings(), rows.sparkSession())) {
      PaidFit.checkTerms(ledger.terms(), asked, ledger.id());
      Optional<StoredResult> stored = ledger.find(PaidFit.ask(asked, rows, ledger));
      LedgerView view = ledger.view();
      String state =
          stored
              .map(
                  found ->
                      String.format(
                          "nothing would be charged: entry %d, of %s, has the result",
                          found.ticket().number(), found.written()))
              .orElseGet(() -> charge(asked, view, ledger));
      return new LedgerForecast(view.id() + "; " + state);
    }
  }

  private static String charge(
      PaidFit.LedgerFitRequest asked, LedgerView view, DurableLedger ledger) {
    Optional<LedgerView.ChargeLine> ticket =
        view.charges().stream()
            .filter(line -> line.state() == LedgerView.State.TICKET)
            .filter(line -> line.name().equals(asked.settings().request().name()))
            .findFirst();
    if (ticket.isPresent()) {
      return "nothing would be charged: entry "
          + ticket.get().number()
          + " was charged and not drawn";
    }
    return String.format(
        "would be charged %s; %s remains for %s before the charge",
        amount(LedgerPayment.inUnits(asked.price())),
        amount(ledger.room(asked.settings().request().scope())),
        asked.settings().request().scope());
  }

  private static String amount(Price price) {
    String rho = "rho " + NumberFormat.number(price.rhoFloor(), DIGITS);
    return price.delta().signum() == 0
        ? rho
        : rho + ", delta " + NumberFormat.number(price.deltaFloor(), DIGITS);
  }
}
