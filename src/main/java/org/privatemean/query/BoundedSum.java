package org.privatemean.query;

import java.math.BigInteger;
import org.privatemean.annotation.Internal;
import org.privatemean.privacy.PrivacyUnit;

/** Vector of integers with a known sensitivity, from which its noise is determined. */
@Internal
public interface BoundedSum {
  /** Returns the length of the vector. */
  int size();

  /**
   * Returns the square of the l2 sensitivity.
   *
   * @param unit the protected unit; known to the party that adds the noise
   */
  BigInteger squaredSensitivity(PrivacyUnit unit);
}
