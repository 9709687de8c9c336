package org.privatemean.mean;

import org.privatemean.annotation.Internal;
import org.privatemean.privacy.ledger.GroupLedger;

/**
 * Curator of groups, who charges the ledger, then adds noise to exact totals. Answers are noisy
 * numbers of rows or of lattice steps; if rows have weights, in units of the largest.
 */
@Internal
public interface GroupTrustModel {
  GroupLedger ledger();

  /** Sets the released number of rows of each group, so that work can be distributed evenly. */
  void setSizes(double[] counts);

  /**
   * Answers a query with a slot for each of some groups, each at its own price; the vector of group
   * k is from entry {@code k * width} on.
   */
  double[] own(String step, GroupQuery question, int[] groups, double[] prices);

  /**
   * Answers a query for many groups together, or classes of them, at a price that all groups pay;
   * the vector of slot k is from entry {@code k * width} on.
   */
  double[] pooledSum(String step, GroupQuery question, double price);

  /** Computes exact numbers of rows by the cells of a grid in one pass; releases nothing. */
  ExactCounts counts(String description, GroupQuery question);

  /** Exact numbers of rows that are not released; only paid noisy counts are. */
  interface ExactCounts {
    /** Returns the noisy number of rows of some slots from a cell on, each paid by its group. */
    double[] above(String step, int[] groups, int[] slots, int[] first, double price);

    /**
     * Searches in every slot, at a price that all groups pay, for the smallest cell such that the
     * noisy number of rows above it is at most a given one.
     */
    int[] search(String step, double[] most, double price);

    /** Runs the same search in the slots of some groups, in their order, which pay for it. */
    int[] search(String step, int[] groups, double[] most, double price);
  }
}
