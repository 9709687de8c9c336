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

/** The request of a stage's params, parsed once per fit. */
public sealed interface FitRequest {
  /**
   * A request for one mean in the central model.
   *
   * @param request the parsed request
   * @param guarantee the requested guarantee
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
   * A request for the mean of each group in the central model.
   *
   * @param spec the parsed request
   * @param guarantee the requested guarantee; a private selection of keys has its own delta in
   *     addition, which is part of delta if (epsilon, delta) is requested
   * @param keys source of the keys
   * @param persons request for persons; empty if the unit is a row
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
   * A request in the local model.
   *
   * @param spec the parsed request
   */
  record Local(LocalMeanSpec spec) implements FitRequest {}

  /**
   * A request in the shuffle model.
   *
   * @param spec the parsed request
   */
  record Shuffle(ShuffleMeanSpec spec) implements FitRequest {}

  /** Returns the requested coverage of the error bars; the noise if the method offers no choice. */
  default ErrorBarCoverage.CoverageKind errorBars() {
    return ErrorBarCoverage.CoverageKind.NONE;
  }

  /**
   * Parses the params.
   *
   * @throws IllegalArgumentException if params are missing, contradict each other or are out of
   *     range
   */
  static FitRequest create(MeanParams<?, ?> params) {
    return create(params, Optional.empty());
  }

  /**
   * Parses the params, with an optional public list of keys.
   *
   * @throws IllegalArgumentException if params are missing, contradict each other or are out of
   *     range
   */
  static FitRequest create(MeanParams<?, ?> params, Optional<KeyRequest.File> keys) {
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

  private static Grouped createGrouped(MeanParams<?, ?> params, Optional<KeyRequest.File> lines) {
    KeyRequest keys = GroupedRequest.keys(params, lines);
    Optional<PersonRequest> persons = params.persons();
    Guarantee guarantee = CentralRequest.guarantee(params);
    CentralRequest.checkInvalidRows(params, guarantee);
    return new Grouped(GroupedRequest.create(params, guarantee), guarantee, keys, persons);
  }
}
