package org.privatemean.central;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.privacy.Neighbours;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.Warning;
import org.privatemean.release.report.GroupedRelease;
import org.privatemean.release.report.GroupedRelease.GroupMean;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.Scaling;

/**
 * Columns of unlike kinds in ten groups of 3,000 rows: three normal ones of unlike units, and
 * others that must not spoil them.
 */
final class GroupedMeanColumnsTest {
  private static final int GROUPS = 10;
  private static final int ROWS = 3000;
  private static final double[] UNITS = {1e-4, 1, 1000};
  private static final int FITS = 3;

  private interface Column {
    double of(int group, Random random);
  }

  private static Column flag(double share) {
    return (group, random) -> random.nextDouble() < share ? 1 : 0;
  }

  private static GroupLaw.Sample sample(long seed, Column... others) {
    Random random = new Random(seed);
    int d = UNITS.length + others.length;
    double[][] rows = new double[GROUPS * ROWS][d];
    int[] groups = new int[rows.length];
    int[] sizes = new int[GROUPS];
    Arrays.fill(sizes, ROWS);
    double[] mean = new double[UNITS.length];
    for (int i = 0; i < rows.length; i++) {
      groups[i] = i / ROWS;
      if (i % ROWS == 0) {
        Arrays.setAll(mean, j -> 2 * random.nextGaussian());
      }
      for (int j = 0; j < d; j++) {
        rows[i][j] =
            j < UNITS.length
                ? (mean[j] + random.nextGaussian()) * UNITS[j]
                : others[j - UNITS.length].of(groups[i], random);
      }
    }
    return new GroupLaw.Sample(rows, groups, sizes, d);
  }

  private static GroupedRelease release(GroupLaw.Sample sample, long seed) {
    GroupedSpec spec = GroupFit.spec(0.5, Scaling.STANDARD, Neighbours.REPLACE, 1);
    return GroupFit.seeded(spec, seed).release(sample);
  }

  private static double median(double[] values) {
    return Arrays.stream(values).sorted().toArray()[values.length / 2];
  }

  /** The median over fits and groups of the error of a column. */
  private static double error(int column, Column... others) {
    double[] errors = new double[FITS * GROUPS];
    for (int fit = 0; fit < FITS; fit++) {
      GroupLaw.Sample sample = sample(fit, others);
      double[][] means = sample.means();
      List<GroupMean> groups = release(sample, fit).groups();
      for (int g = 0; g < GROUPS; g++) {
        errors[fit * GROUPS + g] = Math.abs(groups.get(g).mean()[column] - means[g][column]);
      }
    }
    return median(errors);
  }

  /** The median half-width of the normal columns, in deviations. */
  private static double halfWidth(GroupedRelease release, int dimension) {
    return median(
        release.groups().stream()
            .map(group -> release.region(group).halfWidths(dimension))
            .flatMapToDouble(
                widths -> IntStream.range(0, UNITS.length).mapToDouble(j -> widths[j] / UNITS[j]))
            .toArray());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.01, 0.003, 0.0003})
  void halfWidths_nextToAFlag_areSlightlyLarger(double share) {
    for (int fit = 0; fit < FITS; fit++) {
      double alone = halfWidth(release(sample(fit), fit), 3);
      double beside = halfWidth(release(sample(fit, flag(share)), fit), 4);
      assertTrue(beside < 1.4 * alone, beside + " " + alone);
    }
  }

  @Test
  void error_ofADetectedFlag_isSmall() {
    assertTrue(error(3, flag(0.01)) < 0.0025, () -> "" + error(3, flag(0.01)));
    assertTrue(error(3, flag(0.003)) < 0.003, () -> "" + error(3, flag(0.003)));
  }

  @Test
  void error_ofAFlagNextToAnotherValueInEachGroup_isSmall() {
    Column shifted = (group, random) -> 5 * (group % 3) + flag(0.01).of(group, random);
    assertTrue(error(3, shifted) < 0.0025, () -> "" + error(3, shifted));
    assertTrue(error(1, shifted) < 0.008, () -> "" + error(1, shifted));
  }

  @Test
  void columnsOfOneValue_areReleasedAndNamed() {
    GroupLaw.Sample sample =
        sample(1, (group, random) -> 12345.678, (group, random) -> 0, (group, random) -> group);
    GroupedRelease release = release(sample, 1);
    List<ColumnWarning> named = release.columnWarnings();
    assertEquals(List.of(3, 4, 5), named.stream().map(ColumnWarning::column).toList());
    for (ColumnWarning warning : named) {
      assertEquals(ColumnWarning.ColumnWarningCode.NEARLY_CONSTANT, warning.code());
      assertTrue(warning.rowsAtMost() > 0 && warning.rowsAtMost() < 300, "" + warning);
    }
    for (int g = 0; g < GROUPS; g++) {
      double[] mean = release.groups().get(g).mean();
      assertEquals(12345.678, mean[3], 0.1);
      // Nothing but 0 is seen: measured in the public unit 1.
      assertEquals(0, mean[4], 0.02);
      assertEquals(g, mean[5], 0.1);
    }
    assertTrue(halfWidth(release, 6) < 0.02);
  }

  @Test
  void undetectedOnes_countInTheRareUnit() {
    Column few = (group, random) -> group == 0 && random.nextDouble() < 0.008 ? 1 : 0;
    GroupLaw.Sample sample = sample(2, few);
    GroupedRelease release = release(sample, 2);
    assertEquals(
        List.of(new ColumnWarning(3, ColumnWarning.ColumnWarningCode.NEARLY_CONSTANT)),
        release.columnWarnings().stream()
            .map(w -> new ColumnWarning(w.column(), w.code()))
            .toList());
    GroupMean first = release.groups().get(0);
    double off = Math.abs(first.mean()[3] - sample.means()[0][3]);
    assertTrue(off < 1.5 * release.region(first).halfWidths(4)[3], "" + off);
  }

  @Test
  void manyFlags_leaveTheOthersAlone() {
    Column[] flags = new Column[20];
    Arrays.fill(flags, flag(0.01));
    GroupLaw.Sample sample = sample(3, flags);
    GroupedRelease release = release(sample, 3);
    double[][] means = sample.means();
    double[] others = new double[GROUPS];
    double[] rare = new double[GROUPS];
    for (int g = 0; g < GROUPS; g++) {
      double[] mean = release.groups().get(g).mean();
      others[g] = Math.abs(mean[2] - means[g][2]) / UNITS[2];
      rare[g] = Math.abs(mean[10] - means[g][10]);
    }
    assertTrue(median(others) < 0.02, () -> Arrays.toString(others));
    assertTrue(median(rare) < 0.005, () -> Arrays.toString(rare));
  }

  @Test
  void longTails_areNamedAndWidenTheirIntervals() {
    Column tail = (group, random) -> Math.exp(2 * random.nextGaussian());
    GroupedRelease release = release(sample(4, tail, tail, flag(0.01)), 4);
    List<ColumnWarning> named = release.columnWarnings();
    assertTrue(
        named.contains(new ColumnWarning(3, ColumnWarning.ColumnWarningCode.LONG_TAIL)),
        "" + named);
    assertTrue(named.stream().allMatch(w -> w.column() >= 3), "" + named);
    double[] beyond = release.beyond().stream().mapToDouble(Double::doubleValue).toArray();
    assertEquals(6, beyond.length);
    assertEquals(0, beyond[0]);
    assertTrue(beyond[3] > 0);
    GroupMean group = release.groups().get(0);
    double[] widths = release.region(group).halfWidths(6);
    double[] without = release.withColumns(new double[6], List.of()).region(group).halfWidths(6);
    assertEquals(without[3] + beyond[3], widths[3], 1e-12 * widths[3]);
    assertTrue(halfWidth(release, 6) < 0.02);
  }

  /** Rows of one group that are too few to set its norm, and far beyond it. */
  @Test
  void fewRowsFarOut_areInTheErrorBarsOrNamed() {
    GroupedSpec spec = GroupFit.spec(0.5, Scaling.NONE, Neighbours.REPLACE, 1);
    int off = 0;
    int silent = 0;
    for (int fit = 0; fit < 30; fit++) {
      GroupLaw.Sample sample = GroupLaw.GAUSS.sample(GROUPS, ROWS, 3, fit);
      assertFalse(namesFarRows(GroupFit.seeded(spec, fit).release(sample)));
      for (int i = 0; i < 50; i++) {
        sample.rows()[i][0] -= 1000;
      }
      GroupedRelease release = GroupFit.seeded(spec, fit).release(sample);
      GroupMean group = release.groups().get(0);
      double error = Math.abs(group.mean()[0] - sample.means()[0][0]);
      boolean isOff = error > 2 * release.region(group).halfWidths(3)[0];
      off += isOff ? 1 : 0;
      silent += isOff && !namesFarRows(release) ? 1 : 0;
    }
    assertTrue(off >= 5 && silent <= 2, off + " off, " + silent + " of them silently");
  }

  private static boolean namesFarRows(GroupedRelease release) {
    return release.warnings().stream().anyMatch(w -> w.code() == Warning.Code.FAR_ROWS);
  }
}
