package org.privatemean.central;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.release.report.GroupedRelease;
import org.privatemean.release.report.GroupedRelease.GroupMean;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.Scaling;

/** Fits of tiny groups by the thousand: none may want more than the budget. */
@Promise("no group of thousands of odd tables is asked for more than its budget")
final class GroupLedgerFuzzTest {
  private static final int RUNS = 3_000;
  private static final int LONG_RUNS = 20_000;

  private static Scaling scaling(SplittableRandom random, int dimension) {
    return switch (random.nextInt(3)) {
      case 0 -> Scaling.NONE;
      case 1 -> Scaling.STANDARD;
      default -> Scaling.by(random.doubles(dimension, 0.001, 1000).toArray());
    };
  }

  private static int[] sizes(SplittableRandom random, double own, int most) {
    int[] sizes = new int[random.nextInt(1, 31)];
    // Around the least number of rows that anything is asked of.
    double least = Math.max(1, 25 / Math.sqrt(own));
    double total = Math.min(most, sizes.length * least * Math.exp(random.nextDouble(-1, 2)));
    for (int g = 0; g < sizes.length; g++) {
      boolean none = random.nextInt(6) == 0;
      sizes[g] = none ? 0 : (int) (total / sizes.length * random.nextDouble(0.5, 1.5));
    }
    return sizes;
  }

  private static void assertWithin(GroupedSpec spec, GroupedRelease release, GroupFit fit) {
    for (int g = 0; g < release.groups().size(); g++) {
      GroupMean mean = release.groups().get(g);
      assertTrue(fit.ledger().spent(g) <= spec.rho());
      assertTrue(mean.rho() > 0 && mean.rho() <= spec.rho());
      if (mean.status() == GroupStatus.OK) {
        assertEquals(spec.rho(), mean.rho(), 1e-9 * spec.rho(), mean::toString);
        assertTrue(Arrays.stream(mean.mean()).allMatch(Double::isFinite), mean::toString);
        assertTrue(mean.deviation() > 0 && mean.clippingNorm() > 0 && mean.bias() >= 0);
        assertTrue(release.region(mean).radius() > 0);
      }
    }
  }

  @Tag("long")
  @Test
  void fits_ofUnusualTables_keepEveryGroupWithinTheBudget() {
    assertWithinTheBudget(0, RUNS);
  }

  @Test
  @Tag("long")
  void fits_ofManyUnusualTables_keepEveryGroupWithinTheBudget() {
    assertWithinTheBudget(RUNS, LONG_RUNS);
  }

  private static void assertWithinTheBudget(int first, int runs) {
    Map<GroupStatus, Integer> seen = new EnumMap<>(GroupStatus.class);
    for (int run = first; run < first + runs; run++) {
      SplittableRandom random = new SplittableRandom(run);
      double rho = Math.pow(10, random.nextDouble(-3, 1));
      int persons = random.nextInt(2) == 0 ? 1 : random.nextInt(2, 5);
      Neighbours neighbours = random.nextBoolean() ? Neighbours.REPLACE : Neighbours.ADD_REMOVE;
      int dimension = random.nextInt(1, 21);
      int weight = random.nextInt(4) == 0 ? random.nextInt(1, 9) : 0;
      PrivacyUnit unit =
          weight > 0 ? PrivacyUnit.person(neighbours, weight) : PrivacyUnit.row(neighbours);
      GroupedSpec spec = GroupFit.spec(rho, scaling(random, dimension), unit, persons);
      GroupLaw[] laws = GroupLaw.values();
      GroupLaw law = laws[random.nextInt(laws.length)];
      GroupFit fit = GroupFit.of(spec, GroupFit.quick(run));
      try {
        GroupedRelease release =
            fit.release(law.sample(sizes(random, rho / persons, 1500), dimension, run));
        assertWithin(spec, release, fit);
        release.groups().forEach(mean -> seen.merge(mean.status(), 1, Integer::sum));
      } catch (RuntimeException | AssertionError escaped) {
        throw new AssertionError("run " + run + " " + spec + " " + law, escaped);
      }
    }
    for (GroupStatus status : GroupStatus.values()) {
      assertTrue(seen.get(status) > runs / 10, seen.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 1e-4, 20, 100, 1000, 16384})
  void fits_withExtremeBudgets_keepEveryGroupWithinTheBudget(double rho) {
    for (int run = 0; run < 40; run++) {
      SplittableRandom random = new SplittableRandom(run);
      Neighbours neighbours = run % 2 == 0 ? Neighbours.REPLACE : Neighbours.ADD_REMOVE;
      int persons = 1 + run / 2 % 3;
      int dimension = random.nextInt(1, 12);
      GroupedSpec spec = GroupFit.spec(rho, scaling(random, dimension), neighbours, persons);
      GroupLaw[] laws = GroupLaw.values();
      GroupLaw law = laws[random.nextInt(laws.length)];
      GroupFit fit = GroupFit.of(spec, GroupFit.quick(run));
      int[] sizes = sizes(random, rho / persons, rho < 1e-3 ? 60_000 : 1000);
      assertWithin(spec, fit.release(law.sample(sizes, dimension, run)), fit);
    }
  }

  /** Columns 400 decades apart, with a public unit as far from them. */
  @Tag("long")
  @Test
  void fits_ofColumnsInExtremeUnits_areFinite() {
    long located = 0;
    for (int run = 0; run < 2000; run++) {
      SplittableRandom random = new SplittableRandom(run);
      int dimension = random.nextInt(2, 7);
      double[] units = random.doubles(dimension, -200, 200).map(e -> Math.pow(10, e)).toArray();
      double[][] rows = new double[500][dimension];
      int[] groups = random.ints(rows.length, 0, 5).toArray();
      for (double[] row : rows) {
        Arrays.setAll(row, j -> units[j] * random.nextInt(5));
      }
      GroupedSpec spec =
          GroupFit.spec(Math.exp(random.nextDouble(2, 8)), Scaling.STANDARD, Neighbours.REPLACE, 1)
              .withRareUnit(Math.pow(10, random.nextDouble(-300, 300)));
      GroupFit fit = GroupFit.of(spec, GroupFit.quick(run));
      GroupedRelease release =
          fit.release(new GroupLaw.Sample(rows, groups, new int[5], dimension));
      assertWithin(spec, release, fit);
      located += release.groups().stream().filter(g -> g.status() == GroupStatus.OK).count();
    }
    assertTrue(located > 5000, "located " + located);
  }
}
