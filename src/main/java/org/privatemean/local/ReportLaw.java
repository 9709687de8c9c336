package org.privatemean.local;

/** The distribution of a report before the cap is favoured. */
enum ReportLaw {
  /** PrivUnit (Bhowmick et al. 2018): a point of the unit sphere; the least error possible. */
  SPHERE,

  /** PrivUnitG (Asi, Feldman and Talwar 2022): standard normal, 1 + O(epsilon / d) times. */
  GAUSSIAN
}
