package org.privatemean.local;

/** The projections of ProjUnit to fewer coordinates. Both are drawn again for every report. */
public enum Projection {
  /**
   * ProjUnit: k rows of a uniformly random rotation. Exactly unbiased. A report costs the client,
   * and again the server, O(k^2 d) time and k d numbers of memory.
   */
  HAAR(1),

  /**
   * FastProjUnit: random signs, the Walsh-Hadamard transform of the padded size D, and k of its
   * coordinates. O(D log D) time. The factor of the mean is that of the rotation, accurate to a
   * relative 1 / (4 k) for large D: the report of a vector whose mass is in few coordinates is up
   * to this much too large.
   */
  HADAMARD(2);

  private final int code;

  Projection(int code) {
    this.code = code;
  }

  /** Returns its code in parameter fingerprints; never changed. */
  int code() {
    return code;
  }
}
