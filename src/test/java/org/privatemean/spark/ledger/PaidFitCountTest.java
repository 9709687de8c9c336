package org.privatemean.spark.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.ChargeRequest;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.privacy.ledger.durable.LedgerTerms;
import org.privatemean.spark.ledger.PaidFit.InputDescriptor;
import org.privatemean.spark.param.FitRequest.FitPrice;

/** What a fit says of the number of its rows where no plan shows how they came about. */
final class PaidFitCountTest {
  private static PaidFit.LedgerFitRequest requested(
      boolean isRequired, Neighbours neighbours, boolean areRowsKept) {
    LedgerSettings settings =
        new LedgerSettings(
            "file:/ledger",
            Optional.empty(),
            LedgerTerms.WHOLE,
            ChargeRequest.PayAgain.NEVER,
            Optional.empty(),
            Optional.empty(),
            isRequired);
    return new PaidFit.LedgerFitRequest(
        settings,
        new FitPrice(1, 0, true),
        "digest",
        neighbours,
        Optional.empty(),
        new InputDescriptor(Map.of(), areRowsKept, Optional.empty()),
        Optional.empty());
  }

  private static void accepted(boolean isRequired, Neighbours neighbours, boolean areRowsKept) {
    PaidFit.LedgerFitRequest requested = requested(isRequired, neighbours, areRowsKept);
    assertEquals(List.of(), PaidFit.warnOfCount(requested, Optional.empty(), "id"));
  }

  @Test
  void ofCount_unknownPlanIfALedgerIsRequired_isRefusedUnderReplace() {
    LedgerRefusedException refusal =
        assertThrows(
            LedgerRefusedException.class,
            () ->
                PaidFit.warnOfCount(
                    requested(true, Neighbours.REPLACE, false), Optional.empty(), "id"));
    assertTrue(refusal.getMessage().contains("withholds the plan"), refusal.getMessage());
    accepted(false, Neighbours.REPLACE, false);
    accepted(true, Neighbours.ADD_REMOVE, false);
    // The job has read the rows itself, one for each record.
    accepted(true, Neighbours.REPLACE, true);
  }
}
