package org.privatemean.shuffle;

/** The division of the levels of the searches for medians and clipping norm into rounds. */
record RoundSplit(SearchRounds medians, SearchRounds norm) {
  static RoundSplit create(SearchGrids grids, int medianRounds, int normRounds) {
    return new RoundSplit(
        new SearchRounds(grids.medians().levels(), medianRounds),
        new SearchRounds(grids.norms().universe().levels(), normRounds));
  }

  int rounds() {
    return medians.rounds() + norm.rounds() + 1;
  }
}
