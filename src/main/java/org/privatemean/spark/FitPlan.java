package org.privatemean.spark;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.privatemean.annotation.Internal;
import org.privatemean.release.Warning;
import org.privatemean.request.KeyRequest;
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
   * @throws IllegalArgumentException if params or schema are invalid
   */
  public static FitPlan create(PrivateMean stage, StructType schema) {
    return new FitPlan(stage, stage.validatedRequest(schema), stage.dimensionIn(schema));
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
   * Creates the fit of a stage, with an optional public list of keys that is not a param.
   *
   * @throws IllegalArgumentException if params or schema are invalid
   */
  public static FitPlan create(
      PrivateMean stage, StructType schema, Optional<KeyRequest.File> keys) {
    return new FitPlan(stage, stage.validatedRequest(schema, keys), stage.dimensionIn(schema));
  }

  /**
   * Checks params and schema as {@link #create(PrivateMean, StructType, Optional)} does, but the
   * dimension may be unknown.
   *
   * @throws IllegalArgumentException if they are invalid
   */
  public static void check(PrivateMean stage, StructType schema, Optional<KeyRequest.File> keys) {
    stage.validatedRequest(schema, keys);
  }

  /**
   * Creates the fit of a stage that releases standard deviations too.
   *
   * @throws IllegalArgumentException as above, and as {@link StandardDeviations#check} does
   */
  public static FitPlan withDeviations(PrivateMean stage, StructType schema) {
    FitRequest request = StandardDeviations.validatedRequest(stage, schema);
    return new FitPlan(stage, request, stage.dimensionIn(schema));
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
    PrivateMeanSummary released = stage.summary(request, rows, described, progress);
    return stage.model(more.isEmpty() ? released : released.warning(more));
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
