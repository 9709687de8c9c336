package org.privatemean.query;

import java.math.BigInteger;
import java.util.List;
import org.privatemean.noise.BitSource;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Rows;

/**
 * Trust model, as the two private primitives on which the mechanisms are built (Huang, Liang and Yi
 * 2021, section 5): range counts, from which PrivQuant computes quantiles, and the sum of clipped
 * vectors. Everything else in a mechanism is arithmetic on released values.
 */
public interface TrustModel {
  /**
   * Returns private range counts of a statistic.
   *
   * @param blocks the rows
   * @param statistic the counted statistic
   * @param rho budget of the whole search, all levels and coordinates together
   * @param step the step of the mechanism
   */
  <B extends Block> RangeCounter rangeCounter(
      Blocks<B> blocks, RowStatistic<B> statistic, double rho, Step step);

  /**
   * Returns the private sum of vectors clipped to an integer l2 norm.
   *
   * @param blocks the rows
   * @param sum the clipped sum
   * @param rho budget of the sum
   * @param step the step of the mechanism
   */
  <B extends Block> BigInteger[] clippedSum(
      Blocks<B> blocks, ClippedSum<B> sum, double rho, Step step);

  /**
   * Returns the private value of a sum that is already computed.
   *
   * @param sum the sum
   * @param rho budget of the sum
   * @param step the step of the mechanism
   */
  BigInteger[] wideSum(WideSum sum, double rho, Step step);

  /**
   * Returns the standard deviation of the noise of one coordinate of {@link #clippedSum}, in the
   * open or the last release. If rows have weights, it is that of the weighted sum.
   */
  double clippedSumDeviation(BoundedSum sum, double rho);

  /**
   * Returns the private number of rows, or the sum of their weights. It may be negative.
   *
   * @param rows the rows
   * @param rho budget of the count
   * @param step the step of the mechanism
   */
  long noisyCount(Rows rows, double rho, Step step);

  /** Returns random bits that are independent of the data, for a rotation. */
  BitSource publicBits();

  /**
   * Returns secret random bits for a sample of the rows, the same at each call. They are used for
   * nothing else.
   */
  BitSource sampleBits();

  /**
   * Reserves the budget of a release before any row is read, except to count the rows if their
   * number is public. The following steps are charged to it, and their noise is for the protected
   * unit of the release. Close it when the release is over.
   *
   * @param release the name of the release
   * @param rho its budget
   * @param unit the protected unit: every sensitivity follows from it, so no query can omit it
   * @throws BudgetExceededException if less than rho remains
   */
  ZcdpGrant open(String release, double rho, PrivacyUnit unit);

  /** Returns the charges of the steps of the release, in order. */
  List<Charge> charges();
}
