package org.privatemean.local;

import org.privatemean.annotation.Internal;

/** The distribution of a report before the cap is favoured. */
@Internal
public enum ReportLaw {
  /** PrivUnit (Bhowmick et al. 2018): a point of the unit sphere; the least error possible. */
  SPHERE,

  /**
   * PrivUnitG (Asi, Feldman and Talwar 2022): a standard normal vector; 1 + O(epsilon / d) times.
   */
  GAUSSIAN
}
