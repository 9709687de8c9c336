package org.privatemean.local;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.privatemean.annotation.Internal;

/** The protocols: epsilon-DP, except (epsilon, delta)-DP for the two baselines. */
@Internal
public enum GaussianEstimator {
  /** KVGausstimate: sigma is known; the second round asks for the side of a first answer. */
  KNOWN_SIGMA("kv"),
  /** 1RoundKVGausstimate: sigma is known; all questions are in one round. */
  KNOWN_SIGMA_ONE_ROUND("kv1"),
  /** UVGausstimate: sigma is between known bounds. */
  UNKNOWN_SIGMA("uv"),
  /** 1RoundUVGausstimate: sigma is between known bounds; all questions are in one round. */
  UNKNOWN_SIGMA_ONE_ROUND("uv1"),
  /** The baseline KnownVar of Gaboardi, Rogers and Sheffet: two rounds, Gaussian noise. */
  KNOWN_VAR("knownVar"),
  /** Their baseline UnkVar: two binary searches, one round per step, then Gaussian noise. */
  UNK_VAR("unkVar");

  public static final String AUTO = "auto";

  private final String label;

  GaussianEstimator(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  boolean isSigmaKnown() {
    return this == KNOWN_SIGMA || this == KNOWN_SIGMA_ONE_ROUND || this == KNOWN_VAR;
  }

  boolean isBaseline() {
    return this == KNOWN_VAR || this == UNK_VAR;
  }

  boolean isOneRound() {
    return this == KNOWN_SIGMA_ONE_ROUND || this == UNKNOWN_SIGMA_ONE_ROUND;
  }

  public static List<String> labels() {
    return Stream.concat(Stream.of(AUTO), Arrays.stream(values()).map(each -> each.label)).toList();
  }

  public static Optional<GaussianEstimator> fromLabel(String label) {
    Optional<GaussianEstimator> found =
        Arrays.stream(values()).filter(each -> each.label.equals(label)).findFirst();
    if (found.isEmpty() && !label.equals(AUTO)) {
      throw new IllegalArgumentException(
          "estimator must be one of " + String.join(", ", labels()) + ". Provided value: " + label);
    }
    return found;
  }
}
