package org.privatemean.query.group;

import org.privatemean.privacy.ledger.GroupLedger;

/**
 * Anyone who answers questions about groups: charges the ledger, then adds noise to exact totals.
 * Every answer is a noisy number of rows, or of lattice steps; where rows weigh, in units of the
 * most that one weighs.
 */
public interface GroupTrustModel {
  /** The budget of the release. */
  GroupLedger ledger();

  /**
   * Reports how many rows each group is known to have, so that work can be spread evenly.
   *
   * @param counts released numbers of rows, one for each group
   */
  void setSizes(double[] counts);

  /**
   * Asks some groups, each at its own price.
   *
   * @param step its name in the ledger, public
   * @param question with a slot for each of the groups, in their order
   * @param groups their indices
   * @param prices one for each, positive
   * @return the noisy vector of group k from entry {@code k * width} on
   */
  double[] own(String step, GroupQuery question, int[] groups, double[] prices);

  /**
   * Asks many groups together, or classes of them, at a price that all groups pay.
   *
   * @param step its name in the ledger, public
   * @param question with one slot, or one for each class
   * @param price positive
   * @return the noisy vector of slot k from entry {@code k * width} on
   */
  double[] pooledSum(String step, GroupQuery question, double price);

  /**
   * Looks at exact numbers of rows once, for counts that are asked one after the other. Asks
   * nothing by itself.
   *
   * @param description what the pass is for, in public words
   * @param question numbers of rows by the cells of a grid
   */
  ExactCounts counts(String description, GroupQuery question);

  /** Exact numbers of rows that nobody sees; only what was paid for comes out. */
  interface ExactCounts {
    /**
     * The noisy number of rows of some slots in and above a cell, at the price of one count each.
     *
     * @param step its name in the ledger, public
     * @param groups the groups that pay
     * @param slots the slot of each
     * @param first the cell of each
     * @param price of each, positive
     */
    double[] above(String step, int[] groups, int[] slots, int[] first, double price);

    /**
     * A search that all groups pay for, in every slot: the least cell so that the noisy number of
     * rows above it is at most a given one.
     *
     * @param step its name in the ledger, public
     * @param most one for each slot
     * @param price of the whole search
     * @return a cell for each slot
     */
    int[] search(String step, double[] most, double price);

    /**
     * The same search, which some groups pay for.
     *
     * @param groups those that pay
     * @param slots the slot of each
     * @param most one for each of them
     * @param price of the search of each
     * @return a cell for each of them
     */
    int[] search(String step, int[] groups, int[] slots, double[] most, double price);
  }
}
