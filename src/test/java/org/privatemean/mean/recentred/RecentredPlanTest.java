package org.privatemean.mean.recentred;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.privatemean.query.RadialGrid;

final class RecentredPlanTest {
  @Test
  void fineLevels_areThoseOfAnOctaveOfTheFineGrid() {
    RadialGrid octave = new RadialGrid(0.35, 0.7, RecentredPlan.FINE_PER_OCTAVE);
    assertEquals(RecentredPlan.FINE_LEVELS, octave.universe().levels());
  }
}
