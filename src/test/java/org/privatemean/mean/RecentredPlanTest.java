package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.privatemean.query.NormGrid;

final class RecentredPlanTest {
  @Test
  void fineLevels_areThoseOfAnOctaveOfTheFineGrid() {
    NormGrid octave = NormGrid.octaves(0.35, 0.7, RecentredPlan.FINE_PER_OCTAVE);
    assertEquals(RecentredPlan.FINE_LEVELS, octave.universe().levels());
  }
}
