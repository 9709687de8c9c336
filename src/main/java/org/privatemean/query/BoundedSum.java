package org.privatemean.query;

import java.math.BigInteger;
import org.privatemean.privacy.PrivacyUnit;

/** Vector of integers with a known sensitivity, from which its noise is determined. */
public interface BoundedSum {
  /** Returns the square of the l2 sensitivity, from which the noise is determined. */
  BigInteger squaredSensitivity(PrivacyUnit unit);
}
