package org.privatemean.local.unit;

/** The distribution of a report before the cap is favoured. */
public enum ReportLaw {
  /**
   * PrivUnit (Bhowmick et al. 2018): a point of the unit sphere. With the threshold of {@link
   * Threshold}, no unbiased epsilon-DP randomizer of unit vectors has a smaller worst-case squared
   * error (Asi, Feldman and Talwar 2022).
   */
  SPHERE(1),

  /**
   * PrivUnitG (Asi, Feldman and Talwar 2022): a standard normal vector. Its parameters do not
   * depend on the dimension, and its error exceeds PrivUnit's by about a factor 1 + O(epsilon / d).
   */
  GAUSSIAN(2);

  private final int code;

  ReportLaw(int code) {
    this.code = code;
  }

  /** Returns its code in parameter fingerprints; never changed. */
  public int code() {
    return code;
  }
}
