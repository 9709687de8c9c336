package org.privatemean.spark.param;

import java.util.List;
import org.apache.spark.ml.param.DoubleParam;
import org.privatemean.privacy.Neighbours;
import org.privatemean.request.Bounds;
import org.privatemean.rows.InvalidRows;

/** Params that mean something else, or nothing, where users send messages and none is a curator. */
public final class WithoutCurator {
  private WithoutCurator() {}

  /**
   * Refuses the params of the central model.
   *
   * @param methods values of the param method that are right beside auto
   * @throws IllegalArgumentException naming the first that is set
   */
  static void refuseCentralParams(PrivateMeanParams params, List<String> methods) {
    for (DoubleParam param : List.of(params.clippingNorm(), params.minNorm(), params.maxNorm())) {
      refuseIf(params, params.isDefined(param), param.name() + " is set", "unset it");
    }
    refuseIf(
        params,
        !params.getMethod().equals(PrivateMeanParams.AUTO) && !methods.contains(params.getMethod()),
        "method is " + params.getMethod(),
        "unset it: the rounds are chosen from public values");
    refuseIf(
        params,
        params.getScaling().equals(PrivateMeanParams.AUTO),
        "scaling is auto",
        "set scaling none");
    refuseIf(
        params,
        params.getNeighbours().equals(Neighbours.ADD_REMOVE.label()),
        "neighbours is addRemove",
        "the number of users is public, set neighbours replace");
    refuseIf(
        params,
        params.invalidRows() == InvalidRows.SKIP,
        "handleInvalid is skip",
        "the number of users is public, set handleInvalid zero");
  }

  static void refuseIf(PrivateMeanParams params, boolean condition, String fact, String remedy) {
    if (condition) {
      throw new IllegalArgumentException(
          String.format("%s, but trustModel is %s: %s", fact, params.getTrustModel(), remedy));
    }
  }

  /**
   * Checks the number of rows, of which each is a user.
   *
   * @param name what to call it
   * @param remedy what to do where it is none or too many
   * @throws IllegalArgumentException if the rounds cannot be planned for so many
   */
  public static void checkUsers(PrivateMeanParams params, String name, long rows, String remedy) {
    if (rows < 1 || rows > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          String.format(
              "%s must be in [1, 2^31) with trustModel %s, where every row is a user: %s. Provided"
                  + " value: %d",
              name, params.getTrustModel(), remedy, rows));
    }
  }

  /**
   * The public bounds.
   *
   * @throws IllegalArgumentException if there are none
   */
  static Bounds bounds(PrivateMeanParams params) {
    return params
        .bounds()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    String.format(
                        "trustModel %s needs a public bound: set radius with sigmaMin and sigmaMax,"
                            + " or bound, or coordinateBound",
                        params.getTrustModel())));
  }
}
