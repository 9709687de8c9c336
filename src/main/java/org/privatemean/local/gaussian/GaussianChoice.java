package org.privatemean.local.gaussian;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.privatemean.refusal.ParamException;

/**
 * The protocol of a run, chosen from public values: the requested one, or the one with the least
 * forecast error among those that suit the request and can work. The baselines are candidates only
 * if a delta is given.
 *
 * @param estimator the chosen one
 * @param spec its request
 * @param forecasts of all that suit the request, baselines included, for comparison
 */
public record GaussianChoice(
    GaussianEstimator estimator, GaussianSpec spec, List<EstimatorForecast> forecasts) {
  /**
   * Test positions of the mean within its bound, in units of it: away from simple places between
   * the cells of digits, on which the error of digits alone depends.
   */
  private static final double[] PLACES = {-0.83, -0.31, 0.07, 0.41, 0.69};

  /** Test positions of sigma between its bounds, on a logarithmic scale. */
  private static final double[] SIGMAS = {0.2, 0.5, 0.8};

  /**
   * The error of one estimator.
   *
   * @param estimator the estimator
   * @param error forecast standard error, in data units; NaN if it cannot work
   */
  public record EstimatorForecast(GaussianEstimator estimator, double error) {
    /** Returns true if it can work with this number of users. */
    public boolean isPossible() {
      return !Double.isNaN(error);
    }
  }

  /**
   * Chooses a protocol.
   *
   * @param users public number of users, at least 1
   * @param seed public, for the users' tasks
   * @throws ParamException if the requested one, or each that suits, cannot work with this number
   *     of users
   */
  public static GaussianChoice choose(GaussianRequest request, long users, long seed) {
    List<EstimatorForecast> forecasts =
        Arrays.stream(GaussianEstimator.values())
            .filter(request::suits)
            .map(each -> new EstimatorForecast(each, forecast(request, each, users)))
            .toList();
    Optional<GaussianEstimator> asked = GaussianEstimator.fromLabel(request.estimator());
    GaussianEstimator chosen =
        forecasts.stream()
            .filter(EstimatorForecast::isPossible)
            .filter(
                each ->
                    asked
                        .map(each.estimator()::equals)
                        .orElseGet(() -> request.allows(each.estimator())))
            .min(Comparator.comparingDouble(EstimatorForecast::error))
            .map(EstimatorForecast::estimator)
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
        double relative = ExpectedError.compute(spec, place * request.meanBound(), sigma) / sigma;
        sum += relative * relative / (PLACES.length * sigmas.length);
      }
    }
    double middle = request.isSigmaKnown() ? request.sigmaMin() : Math.exp(logarithm + span / 2);
    return Math.sqrt(sum) * middle;
  }
}
