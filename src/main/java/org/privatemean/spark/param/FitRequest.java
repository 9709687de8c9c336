package org.privatemean.spark.param;

import java.util.Optional;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.release.Guarantee;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.KeyRequest;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.PersonRequest;
import org.privatemean.request.RecentredSpec;
import org.privatemean.shuffle.ShuffleMeanSpec;

/** The request of the params of a stage, parsed once per fit. */
public sealed interface FitRequest {
  /**
   * Of a curator.
   *
   * @param request what is asked for
   * @param guarantee as it was asked for
   */
  record Central(MeanRequest request, Guarantee guarantee) implements FitRequest {
    @Override
    public ErrorBarCoverage.CoverageKind errorBars() {
      return request instanceof RecentredSpec spec
          ? spec.regions().kind()
          : ErrorBarCoverage.CoverageKind.NONE;
    }
  }

  /**
   * A request to a curator for a mean of each group.
   *
   * @param spec what is asked for
   * @param guarantee as it was asked for; a private selection of keys fails with its own delta in
   *     addition to, which is part of the delta of an (epsilon, delta)
   * @param keys where the keys come from
   * @param persons what is asked for persons; empty where a row is protected
   */
  record Grouped(
      GroupedSpec spec, Guarantee guarantee, KeyRequest keys, Optional<PersonRequest> persons)
      implements FitRequest {
    @Override
    public ErrorBarCoverage.CoverageKind errorBars() {
      return spec.excess()
          ? ErrorBarCoverage.CoverageKind.SAMPLE
          : ErrorBarCoverage.CoverageKind.NONE;
    }
  }

  /**
   * A request to users who trust nobody.
   *
   * @param spec what is asked for
   */
  record Local(LocalMeanSpec spec) implements FitRequest {}

  /**
   * A request to users who trust a shuffler.
   *
   * @param spec what is asked for
   */
  record Shuffle(ShuffleMeanSpec spec) implements FitRequest {}

  /** Returns what error bars are asked to cover, where there is a choice; else the noise. */
  default ErrorBarCoverage.CoverageKind errorBars() {
    return ErrorBarCoverage.CoverageKind.NONE;
  }

  /**
   * Parses the params.
   *
   * @throws IllegalArgumentException if params are missing, contradict each other or are out of
   *     range
   */
  static FitRequest create(PersonParams<?, ?> params) {
    return create(params, Optional.empty());
  }

  /**
   * The same with a public list of keys that is given in addition to the params.
   *
   * @throws IllegalArgumentException as above
   */
  static FitRequest create(PersonParams<?, ?> params, Optional<KeyRequest.File> keys) {
    ParamTable.check(params);
    if (params.isGrouped()) {
      return createGrouped(params, keys);
    }
    params.persons();
    if (params.isLocal()) {
      return new Local(LocalRequest.create(params));
    }
    if (params.isShuffle()) {
      return new Shuffle(ShuffleRequest.create(params));
    }
    Guarantee guarantee = CentralRequest.guarantee(params);
    return new Central(CentralRequest.create(params, guarantee), guarantee);
  }

  private static Grouped createGrouped(PersonParams<?, ?> params, Optional<KeyRequest.File> lines) {
    KeyRequest keys = GroupedRequest.keys(params, lines);
    Optional<PersonRequest> persons = params.persons();
    Guarantee guarantee = CentralRequest.guarantee(params);
    CentralRequest.checkInvalidRows(params, guarantee);
    return new Grouped(GroupedRequest.create(params, guarantee), guarantee, keys, persons);
  }
}
