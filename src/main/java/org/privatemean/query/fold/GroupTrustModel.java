package org.privatemean.query.fold;

import org.privatemean.privacy.ledger.GroupLedger;

/**
 * Curator of groups: the trusted party that charges the ledger, then adds noise to exact totals.
 * Every answer is a noisy number of rows or of lattice steps; if rows have weights, in units of the
 * largest weight. Names of steps are public; prices are positive.
 */
public interface GroupTrustModel {
  /** Returns the budget of the release. */
  GroupLedger ledger();

  /** Sets the released number of rows of each group, so that work can be distributed evenly. */
  void setSizes(double[] counts);

  /**
   * Answers a query for some groups, each with its own price.
   *
   * @param question query with a slot for each of the groups, in their order
   * @return the noisy vector of group k from entry {@code k * width} on
   */
  double[] own(String step, GroupQuery question, int[] groups, double[] prices);

  /**
   * Answers a query for many groups together, or classes of them, at a price that all groups pay.
   *
   * @param question query with one slot, or one for each class
   * @return the noisy vector of slot k from entry {@code k * width} on
   */
  double[] pooledSum(String step, GroupQuery question, double price);

  /**
   * Computes exact numbers of rows by the cells of a grid in one pass. Releases nothing by itself.
   */
  ExactCounts counts(String description, GroupQuery question);

  /** Exact numbers of rows that are not released; only paid noisy counts are. */
  interface ExactCounts {
    /**
     * Returns the noisy number of rows of some slots in and above a cell, at the price of one count
     * each.
     *
     * @param groups the groups that pay
     * @param slots the slot of each
     * @param first the cell of each
     */
    double[] above(String step, int[] groups, int[] slots, int[] first, double price);

    /**
     * Searches in every slot, at a price that all groups pay, for the smallest cell such that the
     * noisy number of rows above it is at most a given one.
     *
     * @param most one for each slot
     * @param price of the whole search
     * @return a cell for each slot
     */
    int[] search(String step, double[] most, double price);

    /**
     * Runs the same search, at a price that some groups pay.
     *
     * @param groups the groups that pay
     * @param slots the slot of each
     * @return a cell for each of them
     */
    int[] search(String step, int[] groups, int[] slots, double[] most, double price);
  }
}
