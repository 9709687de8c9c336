package org.privatemean.local.gaussian;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The protocols under the names that users choose them by. */
public enum GaussianEstimator {
  /** Two rounds, sigma known. */
  KV("kv", GaussianProtocol.KNOWN_SIGMA),
  /** One round, sigma known. */
  KV1("kv1", GaussianProtocol.KNOWN_SIGMA_ONE_ROUND),
  /** Two rounds, sigma between bounds. */
  UV("uv", GaussianProtocol.UNKNOWN_SIGMA),
  /** One round, sigma between bounds. */
  UV1("uv1", GaussianProtocol.UNKNOWN_SIGMA_ONE_ROUND),
  /** The baseline of known sigma, (epsilon, delta)-DP. */
  KNOWN_VAR("knownVar", GaussianProtocol.KNOWN_VAR),
  /** The baseline of sigma between bounds, (epsilon, delta)-DP. */
  UNK_VAR("unkVar", GaussianProtocol.UNK_VAR);

  /** The name of the choice by forecast. */
  public static final String AUTO = "auto";

  private final String label;
  private final GaussianProtocol protocol;

  GaussianEstimator(String label, GaussianProtocol protocol) {
    this.label = label;
    this.protocol = protocol;
  }

  /** Returns the name for users. */
  public String label() {
    return label;
  }

  /** Returns whether it takes one sigma or two bounds. */
  public Sigma sigma() {
    return protocol.sigma();
  }

  /** Returns true if it needs a delta above 0; the others are epsilon-DP. */
  public boolean isBaseline() {
    return this == KNOWN_VAR || this == UNK_VAR;
  }

  GaussianProtocol protocol() {
    return protocol;
  }

  /** Returns all names, that of the choice by forecast first. */
  public static List<String> labels() {
    List<String> labels =
        Arrays.stream(values()).map(GaussianEstimator::label).collect(Collectors.toList());
    labels.add(0, AUTO);
    return List.copyOf(labels);
  }

  /**
   * Returns the estimator of a name; empty for {@value #AUTO}.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Optional<GaussianEstimator> fromLabel(String label) {
    if (label.equals(AUTO)) {
      return Optional.empty();
    }
    return Optional.of(
        Arrays.stream(values())
            .filter(each -> each.label.equals(label))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "estimator must be one of "
                            + String.join(", ", labels())
                            + ". Provided value: "
                            + label)));
  }
}
