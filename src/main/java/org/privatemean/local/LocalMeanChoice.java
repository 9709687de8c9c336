package org.privatemean.local;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;
import org.privatemean.annotation.Internal;
import org.privatemean.local.LocalMeanRequest.RowLaw;
import org.privatemean.local.gaussian.GaussianSpec;
import org.privatemean.local.gaussian.coordinate.ExpectedError;
import org.privatemean.local.gaussian.coordinate.RecommendedSpec;
import org.privatemean.local.gaussian.round.GaussianRound;
import org.privatemean.privacy.PureDp;

/**
 * Which local protocol to ask for a mean: the one with the smallest error to be expected, from
 * public values alone, among those that what is assumed of the rows allows and that do not refuse.
 *
 * <p><b>Privacy guarantee.</b> The choice reads no row. Every protocol that it can choose is
 * epsilon-DP in the local model.
 *
 * <p>Theorem 5.2 as it stands, and the baselines KnownVar and UnkVar, are never chosen. Reports
 * that are epsilon-DP are (epsilon, delta)-DP and {@code epsilon tanh(epsilon / 2)}-zCDP too, with
 * more budget than those protocols get from that guarantee.
 *
 * <p>Forecasts are for rows of N(mu, sigma^2 I), with mu anywhere in its box and sigma in the
 * middle of its bounds on a logarithmic scale. Of rows that are not Gaussian, only the shifted
 * clipped mean is asked, and its forecast is a guide.
 */
@Internal
public final class LocalMeanChoice {
  /** Protocols of one round are better at some places of the mean than at others. */
  private static final int PLACES = 7;

  private final LocalMeanRequest request;
  private final List<ProtocolForecast> candidates;
  private final ProtocolForecast chosen;

  /** A protocol that can be chosen. */
  public enum Mechanism {
    /** {@link LocalMeanSpec#pure}: for all rows. */
    SHIFTED_CLIPPED,
    /** {@link RecommendedSpec#knownSigma}: Gaussian rows of known sigma. */
    KNOWN_SIGMA,
    /** The same in one round. */
    KNOWN_SIGMA_ONE_ROUND,
    /** {@link RecommendedSpec#unknownSigma}: Gaussian rows of a sigma within bounds. */
    UNKNOWN_SIGMA,
    /** The same in one round. */
    UNKNOWN_SIGMA_ONE_ROUND
  }

  /**
   * The forecast of a protocol.
   *
   * @param mechanism the protocol
   * @param forecast root mean square l2 error, in data units; empty if it refuses
   * @param refusal why it cannot work; empty if it can
   */
  public record ProtocolForecast(Mechanism mechanism, OptionalDouble forecast, String refusal) {}

  private LocalMeanChoice(LocalMeanRequest request, List<ProtocolForecast> candidates) {
    this.request = request;
    this.candidates = List.copyOf(candidates);
    this.chosen =
        candidates.stream()
            .filter(candidate -> candidate.forecast().isPresent())
            .min(Comparator.comparingDouble(candidate -> candidate.forecast().orElseThrow()))
            .orElseThrow(() -> new IllegalArgumentException(refusals(candidates)));
  }

  private static String refusals(List<ProtocolForecast> candidates) {
    return candidates.stream()
        .map(candidate -> candidate.mechanism() + ": " + candidate.refusal())
        .collect(Collectors.joining("; ", "no local protocol can work. ", ""));
  }

  /**
   * Chooses.
   *
   * @throws IllegalArgumentException if no protocol can work with these public values; the message
   *     gives the reason of each, and what would do. No report has been asked for then
   */
  public static LocalMeanChoice choose(LocalMeanRequest request) {
    List<ProtocolForecast> candidates = new ArrayList<>();
    for (Mechanism mechanism : allowedMechanisms(request)) {
      candidates.add(candidate(mechanism, () -> forecast(request, mechanism)));
    }
    return new LocalMeanChoice(request, candidates);
  }

  private static List<Mechanism> allowedMechanisms(LocalMeanRequest request) {
    if (request.law() == RowLaw.ANY) {
      return List.of(Mechanism.SHIFTED_CLIPPED);
    }
    return request.knowsSigma()
        ? List.of(Mechanism.SHIFTED_CLIPPED, Mechanism.KNOWN_SIGMA, Mechanism.KNOWN_SIGMA_ONE_ROUND)
        : List.of(
            Mechanism.SHIFTED_CLIPPED, Mechanism.UNKNOWN_SIGMA, Mechanism.UNKNOWN_SIGMA_ONE_ROUND);
  }

  private static ProtocolForecast candidate(Mechanism mechanism, DoubleSupplier forecast) {
    try {
      return new ProtocolForecast(mechanism, OptionalDouble.of(forecast.getAsDouble()), "");
    } catch (IllegalArgumentException e) {
      return new ProtocolForecast(mechanism, OptionalDouble.empty(), e.getMessage());
    }
  }

  private static double forecast(LocalMeanRequest request, Mechanism mechanism) {
    if (mechanism == Mechanism.SHIFTED_CLIPPED) {
      return plan(request).forecast(request.typicalSigma(), request.typicalNorm()).error();
    }
    GaussianSpec spec = gaussianSpec(request, mechanism);
    GaussianRound.first(spec);
    double squares = 0;
    for (int place = 0; place < PLACES; place++) {
      double mean = (place + 0.5) / PLACES * request.radius();
      double error = ExpectedError.compute(spec, mean, request.typicalSigma());
      squares += error * error / PLACES;
    }
    return Math.sqrt(squares * request.dimension());
  }

  private static LocalMeanPlan plan(LocalMeanRequest request) {
    LocalMeanSpec spec = LocalMeanSpec.pure(new PureDp(request.epsilon()), request.bounds());
    return LocalMeanPlan.of(spec, request.users(), request.dimension());
  }

  private static GaussianSpec gaussianSpec(LocalMeanRequest request, Mechanism mechanism) {
    GaussianSpec known =
        request.knowsSigma()
            ? RecommendedSpec.knownSigma(
                request.epsilon(),
                request.users(),
                request.dimension(),
                request.radius(),
                request.sigmaMin())
            : RecommendedSpec.unknownSigma(
                request.epsilon(),
                request.users(),
                request.dimension(),
                request.radius(),
                request.sigmaMin(),
                request.sigmaMax());
    return switch (mechanism) {
      case KNOWN_SIGMA, UNKNOWN_SIGMA -> known;
      case KNOWN_SIGMA_ONE_ROUND, UNKNOWN_SIGMA_ONE_ROUND -> known.inOneRound();
      case SHIFTED_CLIPPED -> throw new IllegalStateException("no protocol for Gaussian rows");
    };
  }

  /** The protocol chosen. */
  public Mechanism mechanism() {
    return chosen.mechanism();
  }

  /** Its root mean square l2 error to be expected, in data units. */
  public double forecast() {
    return chosen.forecast().orElseThrow();
  }

  /** All that were allowed, with their forecasts or refusals. */
  public List<ProtocolForecast> candidates() {
    return candidates;
  }

  /** True if it is one of those for Gaussian rows: then {@link #gaussianSpec} starts it. */
  public boolean isGaussian() {
    return mechanism() != Mechanism.SHIFTED_CLIPPED;
  }

  /**
   * The plan of the shifted clipped mean.
   *
   * @throws IllegalStateException if another protocol was chosen
   */
  public LocalMeanPlan plan() {
    if (isGaussian()) {
      throw new IllegalStateException("the choice is " + mechanism() + ": take gaussianSpec()");
    }
    return plan(request);
  }

  /**
   * The request of the Gaussian protocol, without its own public seed.
   *
   * @throws IllegalStateException if the shifted clipped mean was chosen
   */
  public GaussianSpec gaussianSpec() {
    if (!isGaussian()) {
      throw new IllegalStateException("the choice is " + mechanism() + ": take plan()");
    }
    return gaussianSpec(request, mechanism());
  }
}
