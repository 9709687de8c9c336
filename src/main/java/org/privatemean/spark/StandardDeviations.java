package org.privatemean.spark;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.privatemean.annotation.Internal;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.RecentredSpec;
import org.privatemean.spark.ledger.InputDescriptor;
import org.privatemean.spark.param.FitRequest;
import org.privatemean.spark.pass.Progress;

/**
 * Fits of {@link PrivateMean} that also release standard deviations. These share the budget of the
 * mean; the guarantee is that of the stage.
 */
@Internal
public final class StandardDeviations {
  private StandardDeviations() {}

  /**
   * Checks params and schema. Reads no data.
   *
   * @throws IllegalArgumentException as the stage does, and if its method has no standard
   *     deviations
   */
  public static void check(PrivateMean stage, StructType schema) {
    validatedRequest(stage, schema);
  }

  static PrivateMeanSummary summary(PrivateMean stage, Dataset<?> rows) {
    return stage.summary(
        validatedRequest(stage, rows.schema()), rows, InputDescriptor.NOTHING, Progress.UNHEARD);
  }

  static FitRequest validatedRequest(PrivateMean stage, StructType schema) {
    FitRequest asked = stage.validatedRequest(schema);
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
}
