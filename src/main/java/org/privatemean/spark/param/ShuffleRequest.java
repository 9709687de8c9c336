package org.privatemean.spark.param;

import java.util.OptionalInt;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.InfeasiblePlanPolicy;
import org.privatemean.request.MeanSpec;
import org.privatemean.shuffle.ShuffleMeanSpec;

/** A parser of the params of {@code PrivateMean} for the shuffle model. */
public final class ShuffleRequest {
  private ShuffleRequest() {}

  /**
   * Parses the params.
   *
   * @throws IllegalArgumentException if params are missing or out of range
   */
  public static ShuffleMeanSpec create(MeanParams<?, ?> params) {
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
        InfeasiblePlanPolicy.REFUSE,
        rounds(params.getRounds()));
  }

  private static OptionalInt rounds(String asked) {
    if (asked.equals(ParamTable.AUTO)) {
      return OptionalInt.empty();
    }
    int rounds;
    try {
      rounds = Integer.parseInt(asked);
    } catch (NumberFormatException noNumber) {
      throw ParamException.outOfRange("rounds", "auto or in [3, 40]", asked);
    }
    ShuffleMeanSpec.checkRounds(rounds);
    return OptionalInt.of(rounds);
  }
}
