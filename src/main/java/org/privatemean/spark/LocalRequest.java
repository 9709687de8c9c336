package org.privatemean.spark;

import java.util.List;
import org.apache.spark.ml.param.DoubleParam;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.mean.Bounds;
import org.privatemean.mean.MeanSpec;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.rows.InvalidRows;

/** What the params of {@link PrivateMean} ask of the local model. */
final class LocalRequest {
  private LocalRequest() {}

  /**
   * Reads the params.
   *
   * @throws IllegalArgumentException if params are missing, contradict each other, or belong to the
   *     central model
   */
  static LocalMeanSpec of(PrivateMeanParams params) {
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
    LocalMeanSpec spec =
        params.isDefined(params.rho())
            ? LocalMeanSpec.paper(new Zcdp(params.getRho()), bounds)
            : LocalMeanSpec.pure(new PureDp(params.getEpsilon()), bounds);
    return refined(params, spec);
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
}
