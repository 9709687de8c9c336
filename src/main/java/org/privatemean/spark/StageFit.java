package org.privatemean.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.Payment;
import org.privatemean.release.Booking;
import org.privatemean.release.Warning;
import org.privatemean.request.PersonRequest;
import org.privatemean.spark.ledger.Described;
import org.privatemean.spark.ledger.FitPrice;
import org.privatemean.spark.ledger.LedgerSettings;
import org.privatemean.spark.ledger.PaidFit;
import org.privatemean.spark.ledger.RequestDigest;
import org.privatemean.spark.param.FitRequest;
import org.privatemean.spark.param.LedgerRequest;
import org.privatemean.spark.progress.Progress;

/**
 * A fit of {@link PrivateMean}, as a ledger pays for it; without a ledger its budget lives as long
 * as the fit.
 */
record StageFit(PrivateMean stage, FitRequest request, Progress progress)
    implements PaidFit.Fit<PrivateMeanSummary> {
  /** Fits. */
  PrivateMeanSummary of(Dataset<?> rows, Described described) {
    Optional<LedgerSettings> settings =
        LedgerSettings.of(LedgerRequest.of(stage), rows.sparkSession());
    return settings.isEmpty()
        ? release(rows, Payment.IN_PROCESS)
        : PaidFit.of(asked(settings.get(), rows, described), this, rows);
  }

  /** What it asks of a ledger. */
  PaidFit.Asked asked(LedgerSettings settings, Dataset<?> rows, Described described) {
    int dimension = stage.dimensionIn(rows.schema());
    return new PaidFit.Asked(
        settings,
        FitPrice.of(request),
        RequestDigest.of(stage, request, dimension, described.input()),
        Neighbours.of(stage.getNeighbours()),
        stage.persons().map(PersonRequest::column),
        described.areRowsKept());
  }

  @Override
  public PrivateMeanSummary release(Dataset<?> rows, Payment payment) {
    return stage.released(request, rows, payment, progress);
  }

  @Override
  public String text(PrivateMeanSummary released) {
    return SavedText.of(released);
  }

  @Override
  public PrivateMeanSummary read(String text) {
    return SavedText.read(text);
  }

  @Override
  public PrivateMeanSummary with(
      PrivateMeanSummary released, Optional<Booking> booking, List<Warning> warnings) {
    PrivateMeanSummary booked = booking.map(released::booked).orElse(released);
    return warnings.isEmpty() ? booked : booked.warning(warnings);
  }

  /** Warnings, and more of them. */
  static List<Warning> both(List<Warning> first, List<Warning> more) {
    List<Warning> all = new ArrayList<>(first);
    all.addAll(more);
    return all;
  }
}
