package org.privatemean.local;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.Checks;
import org.privatemean.refusal.ParamException;

/**
 * The public request for one column. Messages have the names of params in braces.
 *
 * @param estimator a name, or {@value GaussianEstimator#AUTO}
 * @param delta of a user's guarantee by a baseline; NaN if none is given
 * @param isSigmaKnown whether both bounds are the known sigma
 * @param beta probability that the first answers are wrong
 */
@Internal
public record GaussianRequest(
    String estimator,
    double epsilon,
    double delta,
    double meanBound,
    double sigmaMin,
    double sigmaMax,
    boolean isSigmaKnown,
    double beta,
    double confidence)
    implements Serializable {
  public static final double USUAL_DELTA = 1e-9;
  public static final double USUAL_BETA = 0.01;
  public static final double USUAL_CONFIDENCE = 0.95;

  /** The least part of the error bar's failure probability that is left after beta. */
  private static final double MIN_MISSED = 1e-9;

  public GaussianRequest {
    Checks.param(
        "epsilon",
        epsilon >= GaussianSpec.MIN_EPSILON && epsilon <= GaussianSpec.MAX_EPSILON,
        "in [" + GaussianSpec.MIN_EPSILON + ", " + GaussianSpec.MAX_EPSILON + "]",
        epsilon);
    Checks.param("delta", Double.isNaN(delta) || (delta > 0 && delta < 1), "in (0, 1)", delta);
    checkSizes(meanBound, sigmaMin, sigmaMax, isSigmaKnown);
    Checks.param("confidence", confidence > 0 && confidence < 1, "in (0, 1)", confidence);
    Checks.param("beta", beta > 0 && beta < 1, "in (0, 1)", beta);
    if (confidence + beta > 1 - MIN_MISSED) {
      throw new ParamException(
          "beta",
          NumberFormat.format(
              "{beta} = %s must be below 1 - {confidence}, which is %.6g: it is a part of what the"
                  + " error bar may miss",
              beta, 1 - confidence),
          "set a smaller {beta} or a smaller {confidence}");
    }
    Optional<GaussianEstimator> named = GaussianEstimator.fromLabel(estimator);
    if (named.isPresent()) {
      GaussianEstimator chosen = named.get();
      if (chosen.isSigmaKnown() && !isSigmaKnown) {
        throw new ParamException(
            "estimator",
            String.format("{estimator} %s takes sigma as known", chosen.label()),
            "set {sigma} in place of {sigmaMin} and {sigmaMax}, or another {estimator}");
      }
      if (!chosen.isSigmaKnown() && isSigmaKnown) {
        throw new ParamException(
            "estimator",
            String.format("{estimator} %s takes bounds on sigma", chosen.label()),
            "set {sigmaMin} and {sigmaMax} in place of {sigma}, or another {estimator}");
      }
      if (!chosen.isBaseline() && !Double.isNaN(delta)) {
        throw new ParamException(
            "delta",
            String.format(
                "{delta} is set, but {estimator} %s is purely epsilon-DP", chosen.label()),
            "unset {delta}");
      }
      if (chosen == GaussianEstimator.KNOWN_VAR
          && !GaussianSpec.hasFewBins(meanBound, sigmaMin, sigmaMax)) {
        throw new ParamException(
            "meanBound",
            "{estimator} knownVar sends a bit for each interval of {sigma} within {meanBound}, and"
                + " takes at most 2^19 {sigma} for {meanBound}",
            "set a smaller {meanBound} or another {estimator}");
      }
    }
  }

  private static void checkSizes(
      double meanBound, double sigmaMin, double sigmaMax, boolean isSigmaKnown) {
    String least = isSigmaKnown ? "sigma" : "sigmaMin";
    Checks.param("meanBound", GaussianSpec.isSize(meanBound), "in [2^-400, 2^400]", meanBound);
    Checks.param(least, GaussianSpec.isSize(sigmaMin), "in [2^-400, 2^400]", sigmaMin);
    Checks.param("sigmaMax", GaussianSpec.isSize(sigmaMax), "in [2^-400, 2^400]", sigmaMax);
    Checks.param("sigmaMax", sigmaMax >= sigmaMin, "at least {sigmaMin} = " + sigmaMin, sigmaMax);
    Checks.param(
        "meanBound",
        meanBound <= sigmaMin * GaussianSpec.MAX_RATIO,
        "at most 2^60 {" + least + "} = " + sigmaMin * GaussianSpec.MAX_RATIO,
        meanBound);
    Checks.param(
        "sigmaMax",
        sigmaMax <= sigmaMin * GaussianSpec.MAX_RATIO,
        "at most 2^60 {sigmaMin} = " + sigmaMin * GaussianSpec.MAX_RATIO,
        sigmaMax);
  }

  boolean suits(GaussianEstimator other) {
    return other.isSigmaKnown() == isSigmaKnown
        && (other != GaussianEstimator.KNOWN_VAR
            || GaussianSpec.hasFewBins(meanBound, sigmaMin, sigmaMax));
  }

  /** Returns true if the choice may take it: the baselines only with a delta. */
  boolean allows(GaussianEstimator other) {
    return suits(other) && (!other.isBaseline() || !Double.isNaN(delta));
  }

  double delta(GaussianEstimator chosen) {
    return !chosen.isBaseline() ? 0 : Double.isNaN(delta) ? USUAL_DELTA : delta;
  }

  public GaussianSpec spec(GaussianEstimator chosen, long users, long seed) {
    double anyShare = 0.5;
    GaussianSpec spec =
        new GaussianSpec(
            chosen,
            epsilon,
            delta(chosen),
            users,
            meanBound,
            sigmaMin,
            sigmaMax,
            beta,
            anyShare,
            seed);
    return GaussianProtocol.withRecommendedShare(spec);
  }

  /**
   * The protocol of a run: the requested one, or the one with the least forecast error among those
   * that suit the request and can work.
   *
   * @param forecasts standard errors of all that suit the request; NaN for one that cannot work
   */
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
      Optional<GaussianEstimator> requested = GaussianEstimator.fromLabel(request.estimator());
      GaussianEstimator chosen =
          forecasts.keySet().stream()
              .filter(each -> !Double.isNaN(forecasts.get(each)))
              .filter(each -> requested.map(each::equals).orElseGet(() -> request.allows(each)))
              .min(Comparator.comparingDouble(forecasts::get))
              .orElseThrow(() -> tooFew(request, users));
      return new GaussianChoice(chosen, request.spec(chosen, users, seed), forecasts);
    }

    private static ParamException tooFew(GaussianRequest request, long users) {
      return new ParamException(
          "epsilon",
          NumberFormat.format(
              "%d users are too few for {estimator} %s at {epsilon} = %s and {meanBound} = "
                  + "%s: the first phase would fail with a probability above {beta} = %s",
              users, request.estimator(), request.epsilon(), request.meanBound(), request.beta()),
          "use more users, a larger {epsilon}, a smaller {meanBound} or a larger {beta}");
    }

    /** Returns the rms over the test positions, in units of their sigmas; NaN if it cannot work. */
    private static double forecast(GaussianRequest request, GaussianEstimator each, long users) {
      GaussianSpec spec = request.spec(each, users, 0);
      if (!GaussianProtocol.create(spec).refusals().isEmpty()) {
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
              GaussianProtocol.forecast(spec, place * request.meanBound(), sigma) / sigma;
          sum += relative * relative / (PLACES.length * sigmas.length);
        }
      }
      double middle = request.isSigmaKnown() ? request.sigmaMin() : Math.exp(logarithm + span / 2);
      return Math.sqrt(sum) * middle;
    }
  }
}
