package org.privatemean.spark.param;

import java.util.Optional;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.release.Guarantee;
import org.privatemean.request.ErrorBarCoverage.CoverageKind;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.KeyRequest;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.PersonRequest;
import org.privatemean.request.RecentredSpec;
import org.privatemean.shuffle.ShuffleMeanSpec;

/** The request of a stage's params, parsed once per fit. */
public sealed interface FitRequest {
  /** A request for one mean in the central model. */
  record Central(MeanRequest request, Guarantee guarantee) implements FitRequest {
    @Override
    public CoverageKind errorBars() {
      return request instanceof RecentredSpec spec ? spec.regions().kind() : CoverageKind.NONE;
    }
  }

  /**
   * A request for the mean of each group in the central model.
   *
   * @param guarantee the requested guarantee; a private selection of keys has its own delta in
   *     addition, which is part of delta if (epsilon, delta) is requested
   * @param keys source of the keys
   * @param persons request for persons; empty if the unit is a row
   */
  record Grouped(
      GroupedSpec spec, Guarantee guarantee, KeyRequest keys, Optional<PersonRequest> persons)
      implements FitRequest {
    @Override
    public CoverageKind errorBars() {
      return spec.excess() ? CoverageKind.SAMPLE : CoverageKind.NONE;
    }
  }

  /** A request in the local model. */
  record Local(LocalMeanSpec spec) implements FitRequest {}

  /** A request in the shuffle model. */
  record Shuffle(ShuffleMeanSpec spec) implements FitRequest {}

  /** Returns the requested coverage of the error bars; the noise if the method offers no choice. */
  default CoverageKind errorBars() {
    return CoverageKind.NONE;
  }

  /** Parses params without another list of keys. */
  static FitRequest create(MeanParams<?, ?> params) {
    return create(params, Optional.empty());
  }

  /**
   * Parses params.
   *
   * @param keys an optional public list of keys that is not a param
   * @throws IllegalArgumentException if params are missing, contradict each other or are out of
   *     range
   */
  static FitRequest create(MeanParams<?, ?> params, Optional<KeyRequest.File> keys) {
    return new FitRequestParser(params).parse(keys);
  }
}
