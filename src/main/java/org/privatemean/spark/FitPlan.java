package org.privatemean.spark;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.privatemean.annotation.Internal;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Warning;
import org.privatemean.request.KeyRequest;
import org.privatemean.request.RecentredSpec;
import org.privatemean.spark.ledger.InputDescriptor;
import org.privatemean.spark.ledger.LedgerSettings;
import org.privatemean.spark.ledger.PaidFit;
import org.privatemean.spark.param.FitRequest;
import org.privatemean.spark.pass.Progress;

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
   * @throws IllegalArgumentException if params or schema are invalid, or the method has no standard
   *     deviations
   */
  public static FitPlan create(
      PrivateMean stage, StructType schema, Optional<KeyRequest.File> keys, boolean deviations) {
    return new FitPlan(stage, request(stage, schema, keys, deviations), stage.dimensionIn(schema));
  }

  /**
   * Checks params and schema as {@link #create} does, but the dimension may be unknown.
   *
   * @throws IllegalArgumentException if they are invalid
   */
  public static void check(
      PrivateMean stage, StructType schema, Optional<KeyRequest.File> keys, boolean deviations) {
    FitRequest unused = request(stage, schema, keys, deviations);
  }

  private static FitRequest request(
      PrivateMean stage, StructType schema, Optional<KeyRequest.File> keys, boolean deviations) {
    FitRequest asked = stage.validatedRequest(schema, keys);
    if (!deviations) {
      return asked;
    }
    if (asked instanceof FitRequest.Central central
        && central.request() instanceof RecentredSpec spec) {
      return new FitRequest.Central(spec.withDeviations(), central.guarantee());
    }
    if (asked instanceof FitRequest.Grouped) {
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
   * Returns a stage with the defaults that apply under a ledger.
   *
   * @param stage is not changed
   */
  public static PrivateMean underLedger(PrivateMean stage) {
    return stage.underLedger();
  }

  /**
   * Fits the rows.
   *
   * @param rows rows of the schema
   * @param described origin of the rows
   * @param progress receives the progress of the fit
   * @throws IllegalArgumentException as {@link PrivateMean#fit} does
   */
  public PrivateMeanModel fit(Dataset<?> rows, InputDescriptor described, Progress progress) {
    return fit(rows, described, progress, List.of());
  }

  /**
   * Fits the rows and adds warnings to the release.
   *
   * @param more warnings from public values
   * @throws IllegalArgumentException as {@link PrivateMean#fit} does
   */
  public PrivateMeanModel fit(
      Dataset<?> rows, InputDescriptor described, Progress progress, List<Warning> more) {
    PrivateMeanSummary released = summary(rows, described, progress);
    return stage.model(more.isEmpty() ? released : released.warning(more));
  }

  PrivateMeanSummary summary(Dataset<?> rows, InputDescriptor described, Progress progress) {
    return stage.summary(request, rows, described, progress);
  }

  /** Returns the request of a fit to a ledger. */
  public PaidFit.LedgerFitRequest ledgerRequest(
      LedgerSettings settings, Dataset<?> rows, InputDescriptor described) {
    FitRequest started = stage.withWarmStart(request, rows.schema());
    return stage.askedOfLedger(started, rows.schema(), settings, described);
  }

  /** Returns the parsed request of the params. */
  public FitRequest request() {
    return request;
  }

  /** Returns the number of coordinates. */
  public int dimension() {
    return dimension;
  }
}
