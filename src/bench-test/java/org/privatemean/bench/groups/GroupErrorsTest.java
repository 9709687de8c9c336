package org.privatemean.bench.groups;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.privatemean.bench.Bench;
import org.privatemean.privacy.Neighbours;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;
import org.privatemean.request.Scaling;

final class GroupErrorsTest {
  private static GroupErrors fitted(int rows) {
    GroupLine line =
        new GroupLine(
            GroupLaw.GAUSS, rows, 16, 1, 20, Neighbours.ADD_REMOVE, OptionalDouble.of(0.07), false);
    GroupErrors errors = new GroupErrors(line);
    errors.fit(Scaling.NONE, 1);
    return errors;
  }

  @Test
  void fit_normalRows_errorIsNearTheGoal() {
    GroupErrors errors = fitted(200);
    assertEquals(20, errors.count(GroupStatus.OK));
    assertTrue(errors.overGoal() > 0.7 && errors.overGoal() < 1.4, "" + errors.overGoal());
    assertEquals(errors.median() / 0.07, errors.overGoal());
    // The expected radius of 16 normal coordinates is 4, and a unit 4 sqrt(8) / 200.
    assertEquals(errors.median() / (4 * Math.sqrt(8) / 200), errors.unitMedian(), 0.1);
    assertTrue(errors.mostSpent() <= 1, "" + errors.mostSpent());
  }

  @Test
  void fit_fewRows_groupsAreTooSmall() {
    GroupErrors errors = fitted(3);
    assertEquals(20, errors.count(GroupStatus.TOO_SMALL));
    assertTrue(Double.isNaN(errors.overGoal()));
  }

  @Test
  void draw_handMade_meansAndSpreadsAreExact() {
    Drawn drawn = new Drawn(new double[][] {{1, 2}, {3, 6}, {7, 7}}, new int[] {0, 0, 1}, 2, 2);
    double[][] means = drawn.means();
    assertArrayEquals(new double[] {2, 4}, means[0]);
    assertArrayEquals(new double[] {7, 7}, means[1]);
    assertArrayEquals(new double[] {Math.sqrt(5), 0}, drawn.spreads(means), 1e-15);
  }

  @Test
  void draw_zeros_sixOfTenRowsOfEverySecondGroupAreEqual() {
    Drawn drawn = GroupLaw.ZEROS.draw(1_000, 2, 2, 1);
    long distinct = DoubleStream.of(firsts(drawn, 0)).distinct().count();
    assertTrue(distinct > 300 && distinct < 500, "" + distinct);
    assertEquals(1_000, DoubleStream.of(firsts(drawn, 1)).distinct().count());
  }

  private static double[] firsts(Drawn drawn, int group) {
    return java.util.stream.IntStream.range(0, drawn.rows().length)
        .filter(i -> drawn.groupOf()[i] == group)
        .mapToDouble(i -> drawn.rows()[i][0])
        .toArray();
  }

  @Test
  void groups_wrongOptions_areRefused() {
    assertEquals(2, Bench.run("groups", "cost"));
    assertEquals(2, Bench.run("groups", "accuracy", "--fits=0", "--out=x"));
  }
}
