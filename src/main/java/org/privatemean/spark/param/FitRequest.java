package org.privatemean.spark.param;

import org.privatemean.local.LocalMeanSpec;
import org.privatemean.release.Guarantee;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Regions;
import org.privatemean.shuffle.ShuffleMeanSpec;

/** What the params of a stage ask for, parsed once a fit. */
public sealed interface FitRequest {
  /**
   * Of a curator.
   *
   * @param request what is asked for
   * @param guarantee as it was asked for
   */
  record Central(MeanRequest request, Guarantee guarantee) implements FitRequest {
    @Override
    public Regions.Kind errorBars() {
      return request instanceof RecentredSpec spec ? spec.regions().kind() : Regions.Kind.NONE;
    }
  }

  /**
   * Of users who trust nobody.
   *
   * @param spec what is asked for
   */
  record Local(LocalMeanSpec spec) implements FitRequest {}

  /**
   * Of users who trust a shuffler.
   *
   * @param spec what is asked for
   */
  record Shuffle(ShuffleMeanSpec spec) implements FitRequest {}

  /** What error bars are asked to cover, where there is a choice; else the noise. */
  default Regions.Kind errorBars() {
    return Regions.Kind.NONE;
  }

  /**
   * Parses the params.
   *
   * @throws IllegalArgumentException if params are missing, contradict each other or are out of
   *     range
   */
  static FitRequest of(UserParams<?, ?> params) {
    ParamTable.check(params);
    if (params.isLocal()) {
      return new Local(LocalRequest.of(params));
    }
    if (params.isShuffle()) {
      return new Shuffle(ShuffleRequest.of(params));
    }
    Guarantee guarantee = CentralRequest.guarantee(params);
    return new Central(CentralRequest.of(params, guarantee), guarantee);
  }
}
