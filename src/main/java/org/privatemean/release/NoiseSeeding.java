package org.privatemean.release;

import java.util.Optional;
import org.privatemean.annotation.Internal;

/** The origin of a release's noise: a release from a seed is for tests only. */
@Internal
public enum NoiseSeeding {
  /**
   * The noise came from the operating system's secure source; or none was drawn, as in a forecast.
   */
  NO,
  /** Anyone who knows the seed can take the noise off. */
  YES,
  /** Devices drew the noise, or a trust model that does not say from what: it was not seen here. */
  UNSEEN;

  /** Returns what is known where the bits were seen. */
  public static NoiseSeeding from(boolean seeded) {
    return seeded ? YES : NO;
  }

  /** Reads what {@link #flag} gave. */
  static NoiseSeeding from(Optional<Boolean> flag) {
    return flag.map(NoiseSeeding::from).orElse(UNSEEN);
  }

  /** True or false, or empty where it was not seen. */
  public Optional<Boolean> flag() {
    return this == UNSEEN ? Optional.empty() : Optional.of(this == YES);
  }
}
