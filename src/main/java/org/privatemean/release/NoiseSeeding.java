package org.privatemean.release;

import java.util.Optional;
import org.privatemean.annotation.Internal;

/** Knowledge of a seed of the noise of a release; a seeded release is for tests only. */
@Internal
public enum NoiseSeeding {
  /** The noise came from the system's secure source, or none was drawn, as in a forecast. */
  NO,
  /** The noise came from a seed: any party that knows the seed can remove the noise. */
  YES,
  /** The source is not known: devices drew the noise, or the trust model does not state it. */
  UNSEEN;

  public static NoiseSeeding from(boolean seeded) {
    return seeded ? YES : NO;
  }

  /** Reads the value of {@link #flag}. */
  static NoiseSeeding from(Optional<Boolean> flag) {
    return flag.map(NoiseSeeding::from).orElse(UNSEEN);
  }

  /** True or false; empty if it is not known. */
  public Optional<Boolean> flag() {
    return this == UNSEEN ? Optional.empty() : Optional.of(this == YES);
  }
}
