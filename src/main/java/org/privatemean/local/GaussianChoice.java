package org.privatemean.local;

import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.privatemean.annotation.Internal;
import org.privatemean.refusal.ParamException;

/**
 * The protocol of a run: the requested one, or the one with the least forecast error among those
 * that suit the request and can work.
 *
 * @param forecasts standard errors of all that suit the request; NaN for one that cannot work
 */
@Internal
public record GaussianChoice(
    GaussianEstimator estimator, GaussianSpec spec, Map<GaussianEstimator, Double> forecasts) {
  /** Test positions of the mean within its bound, away from edges of cells. */
  private static final double[] PLACES = {-0.83, -0.31, 0.07, 0.41, 0.69};

  private static final double[] SIGMAS = {0.2, 0.5, 0.8};

  /** Chooses a protocol, or throws if the requested one, or each that suits, cannot work. */
  public static GaussianChoice choose(GaussianRequest request, long users, long seed) {
    Map<GaussianEstimator, Double> forecasts = new EnumMap<>(GaussianEstimator.class);
    Arrays.stream(GaussianEstimator.values())
        .filter(request::suits)
        .forEach(each -> forecasts.put(each, forecast(request, each, users)));
    Optional<GaussianEstimator> asked = GaussianEstimator.fromLabel(request.estimator());
    GaussianEstimator chosen =
        forecasts.keySet().stream()
            .filter(each -> !Double.isNaN(forecasts.get(each)))
            .filter(each -> asked.map(each::equals).orElseGet(() -> request.allows(each)))
            .min(Comparator.comparingDouble(forecasts::get))
            .orElseThrow(() -> tooFew(request, users));
    return new GaussianChoice(chosen, request.spec(chosen, users, seed), forecasts);
  }

  private static ParamException tooFew(GaussianRequest request, long users) {
    return new ParamException(
        "epsilon",
        String.format(
            Locale.ROOT,
            "%d users are too few for {estimator} %s at {epsilon} = %s and {meanBound} = "
                + "%s: the first phase would fail with a probability above {beta} = %s",
            users,
            request.estimator(),
            request.epsilon(),
            request.meanBound(),
            request.beta()),
        "use more users, a larger {epsilon}, a smaller {meanBound} or a larger {beta}");
  }

  /** Returns the rms over the test positions, each in units of its sigma; NaN if it cannot work. */
  private static double forecast(GaussianRequest request, GaussianEstimator each, long users) {
    GaussianSpec spec = request.spec(each, users, 0);
    if (!CoordinateProtocol.create(spec).refusals().isEmpty()) {
      return Double.NaN;
    }
    double logarithm = Math.log(request.sigmaMin());
    double span = Math.log(request.sigmaMax()) - logarithm;
    double[] sigmas =
        request.isSigmaKnown()
            ? new double[] {request.sigmaMin()}
            : Arrays.stream(SIGMAS).map(at -> Math.exp(logarithm + at * span)).toArray();
    double sum = 0;
    for (double place : PLACES) {
      for (double sigma : sigmas) {
        double relative =
            CoordinateProtocol.forecast(spec, place * request.meanBound(), sigma) / sigma;
        sum += relative * relative / (PLACES.length * sigmas.length);
      }
    }
    double middle = request.isSigmaKnown() ? request.sigmaMin() : Math.exp(logarithm + span / 2);
    return Math.sqrt(sum) * middle;
  }
}
