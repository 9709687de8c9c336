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
 * Trust model, as the two private primitives of the mechanisms (Huang, Liang and Yi 2021, section
 * 5): range counts, from which PrivQuant computes quantiles, and the sum of clipped vectors.
 */
public interface TrustModel {
  /** Returns private range counts of a statistic, for the price of the whole search. */
  <B extends Block> RangeCounter rangeCounter(
      Blocks<B> blocks, RowStatistic<B> statistic, double rho, Step step);

  /** Returns the private sum of vectors clipped to an integer l2 norm. */
  <B extends Block> BigInteger[] clippedSum(
      Blocks<B> blocks, ClippedSum<B> sum, double rho, Step step);

  /** Returns the private value of a sum that is already computed. */
  BigInteger[] wideSum(WideSum sum, double rho, Step step);

  /** Returns the standard deviation of the noise per coordinate of {@link #clippedSum}. */
  double clippedSumDeviation(BoundedSum sum, double rho);

  /** Returns the private number of rows, or the sum of their weights. It may be negative. */
  long noisyCount(Rows rows, double rho, Step step);

  /** Returns random bits that are independent of the data, for a rotation. */
  BitSource publicBits();

  /** Returns secret random bits for a sample of the rows only, the same at each call. */
  BitSource sampleBits();

  /**
   * Reserves the budget of a release before any row is read, except to count a public number of
   * rows.
   *
   * @throws BudgetExceededException if less than rho remains
   */
  ZcdpGrant open(String release, double rho, PrivacyUnit unit);

  /** Returns the charges of the steps of the release, in order. */
  List<Charge> charges();
}
