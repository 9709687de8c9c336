package org.privatemean.spark;

import java.util.List;
import java.util.Optional;
import org.apache.spark.ml.param.Param;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.privatemean.annotation.Internal;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Warning;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.RecentredSpec.Moments;
import org.privatemean.request.Sampling;
import org.privatemean.spark.column.ResolvedColumns;
import org.privatemean.spark.ledger.LedgerSettings;
import org.privatemean.spark.ledger.PaidFit;
import org.privatemean.spark.ledger.PaidFit.InputDescriptor;
import org.privatemean.spark.param.FitParams;
import org.privatemean.spark.param.FitRequest;
import org.privatemean.spark.param.FitRequest.KeyRequest;

/** A fit of {@link PrivateMean}, determined by its params and a schema before any row is read. */
@Internal
public record FitPlan(PrivateMean stage, FitRequest request, int dimension) {
  /**
   * Creates the fit of a stage.
   *
   * @param keys optional public list of keys that is not a param
   * @param moments what is released in addition to the mean, for a share of the budget
   */
  public static FitPlan create(
      PrivateMean stage, StructType schema, Optional<KeyRequest.File> keys, Moments moments) {
    return new FitPlan(stage, check(stage, schema, keys, moments), stage.dimensionIn(schema));
  }

  /** Checks params and schema as {@link #create} does, but the dimension may be unknown. */
  public static FitRequest check(
      PrivateMean stage, StructType schema, Optional<KeyRequest.File> keys, Moments moments) {
    FitRequest requested = stage.validatedRequest(schema, keys);
    if (moments == Moments.MEAN) {
      return requested;
    }
    if (requested instanceof FitRequest.Central central
        && central.request() instanceof RecentredSpec spec) {
      return new FitRequest.Central(spec.with(moments), central.guarantee());
    }
    if (requested instanceof FitRequest.Grouped) {
      throw new ParamException(
          "groupCols",
          moments.plural() + " are released with one mean only, but {groupCols} is set",
          "unset {groupCols}, or leave the " + moments.plural() + " out");
    }
    throw new ParamException(
        "method",
        moments.plural() + " require {method} recentred of {trustModel} central",
        "unset {method} and {trustModel}");
  }

  /** Releases moments of the input column of a stage that is not {@link PrivateMean}. */
  static PrivateMeanSummary release(FitParams<?, ?> stage, Dataset<?> dataset, Moments moments) {
    ResolvedColumns columns = ResolvedColumns.in(dataset);
    PrivateMean mean = columns.resolve(meanOfAllRows(stage));
    Dataset<?> rows = columns.select(dataset);
    return create(mean, rows.schema(), Optional.empty(), moments)
        .stageFit()
        .summary(rows, InputDescriptor.NOTHING, Progress.UNHEARD);
  }

  /** Checks the params of such a stage and a schema, and appends the output column. */
  static StructType transformSchema(FitParams<?, ?> stage, StructType schema, Moments moments) {
    PrivateMean mean = meanOfAllRows(stage);
    ResolvedColumns columns = ResolvedColumns.in(schema);
    check(columns.resolve(mean), columns.schema(), Optional.empty(), moments);
    return mean.transformSchema(schema);
  }

  private static PrivateMean meanOfAllRows(FitParams<?, ?> stage) {
    PrivateMean mean = new PrivateMean(stage.uid());
    // A default does not change a digest in a ledger.
    mean.setDefault(mean.sampling(), Sampling.NONE.label());
    for (Param<?> param : stage.params()) {
      if (stage.isSet(param) && mean.hasParam(param.name())) {
        mean.set(mean.getParam(param.name()), stage.getOrDefault(param));
      }
    }
    return mean;
  }

  /** Returns a copy of a stage with the default of handleInvalid under a ledger. */
  public static PrivateMean underLedger(PrivateMean stage) {
    return StageFit.underLedger(stage);
  }

  /** Fits rows of the schema; {@code more} are warnings from public values, for the release. */
  public PrivateMeanModel fit(
      Dataset<?> rows, InputDescriptor described, Progress progress, List<Warning> more) {
    return stage.model(stageFit().summary(rows, described, progress).withWarnings(more));
  }

  public PaidFit.LedgerFitRequest ledgerRequest(
      LedgerSettings settings, InputDescriptor described) {
    return stageFit().ledgerRequest(settings, described);
  }

  /** Returns the fit of the request. It starts from the release of startFrom, if set. */
  StageFit stageFit() {
    return new StageFit(stage, stage.withWarmStart(request, dimension), dimension);
  }
}
