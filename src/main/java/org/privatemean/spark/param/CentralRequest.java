package org.privatemean.spark.param;

import java.util.OptionalDouble;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Guarantee;
import org.privatemean.request.BudgetSplit;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.rows.InvalidRows;

/** A parser of the params of {@code PrivateMean} for the central model. */
final class CentralRequest {
  private CentralRequest() {}

  /**
   * Parses the params.
   *
   * @throws ParamException if params are missing or contradict each other
   */
  static MeanRequest create(MeanParams<?, ?> params, Guarantee guarantee) {
    checkInvalidRows(params, guarantee);
    return params.isRecentred()
        ? createRecentred(params, guarantee)
        : createClipped(params, guarantee);
  }

  /**
   * Checks that rows are not skipped if their number is public.
   *
   * @throws ParamException if rows may be skipped
   */
  static void checkInvalidRows(MeanParams<?, ?> params, Guarantee guarantee) {
    if (params.invalidRows() == InvalidRows.SKIP
        && guarantee.unit().neighbours() == Neighbours.REPLACE) {
      throw new ParamException(
          "handleInvalid",
          "{handleInvalid} skip changes the number of rows, which {neighbours} replace makes public",
          "set {neighbours} to addRemove, or {handleInvalid} to zero");
    }
  }

  /**
   * Returns the requested guarantee.
   *
   * @throws ParamException unless exactly one of rho and (epsilon, delta) is set
   */
  static Guarantee guarantee(MeanParams<?, ?> params) {
    boolean epsilon = params.isDefined(params.epsilon());
    boolean delta = params.isDefined(params.delta());
    boolean rho = params.isDefined(params.rho());
    if (rho == (epsilon || delta)) {
      throw new ParamException(
          "rho",
          rho ? "both {rho} and {epsilon} or {delta} are set" : "the privacy budget is not set",
          "set either {rho}, or {epsilon} and {delta}");
    }
    PrivacyUnit unit = unit(params);
    if (rho) {
      return Guarantee.inZcdp(new Zcdp(params.getRho()), unit);
    }
    if (!epsilon || !delta) {
      throw new ParamException(
          epsilon ? "delta" : "epsilon",
          "{epsilon} and {delta} must be set together",
          "the central model has no pure epsilon-DP method ({trustModel} local has)");
    }
    ApproxDp asked = new ApproxDp(params.getEpsilon(), params.getDelta());
    return Guarantee.inApproxDp(asked, Conversions.rhoDown(shareOfMeans(asked, params)), unit);
  }

  /**
   * Returns the part of (epsilon, delta) for the means. A private selection of keys that fails with
   * probability k uses k of delta, since (epsilon, d) and k together are (epsilon, d + k - d k).
   */
  private static ApproxDp shareOfMeans(ApproxDp asked, MeanParams<?, ?> params) {
    return params.selectsKeys()
        ? new ApproxDp(asked.epsilon(), Math.nextDown(asked.delta() - params.deltaOfKeys()))
        : asked;
  }

  private static PrivacyUnit unit(MeanParams<?, ?> params) {
    Neighbours neighbours = Neighbours.of(params.getNeighbours());
    return params
        .persons()
        .map(persons -> PrivacyUnit.person(neighbours, persons.mostWeight()))
        .orElseGet(() -> PrivacyUnit.row(neighbours));
  }

  private static RecentredSpec createRecentred(MeanParams<?, ?> params, Guarantee guarantee) {
    return new RecentredSpec(
            guarantee.zcdp().rho(),
            params.optional(params.minNorm()),
            params.bounds(),
            params.units(),
            params.errorBars(),
            false,
            guarantee.unit())
        .sampling(params.firstSteps())
        .withRareUnit(params.getRareUnit());
  }

  private static MeanSpec createClipped(MeanParams<?, ?> params, Guarantee guarantee) {
    Method method =
        params.getMethod().equals(Method.CLIPPED.label()) ? Method.CLIPPED : Method.SHIFTED_CLIPPED;
    OptionalDouble norm = params.optional(params.clippingNorm());
    return new MeanSpec(
        method,
        guarantee.zcdp().rho(),
        params.bounds(),
        norm,
        params.getBeta(),
        MeanSpec.Grid.of(params.getThresholdGrid()),
        BudgetSplit.paper(method, norm),
        guarantee.unit());
  }
}
