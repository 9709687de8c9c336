package org.privatemean.query;

import java.math.BigInteger;
import org.privatemean.annotation.Internal;
import org.privatemean.privacy.PrivacyUnit;

/** A vector of integers whose sensitivity is known: what noise is made for. */
@Internal
public interface BoundedSum {
  /** Length of the vector. */
  int size();

  /**
   * The square of the l2 sensitivity.
   *
   * @param unit what the release protects; anyone who adds the noise knows it
   */
  BigInteger squaredSensitivity(PrivacyUnit unit);
}
