package org.privatemean.spark.param;

import java.util.List;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.request.IfHopeless;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.shuffle.ShuffleMeanSpec;

/** What the params of {@code PrivateMean} ask of the shuffle model. */
public final class ShuffleRequest {
  private ShuffleRequest() {}

  /**
   * Reads the params.
   *
   * @throws IllegalArgumentException if params are missing, contradict each other, or belong to the
   *     central model
   */
  public static ShuffleMeanSpec of(PrivateMeanParams params) {
    WithoutCurator.refuseCentralParams(params, List.of(Method.SHIFTED_CLIPPED.label()));
    WithoutCurator.refuseIf(
        params,
        params.isDefined(params.rho()),
        "rho is set",
        "its guarantee is (epsilon, delta), set epsilon and delta");
    if (!params.isDefined(params.epsilon()) || !params.isDefined(params.delta())) {
      throw new IllegalArgumentException(
          "epsilon and delta must both be set: they are the budget of trustModel shuffle");
    }
    return new ShuffleMeanSpec(
        new ApproxDp(params.getEpsilon(), params.getDelta()),
        WithoutCurator.bounds(params),
        params.getHonestFraction(),
        MeanSpec.Grid.of(params.getThresholdGrid()),
        params.getBeta(),
        IfHopeless.REFUSE);
  }
}
