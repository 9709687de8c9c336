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
 * A trust model, as the two private primitives that the mechanisms are written over (Huang, Liang
 * and Yi 2021, section 5): range counts, from which PrivQuant makes quantiles, and the sum of
 * clipped vectors. Everything else a mechanism does is arithmetic on released values.
 */
public interface TrustModel {
  /**
   * Range counts of a statistic.
   *
   * @param blocks the rows
   * @param statistic what is counted
   * @param rho budget of the whole search, all levels and coordinates together
   * @param step which step of the mechanism this is
   */
  <B extends Block> RangeCounter rangeCounter(
      Blocks<B> blocks, RowStatistic<B> statistic, double rho, Step step);

  /**
   * The private sum of vectors clipped to an integer l2 norm.
   *
   * @param blocks the rows
   * @param sum the clipped sum
   * @param rho budget of the sum
   * @param step which step of the mechanism this is
   */
  <B extends Block> BigInteger[] clippedSum(
      Blocks<B> blocks, ClippedSum<B> sum, double rho, Step step);

  /**
   * The private value of a sum that is known already.
   *
   * @param sum the sum
   * @param rho budget of the sum
   * @param step which step of the mechanism this is
   */
  BigInteger[] wideSum(WideSum sum, double rho, Step step);

  /**
   * Standard deviation of the noise of one coordinate of {@link #clippedSum}, in the release that
   * is open or was last; where rows have weights, that of the weighted sum.
   */
  double clippedSumDeviation(BoundedSum sum, double rho);

  /**
   * The private number of rows, or the sum of their weights; it may come out below zero.
   *
   * @param rows the rows
   * @param rho budget of the count
   * @param step which step of the mechanism this is
   */
  long noisyCount(Rows rows, double rho, Step step);

  /** Random bits that are independent of the data, for a rotation. */
  BitSource publicBits();

  /**
   * Secret random bits for a sample of the rows, the same at each call; they serve nothing else.
   */
  BitSource sampleBits();

  /**
   * Sets the budget of a release aside, before any row is read except for counting them where their
   * number is public. The steps that follow are charged to it, and their noise is made for what the
   * release protects; close it when the release is over.
   *
   * @param release what is released
   * @param rho its budget
   * @param unit what it protects: every sensitivity follows from it, so no question can leave it
   *     out
   * @throws BudgetExceededException if less than rho is left
   */
  ZcdpGrant open(String release, double rho, PrivacyUnit unit);

  /** Returns what the steps of the release were charged, in order. */
  List<Charge> charges();
}
