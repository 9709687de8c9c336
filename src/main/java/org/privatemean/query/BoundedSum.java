package org.privatemean.query;

import java.math.BigInteger;
import org.privatemean.privacy.PrivacyUnit;

/** Vector of integers with a known sensitivity, from which its noise is determined. */
public interface BoundedSum {
  /**
   * Returns the square of the l2 sensitivity, which the party that adds the noise derives from the
   * protected unit.
   */
  BigInteger squaredSensitivity(PrivacyUnit unit);
}
