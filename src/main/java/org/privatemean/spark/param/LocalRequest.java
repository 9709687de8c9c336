package org.privatemean.spark.param;

import org.privatemean.local.LocalMeanSpec;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanSpec;

/** A parser of the params of {@code PrivateMean} for the local model. */
public final class LocalRequest {
  private LocalRequest() {}

  /**
   * Parses the params.
   *
   * @throws IllegalArgumentException if params are missing or contradict each other
   */
  public static LocalMeanSpec create(MeanParams<?, ?> params) {
    checkBudget(params);
    Bounds bounds = params.neededBounds();
    LocalMeanSpec spec =
        params.isDefined(params.rho())
            ? LocalMeanSpec.paper(new Zcdp(params.getRho()), bounds)
            : LocalMeanSpec.pure(new PureDp(params.getEpsilon()), bounds);
    return refine(params, spec);
  }

  /** Returns the request with beta, randomizer and grid, whose default depends on the protocol. */
  private static LocalMeanSpec refine(MeanParams<?, ?> params, LocalMeanSpec spec) {
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
        LocalMeanSpec.Randomizer.fromLabel(params.getRandomizer()),
        params.getBeta(),
        spec.ifHopeless());
  }

  private static void checkBudget(MeanParams<?, ?> params) {
    boolean rho = params.isDefined(params.rho());
    if (rho == params.isDefined(params.epsilon())) {
      throw new ParamException(
          "epsilon",
          rho ? "both {rho} and {epsilon} are set" : "the privacy budget is not set",
          "set either {epsilon} (pure reports) or {rho}");
    }
  }
}
