package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.Promise;
import org.privatemean.shuffle.DummyCounts.Split;
import org.privatemean.shuffle.LossComposition.CountGroup;

/** Compositions small enough to be summed outcome by outcome: Binomial(30, 0.4) dummies. */
@Promise("losses of the shuffle model compose as their outcomes summed one by one")
class LossCompositionTest {

  private static final int TRIALS = 30;
  private static final double CHANCE = 0.4;
  private static final double STEP = 0.002;
  private static final double VARIANCE = TRIALS * CHANCE * (1 - CHANCE);

  private static final RenyiProfile NOTHING = RenyiProfile.of(List.of());
  private static final RenyiProfile SUM =
      RenyiProfile.of(List.of(SkellamMechanism.forVector(3, 5, 400)));

  /** Losses ln(P / Q) of one count, by the number of dummies; infinite where Q is 0. */
  private static double[] losses(boolean removal) {
    double[] losses = new double[TRIALS + 1];
    double odds = CHANCE / (1 - CHANCE);
    for (int k = 0; k <= TRIALS; k++) {
      losses[k] =
          removal
              ? Math.log((k + 1) / ((TRIALS - k) * odds))
              : Math.log((TRIALS - k + 1) * odds / k);
    }
    return losses;
  }

  private static double[] masses() {
    double[] masses = new double[TRIALS + 1];
    masses[0] = Math.pow(1 - CHANCE, TRIALS);
    for (int k = 1; k <= TRIALS; k++) {
      masses[k] = masses[k - 1] * (TRIALS - k + 1) / k * CHANCE / (1 - CHANCE);
    }
    return masses;
  }

  private static LossDistribution onGrid(boolean removal) {
    double[] losses = losses(removal);
    double[] masses = masses();
    int from = removal ? 0 : 1;
    int infinite = removal ? TRIALS : 0;
    double[] finiteLosses = new double[TRIALS];
    double[] finiteMasses = new double[TRIALS];
    System.arraycopy(losses, from, finiteLosses, 0, TRIALS);
    System.arraycopy(masses, from, finiteMasses, 0, TRIALS);
    return LossDistribution.of(finiteLosses, finiteMasses, masses[infinite], STEP);
  }

  private static CountGroup group(Split... splits) {
    return new CountGroup(onGrid(true), onGrid(false), List.of(splits));
  }

  private static double deltaUp(List<CountGroup> groups, RenyiProfile last, double epsilon) {
    double changes = groups.size();
    double rho = changes / (2 * VARIANCE) + last.rho();
    return new LossComposition(groups, last, epsilon, rho, STEP).deltaUp();
  }

  /** E[V(loss so far + losses of the split)], outcome by outcome. */
  private static double exact(Split split, double loss, DoubleUnaryOperator v) {
    if (split.removals() + split.additions() == 0) {
      return v.applyAsDouble(loss);
    }
    boolean removal = split.removals() > 0;
    Split rest =
        removal
            ? new Split(split.removals() - 1, split.additions())
            : new Split(split.removals(), split.additions() - 1);
    double[] losses = losses(removal);
    double[] masses = masses();
    double sum = 0;
    for (int k = 0; k <= TRIALS; k++) {
      sum += masses[k] * (Double.isInfinite(losses[k]) ? 1 : exact(rest, loss + losses[k], v));
    }
    return sum;
  }

  private static double hockeyStick(double epsilon, double loss) {
    return Math.max(0, -Math.expm1(epsilon - loss));
  }

  private static void assertTightBound(double exact, double bound, double slack) {
    assertTrue(bound >= exact * (1 - 1e-12), bound + " below " + exact);
    assertEquals(exact, bound, exact * slack);
  }

  /**
   * The bound holds for every release with the profile of the sum, and between two grid points
   * these are below the profile's own bound, which is not convex where the best order changes.
   */
  private static void assertCloseBound(double exact, double bound) {
    assertTrue(bound >= exact * (1 - 1e-4), bound + " below " + exact);
    assertEquals(exact, bound, exact * 3e-3);
  }

  @ParameterizedTest
  @CsvSource({"1, 0.00180082", "0.5, 0.02225208"})
  void deltaUp_oneCountOfBinomialDummies_isTheKnownDelta(double epsilon, double delta) {
    double bound = deltaUp(List.of(group(new Split(1, 0), new Split(0, 1))), NOTHING, epsilon);
    assertEquals(delta, bound, 1e-4 * delta);
    double removal = exact(new Split(1, 0), 0, loss -> hockeyStick(epsilon, loss));
    double addition = exact(new Split(0, 1), 0, loss -> hockeyStick(epsilon, loss));
    assertEquals(delta, Math.max(removal, addition), 1e-8);
    assertTightBound(Math.max(removal, addition), bound, 1e-4);
  }

  @ParameterizedTest
  @CsvSource({"2, 0", "1, 1", "0, 2", "3, 0", "2, 1", "1, 2", "0, 3", "0, 4", "2, 2"})
  void deltaUp_everySplitOfSeveralCounts_boundsTheSumOverOutcomes(int removals, int additions) {
    Split split = new Split(removals, additions);
    for (double epsilon : new double[] {0, 0.7, 2, 4}) {
      double exact = exact(split, 0, loss -> hockeyStick(epsilon, loss));
      CountGroup group = group(split);
      double rho = (removals + additions) / (2 * VARIANCE);
      double bound = new LossComposition(List.of(group), NOTHING, epsilon, rho, STEP).deltaUp();
      assertTightBound(exact, bound, 1e-3);
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "0.5", "1.5", "3"})
  void deltaUp_countsThenASum_boundsTheMeanOfItsProfile(double epsilon) {
    for (Split split : List.of(new Split(1, 0), new Split(0, 1), new Split(1, 1))) {
      double rho = (split.removals() + split.additions()) / (2 * VARIANCE) + SUM.rho();
      double bound = new LossComposition(List.of(group(split)), SUM, epsilon, rho, STEP).deltaUp();
      assertCloseBound(exact(split, 0, loss -> SUM.deltaUp(epsilon - loss)), bound);
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "0.5", "1.5", "3"})
  void deltaUp_splitsChosenGroupByGroup_boundsTheWorstChoice(double epsilon) {
    Split one = new Split(1, 0);
    Split other = new Split(0, 1);
    CountGroup choice = group(one, other);
    double exact = 0;
    double chosenBefore = 0;
    for (Split first : List.of(one, other)) {
      double adaptive =
          exact(
              first,
              0,
              loss ->
                  Math.max(
                      exact(one, loss, l -> SUM.deltaUp(epsilon - l)),
                      exact(other, loss, l -> SUM.deltaUp(epsilon - l))));
      exact = Math.max(exact, adaptive);
      for (Split second : List.of(one, other)) {
        double fixed = exact(first, 0, loss -> exact(second, loss, l -> SUM.deltaUp(epsilon - l)));
        chosenBefore = Math.max(chosenBefore, fixed);
      }
    }
    assertTrue(exact >= chosenBefore);
    assertTrue(exact > chosenBefore || epsilon != 0.5, "seeing the first loss is worth something");
    assertCloseBound(exact, deltaUp(List.of(choice, choice), SUM, epsilon));
  }

  /**
   * With this epsilon the period begins at loss 0, and the small group's loss is below 0 half of
   * the time, before or after that of the large one: forgotten, it would take half of delta along.
   */
  @Test
  void deltaUp_lossThatLeavesThePeriodInBetween_counts() {
    double epsilon = 400;
    double step = 0.005;
    DummyCounts many = DummyCounts.forThresholds(1, 50_000, 100);
    CountGroup large = CountGroup.create(many, step);
    CountGroup small = CountGroup.create(DummyCounts.forThresholds(1, 1, 1e4), step);
    double alone =
        new LossComposition(List.of(large), NOTHING, epsilon, many.rho(), step).deltaUp();
    for (List<CountGroup> groups : List.of(List.of(small, large), List.of(large, small))) {
      double delta = new LossComposition(groups, NOTHING, epsilon, many.rho(), step).deltaUp();
      assertTrue(delta >= alone, groups.get(0).equals(small) ? "small first" : "large first");
      assertEquals(alone, delta, 1e-3 * alone);
    }
  }

  @Test
  void deltaUp_noCounts_isTheLastRelease() {
    assertEquals(SUM.deltaUp(1.0), deltaUp(List.of(), SUM, 1));
    assertEquals(0, LossComposition.compute(List.of(), NOTHING, 0).deltaUp());
  }

  @Test
  void deltaUp_coarserGrid_isNeverLess() {
    DummyCounts counts = DummyCounts.forThresholds(1, 1, 57);
    double exact = DummyCountsTest.exactOfOne(57, 1);
    double last = exact;
    for (double step = 0.002; step < 1; step *= 4) {
      CountGroup group = CountGroup.create(counts, step);
      double delta = new LossComposition(List.of(group), NOTHING, 1, counts.rho(), step).deltaUp();
      // Grids of which one contains the other are ordered, but for the allowance for rounding.
      assertTrue(delta >= last * (1 - 1e-7), "step " + step);
      last = delta;
    }
    assertTrue(last > 2 * exact);
  }

  @Test
  @Tag("long")
  void deltaUp_extremes_staysAProbability() {
    for (double epsilon : new double[] {0, 1e-6, 1, 700}) {
      for (double dummies : new double[] {1, 20, 1e7}) {
        List<DummyCounts> counts = List.of(DummyCounts.forThresholds(2, 3, dummies));
        double alone = LossComposition.compute(counts, NOTHING, epsilon).deltaUp();
        for (RenyiProfile last : List.of(NOTHING, SUM, noisy(), clear())) {
          double delta = LossComposition.compute(counts, last, epsilon).deltaUp();
          assertTrue(delta >= 0.99 * alone && delta <= 1, epsilon + " " + dummies);
        }
      }
    }
  }

  private static RenyiProfile noisy() {
    return RenyiProfile.of(List.of(SkellamMechanism.forVector(3, 5, 1e9)));
  }

  private static RenyiProfile clear() {
    return RenyiProfile.of(List.of(SkellamMechanism.forVector(3, 500, 1)));
  }
}
