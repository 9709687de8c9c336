package org.privatemean.spark;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.spark.sql.Dataset;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.Payment;
import org.privatemean.release.LedgerReceipt;
import org.privatemean.release.Warning;
import org.privatemean.request.PersonRequest;
import org.privatemean.rows.InvalidRows;
import org.privatemean.spark.ledger.FitPrice;
import org.privatemean.spark.ledger.InputDescriptor;
import org.privatemean.spark.ledger.LedgerSettings;
import org.privatemean.spark.ledger.PaidFit;
import org.privatemean.spark.param.FitRequest;
import org.privatemean.spark.param.MeanParams;

/**
 * A fit of {@link PrivateMean} that a durable ledger pays for.
 *
 * @param released function that releases rows that are paid for
 */
record StageFit(BiFunction<Dataset<?>, Payment, PrivateMeanSummary> released)
    implements PaidFit.Fit<PrivateMeanSummary> {
  static PaidFit.LedgerFitRequest ledgerRequest(
      MeanParams<?, ?> stage,
      FitRequest request,
      int dimension,
      LedgerSettings settings,
      InputDescriptor described) {
    return new PaidFit.LedgerFitRequest(
        settings,
        FitPrice.compute(request),
        RequestDigest.compute(stage, request, dimension, described.input()),
        Neighbours.of(stage.getNeighbours()),
        stage.persons().map(PersonRequest::column),
        described.areRowsKept(),
        described.reader(),
        endingParam(stage));
  }

  private static Optional<String> endingParam(MeanParams<?, ?> stage) {
    // An unset param means another rule under a ledger.
    if (stage.isSet(stage.handleInvalid()) && stage.invalidRows() == InvalidRows.ERROR) {
      return Optional.of(stage.handleInvalid().name());
    }
    return stage.isDefined(stage.idCol()) ? Optional.of(stage.idCol().name()) : Optional.empty();
  }

  @Override
  public PrivateMeanSummary release(Dataset<?> rows, Payment payment) {
    return released.apply(rows, payment);
  }

  @Override
  public String text(PrivateMeanSummary summary) {
    return SavedText.write(summary);
  }

  @Override
  public PrivateMeanSummary read(String text) {
    return SavedText.read(text);
  }

  @Override
  public PrivateMeanSummary with(
      PrivateMeanSummary summary, Optional<LedgerReceipt> booking, List<Warning> warnings) {
    PrivateMeanSummary booked = booking.map(summary::withReceipt).orElse(summary);
    return warnings.isEmpty() ? booked : booked.warning(warnings);
  }
}
