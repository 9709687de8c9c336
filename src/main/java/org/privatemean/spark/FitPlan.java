package org.privatemean.spark;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.privatemean.annotation.Internal;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Warning;
import org.privatemean.request.RecentredSpec;
import org.privatemean.spark.ledger.LedgerRequest.InputDescriptor;
import org.privatemean.spark.ledger.LedgerSettings;
import org.privatemean.spark.ledger.PaidFit;
import org.privatemean.spark.param.FitRequest;
import org.privatemean.spark.param.FitRequest.KeyRequest;

/** A fit of {@link PrivateMean}, determined by its params and a schema before any row is read. */
@Internal
public final class FitPlan {
  private final PrivateMean stage;
  private final FitRequest request;
  private final int dimension;

  private FitPlan(PrivateMean stage, FitRequest request, int dimension) {
    this.stage = stage;
    this.request = request;
    this.dimension = dimension;
  }

  /**
   * Creates the fit of a stage.
   *
   * @param keys optional public list of keys that is not a param
   * @param deviations true to release standard deviations too, which share the budget of the mean
   * @throws IllegalArgumentException if params or schema are invalid, the dimension is unknown, or
   *     the method has no standard deviations
   */
  public static FitPlan create(
      PrivateMean stage, StructType schema, Optional<KeyRequest.File> keys, boolean deviations) {
    return new FitPlan(stage, check(stage, schema, keys, deviations), stage.dimensionIn(schema));
  }

  /** Checks params and schema as {@link #create} does, but the dimension may be unknown. */
  public static FitRequest check(
      PrivateMean stage, StructType schema, Optional<KeyRequest.File> keys, boolean deviations) {
    FitRequest requested = stage.validatedRequest(schema, keys);
    if (!deviations) {
      return requested;
    }
    if (requested instanceof FitRequest.Central central
        && central.request() instanceof RecentredSpec spec) {
      return new FitRequest.Central(spec.withDeviations(), central.guarantee());
    }
    if (requested instanceof FitRequest.Grouped) {
      throw new ParamException(
          "groupCols",
          "standard deviations are released with one mean only, but {groupCols} is set",
          "unset {groupCols}, or leave the standard deviations out");
    }
    throw new ParamException(
        "method",
        "standard deviations require {method} recentred of {trustModel} central",
        "unset {method} and {trustModel}");
  }

  /**
   * Returns a stage with the default of handleInvalid under a ledger; the given one is not changed.
   */
  public static PrivateMean underLedger(PrivateMean stage) {
    return StageFit.underLedger(stage);
  }

  /**
   * Fits rows of the schema.
   *
   * @param progress receives the progress of the fit
   * @param more warnings from public values, for the release
   */
  public PrivateMeanModel fit(
      Dataset<?> rows, InputDescriptor described, Progress progress, List<Warning> more) {
    return stage.model(stageFit().summary(rows, described, progress).warning(more));
  }

  /** Returns the request of a fit to a ledger. */
  public PaidFit.LedgerFitRequest ledgerRequest(
      LedgerSettings settings, InputDescriptor described) {
    return stageFit().ledgerRequest(settings, described);
  }

  /** Returns the fit of the request, begun at the release of startFrom, if set. */
  StageFit stageFit() {
    return new StageFit(stage, stage.withWarmStart(request, dimension), dimension);
  }

  public FitRequest request() {
    return request;
  }

  public int dimension() {
    return dimension;
  }
}
