package org.privatemean.spark.param;

import org.privatemean.privacy.ApproxDp;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.IfHopeless;
import org.privatemean.request.MeanSpec;
import org.privatemean.shuffle.ShuffleMeanSpec;

/** What the params of {@code PrivateMean} ask of the shuffle model. */
public final class ShuffleRequest {
  private ShuffleRequest() {}

  /**
   * Reads the params.
   *
   * @throws IllegalArgumentException if params are missing
   */
  public static ShuffleMeanSpec of(UserParams<?, ?> params) {
    if (!params.isDefined(params.epsilon()) || !params.isDefined(params.delta())) {
      throw new ParamException(
          params.isDefined(params.epsilon()) ? "delta" : "epsilon",
          "{epsilon} and {delta} must both be set",
          "they are the budget of {trustModel} shuffle");
    }
    return new ShuffleMeanSpec(
        new ApproxDp(params.getEpsilon(), params.getDelta()),
        params.neededBounds(),
        params.getHonestFraction(),
        MeanSpec.Grid.of(params.getThresholdGrid()),
        params.getBeta(),
        IfHopeless.REFUSE);
  }
}
