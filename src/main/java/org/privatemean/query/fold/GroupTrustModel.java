package org.privatemean.query.fold;

import org.privatemean.privacy.ledger.GroupLedger;

/**
 * Curator of groups: the trusted party that answers queries about groups. It charges the ledger,
 * then adds noise to exact totals. Every answer is a noisy number of rows or of lattice steps; if
 * rows have weights, in units of the largest weight.
 */
public interface GroupTrustModel {
  /** Returns the budget of the release. */
  GroupLedger ledger();

  /**
   * Sets the known number of rows of each group, so that work can be distributed evenly.
   *
   * @param counts released numbers of rows, one for each group
   */
  void setSizes(double[] counts);

  /**
   * Answers a query for some groups, each with its own price.
   *
   * @param step its name in the ledger, public
   * @param question query with a slot for each of the groups, in their order
   * @param groups their indices
   * @param prices one for each, positive
   * @return the noisy vector of group k from entry {@code k * width} on
   */
  double[] own(String step, GroupQuery question, int[] groups, double[] prices);

  /**
   * Answers a query for many groups together, or classes of them, at a price that all groups pay.
   *
   * @param step its name in the ledger, public
   * @param question query with one slot, or one for each class
   * @param price positive
   * @return the noisy vector of slot k from entry {@code k * width} on
   */
  double[] pooledSum(String step, GroupQuery question, double price);

  /**
   * Computes exact numbers of rows in one pass, for noisy counts that are requested later. Releases
   * nothing by itself.
   *
   * @param description purpose of the pass, public
   * @param question numbers of rows by the cells of a grid
   */
  ExactCounts counts(String description, GroupQuery question);

  /** Exact numbers of rows that are not released; only paid noisy counts are. */
  interface ExactCounts {
    /**
     * Returns the noisy number of rows of some slots in and above a cell, at the price of one count
     * each.
     *
     * @param step its name in the ledger, public
     * @param groups the groups that pay
     * @param slots the slot of each
     * @param first the cell of each
     * @param price of each, positive
     */
    double[] above(String step, int[] groups, int[] slots, int[] first, double price);

    /**
     * Searches in every slot, at a price that all groups pay, for the smallest cell such that the
     * noisy number of rows above it is at most a given one.
     *
     * @param step its name in the ledger, public
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
     * @param most one for each of them
     * @param price of the search of each
     * @return a cell for each of them
     */
    int[] search(String step, int[] groups, int[] slots, double[] most, double price);
  }
}
