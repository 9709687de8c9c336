package org.privatemean.local.gaussian;

/** Protocols of the reports. The first four are epsilon-DP, the two baselines not purely. */
enum GaussianProtocol {
  /** KVGausstimate: sigma is known; the second round asks on which side of a first answer. */
  KNOWN_SIGMA(false),
  /** 1RoundKVGausstimate: sigma is known; everything is asked at once. */
  KNOWN_SIGMA_ONE_ROUND(false),
  /** UVGausstimate: sigma lies between known bounds. */
  UNKNOWN_SIGMA(false),
  /** 1RoundUVGausstimate: sigma lies between known bounds; everything is asked at once. */
  UNKNOWN_SIGMA_ONE_ROUND(false),
  /** The baseline KnownVar of Gaboardi, Rogers and Sheffet: two rounds, Gaussian noise. */
  KNOWN_VAR(true),
  /** Their baseline UnkVar: two binary searches, a round a step, then Gaussian noise. */
  UNK_VAR(true);

  private final boolean baseline;

  GaussianProtocol(boolean baseline) {
    this.baseline = baseline;
  }

  /** True if it needs a delta above 0. */
  boolean isBaseline() {
    return baseline;
  }

  /** True if it takes one sigma, or two bounds. */
  public Sigma sigma() {
    return switch (this) {
      case KNOWN_SIGMA, KNOWN_SIGMA_ONE_ROUND, KNOWN_VAR -> Sigma.KNOWN;
      case UNKNOWN_SIGMA, UNKNOWN_SIGMA_ONE_ROUND, UNK_VAR -> Sigma.UNKNOWN;
    };
  }

  /** True if the last answer needs no earlier one. */
  public boolean isOneRound() {
    return this == KNOWN_SIGMA_ONE_ROUND || this == UNKNOWN_SIGMA_ONE_ROUND;
  }
}
