package org.privatemean.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.privatemean.annotation.Internal;
import org.privatemean.local.GaussianRequest.GaussianChoice;
import org.privatemean.numeric.Normal;

/**
 * The result of a run over one column.
 *
 * @param standardError of the mean, to first order
 */
@Internal
public record GaussianRelease(
    GaussianRequest request,
    GaussianEstimator estimator,
    long users,
    Sent sent,
    double mean,
    double sigma,
    double standardError,
    Map<GaussianEstimator, Double> forecasts,
    boolean seeded) {
  /** The communication of the users; {@code participants} is the least number of a round. */
  public record Sent(int rounds, long participants, long messages, long bytes) {}

  public static GaussianRelease create(
      GaussianRequest request,
      GaussianChoice choice,
      GaussianRound finished,
      Sent sent,
      boolean seeded) {
    return new GaussianRelease(
        request,
        choice.estimator(),
        choice.spec().users(),
        sent,
        finished.mean(),
        finished.sigma(),
        finished.standardError(),
        choice.forecasts(),
        seeded);
  }

  public double delta() {
    return request.delta(estimator);
  }

  public double halfWidth() {
    double missed = 1 - request.confidence() - request.beta();
    return -Normal.quantile(missed / 2) * standardError;
  }

  public double forecastError() {
    return forecasts.getOrDefault(estimator, Double.NaN);
  }

  /** Returns the warnings; names of params in braces. */
  public List<String> warnings() {
    GaussianSpec spec = request.spec(estimator, users, 0);
    List<String> warnings = new ArrayList<>(GaussianProtocol.create(spec).warnings());
    if (estimator.isBaseline()) {
      warnings.add(
          String.format(
              "{estimator} %s is a baseline: each user's guarantee has {delta} = %s, and its "
                  + "error bar has no proof",
              estimator.label(), delta()));
    }
    if (Math.abs(mean) + halfWidth() >= request.meanBound()) {
      warnings.add(
          "the estimate is as large as {meanBound}: a mean beyond the bound is mapped to "
              + "one within it, so use a larger {meanBound} if that is possible");
    }
    if (!request.isSigmaKnown() && isSigmaAtAnEnd()) {
      warnings.add(
          "the estimated sigma is at an end of {sigmaMin} to {sigmaMax}: a sigma beyond "
              + "them is mapped to one within, and the mean may then be wrong");
    }
    if (seeded) {
      warnings.add(
          "{seed} is set: anyone who knows it can remove the noise of the reports, so "
              + "this is for tests only");
    }
    return List.copyOf(warnings);
  }

  private boolean isSigmaAtAnEnd() {
    double room = Math.min(1.02, Math.sqrt(request.sigmaMax() / request.sigmaMin()));
    return sigma < request.sigmaMin() * room || sigma > request.sigmaMax() / room;
  }
}
