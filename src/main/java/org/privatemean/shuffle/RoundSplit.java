package org.privatemean.shuffle;

import org.privatemean.privacy.loss.ShuffleNoise;

/**
 * The division of the levels of both searches into rounds.
 *
 * @param medians of the search for the medians
 * @param norm of the search for the clipping norm
 */
record RoundSplit(SearchRounds medians, SearchRounds norm) {
  /** The round of the sum comes last. */
  int rounds() {
    return medians.rounds() + norm.rounds() + 1;
  }

  /** Returns what is released, for the account. */
  ShuffleNoise.Queries queries(int columns, double l2Sensitivity) {
    return new ShuffleNoise.Queries(
        columns, medians.rounds(), medians.cells(), norm.rounds(), norm.cells(), l2Sensitivity);
  }
}
