package org.privatemean.local.gaussian;

/** The protocol of the reports: epsilon-DP, except (epsilon, delta)-DP for the two baselines. */
enum GaussianProtocol {
  /** KVGausstimate: sigma is known; the second round asks for the side of a first answer. */
  KNOWN_SIGMA(false),
  /** 1RoundKVGausstimate: sigma is known; all questions are in one round. */
  KNOWN_SIGMA_ONE_ROUND(false),
  /** UVGausstimate: sigma is between known bounds. */
  UNKNOWN_SIGMA(false),
  /** 1RoundUVGausstimate: sigma is between known bounds; all questions are in one round. */
  UNKNOWN_SIGMA_ONE_ROUND(false),
  /** The baseline KnownVar of Gaboardi, Rogers and Sheffet: two rounds, Gaussian noise. */
  KNOWN_VAR(true),
  /** Their baseline UnkVar: two binary searches, one round per step, then Gaussian noise. */
  UNK_VAR(true);

  private final boolean baseline;

  GaussianProtocol(boolean baseline) {
    this.baseline = baseline;
  }

  /** Returns true if it needs a delta above 0. */
  boolean isBaseline() {
    return baseline;
  }

  /** Returns whether it takes one sigma or two bounds. */
  public Sigma sigma() {
    return switch (this) {
      case KNOWN_SIGMA, KNOWN_SIGMA_ONE_ROUND, KNOWN_VAR -> Sigma.KNOWN;
      case UNKNOWN_SIGMA, UNKNOWN_SIGMA_ONE_ROUND, UNK_VAR -> Sigma.UNKNOWN;
    };
  }

  /** Returns true if the last answer needs no earlier one. */
  public boolean isOneRound() {
    return this == KNOWN_SIGMA_ONE_ROUND || this == UNKNOWN_SIGMA_ONE_ROUND;
  }
}
