package org.privatemean.spark;

import java.util.List;
import java.util.Optional;
import org.apache.spark.ml.param.DoubleParam;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.mean.Bounds;
import org.privatemean.mean.MeanSpec;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.rows.InvalidRows;

/**
 * What the params of {@link PrivateMean} ask of the local model.
 *
 * @param spec the request
 * @param guarantee what a user is promised
 */
record LocalRequest(LocalMeanSpec spec, Guarantee guarantee) {
  /**
   * Reads the params.
   *
   * @throws IllegalArgumentException if params are missing, contradict each other, or belong to the
   *     central model
   */
  static LocalRequest of(PrivateMeanParams params) {
    refuseCentralParams(params);
    checkBudget(params);
    Bounds bounds =
        params
            .bounds()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "trustModel local needs a public bound: set radius with sigmaMin and"
                            + " sigmaMax, or bound, or coordinateBound"));
    return params.isDefined(params.rho()) ? paper(params, bounds) : pure(params, bounds);
  }

  private static LocalRequest paper(PrivateMeanParams params, Bounds bounds) {
    Zcdp budget = new Zcdp(params.getRho());
    LocalMeanSpec spec = LocalMeanSpec.paper(budget, bounds);
    return new LocalRequest(refined(params, spec), new Guarantee(budget, Optional.empty()));
  }

  private static LocalRequest pure(PrivateMeanParams params, Bounds bounds) {
    PureDp budget = new PureDp(params.getEpsilon());
    LocalMeanSpec spec = LocalMeanSpec.pure(budget, bounds);
    Guarantee guarantee =
        new Guarantee(Conversions.rhoUp(budget), Optional.of(new ApproxDp(budget.epsilon(), 0)));
    return new LocalRequest(refined(params, spec), guarantee);
  }

  /** With beta, and with the grid where one is set: the default depends on the protocol. */
  private static LocalMeanSpec refined(PrivateMeanParams params, LocalMeanSpec spec) {
    MeanSpec.Grid grid = spec.grid();
    if (params.isSet(params.thresholdGrid())) {
      grid =
          params.getThresholdGrid().equals(MeanSpec.Grid.SQUARED.label())
              ? MeanSpec.Grid.SQUARED
              : MeanSpec.Grid.GEOMETRIC;
    }
    return new LocalMeanSpec(
        spec.protocol(),
        spec.budget(),
        spec.bounds(),
        spec.route(),
        grid,
        params.getBeta(),
        spec.refuses());
  }

  private static void checkBudget(PrivateMeanParams params) {
    if (params.isDefined(params.delta())) {
      throw new IllegalArgumentException(
          "delta is set, but trustModel local has none: unset it, and set either epsilon or rho");
    }
    boolean both = params.isDefined(params.rho()) && params.isDefined(params.epsilon());
    if (both || !(params.isDefined(params.rho()) || params.isDefined(params.epsilon()))) {
      throw new IllegalArgumentException(
          both
              ? "both rho and epsilon are set: set either epsilon (pure reports) or rho"
              : "the privacy budget is not set: set either epsilon (pure reports) or rho");
    }
  }

  private static void refuseCentralParams(PrivateMeanParams params) {
    for (DoubleParam param : List.of(params.clippingNorm(), params.minNorm(), params.maxNorm())) {
      refuseIf(params.isDefined(param), param.name() + " is set", "unset it");
    }
    refuseIf(
        !params.getMethod().equals(PrivateMeanParams.AUTO),
        "method is " + params.getMethod(),
        "unset it: the local mean chooses its rounds from public values");
    refuseIf(
        params.getScaling().equals(PrivateMeanParams.AUTO), "scaling is auto", "set scaling none");
    refuseIf(
        params.getNeighbours().equals(Neighbours.ADD_REMOVE.label()),
        "neighbours is addRemove",
        "the number of users is public, set neighbours replace");
    refuseIf(
        params.invalidRows() == InvalidRows.SKIP,
        "handleInvalid is skip",
        "the number of users is public, set handleInvalid zero");
  }

  private static void refuseIf(boolean condition, String fact, String remedy) {
    if (condition) {
      throw new IllegalArgumentException(
          String.format("%s, but trustModel is local: %s", fact, remedy));
    }
  }

  /**
   * The plan for a number of users.
   *
   * @throws IllegalArgumentException if public values say that it cannot work
   */
  LocalMeanPlan plan(long users, int dimension) {
    return LocalMeanPlan.of(spec, users, dimension);
  }
}
