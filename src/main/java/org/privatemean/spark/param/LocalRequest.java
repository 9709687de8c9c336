package org.privatemean.spark.param;

import java.util.List;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanSpec;

/** What the params of {@code PrivateMean} ask of the local model. */
public final class LocalRequest {
  private LocalRequest() {}

  /**
   * Reads the params.
   *
   * @throws IllegalArgumentException if params are missing, contradict each other, or belong to the
   *     central model
   */
  public static LocalMeanSpec of(PrivateMeanParams params) {
    WithoutCurator.refuseCentralParams(params, List.of());
    WithoutCurator.refuseIf(
        params,
        params.isSet(params.honestFraction()),
        "honestFraction is set",
        "it belongs to trustModel shuffle, unset it");
    checkBudget(params);
    Bounds bounds = WithoutCurator.bounds(params);
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
      grid = MeanSpec.Grid.of(params.getThresholdGrid());
    }
    return new LocalMeanSpec(
        spec.protocol(),
        spec.budget(),
        spec.bounds(),
        spec.route(),
        grid,
        params.getBeta(),
        spec.ifHopeless());
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
}
