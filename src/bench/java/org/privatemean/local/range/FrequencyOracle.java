package org.privatemean.local.range;

import java.io.Serializable;
import org.privatemean.local.report.ReportWriter;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.RandomizedResponse;

/**
 * A private report of one of finitely many cells, from which the frequencies of all of them are
 * estimated without bias.
 *
 * <p><b>Privacy guarantee.</b> Each report is epsilon-DP for the epsilon of the coin; the proof
 * stands with each oracle.
 */
public abstract sealed class FrequencyOracle implements Serializable
    permits UnaryOracle, HashingOracle, HadamardOracle {
  private static final long serialVersionUID = 1L;

  private final RandomizedResponse response;

  FrequencyOracle(RandomizedResponse response) {
    this.response = response;
  }

  /**
   * Optimised unary encoding, OUE (Wang, Blocki, Li and Jha 2017): one bit a cell. Variance {@code
   * 4 e^epsilon / (e^epsilon - 1)^2} a report; long reports.
   */
  public static FrequencyOracle unary(RandomizedResponse response) {
    return new UnaryOracle(response);
  }

  /**
   * Optimised local hashing, OLH (same paper): 62 bits and a hashed cell. The same variance; the
   * server hashes every cell for every report.
   */
  public static FrequencyOracle hashing(RandomizedResponse response) {
    return new HashingOracle(response);
  }

  /**
   * Hadamard randomized response: an index and one sign. Variance {@code coth(epsilon / 2)^2},
   * which is 1 more than that of the others; the cheapest for both sides.
   */
  public static FrequencyOracle hadamard(RandomizedResponse response) {
    return new HadamardOracle(response);
  }

  /** The coin. */
  public final RandomizedResponse response() {
    return response;
  }

  /** Variance of the estimated frequency of a rare cell, times the number of reports. */
  public abstract double variance();

  /** Number of bits of a report on so many cells. */
  public abstract long bits(int cells);

  /** Writes the private report of a cell. */
  abstract void write(int cell, int cells, BitSource secret, ReportWriter out);

  /** An empty count of reports on so many cells. */
  abstract CellCounts newCounts(int cells);
}
