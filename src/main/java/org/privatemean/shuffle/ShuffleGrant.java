package org.privatemean.shuffle;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.privatemean.numeric.Rounding;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.ledger.BudgetExceededException;

/**
 * The (epsilon, delta) budget of one release of a shuffle protocol, which cannot be overspent:
 * counts with dummies, then sums with Skellam noise, all under one account of the privacy loss and
 * converted once.
 *
 * <p><b>Privacy guarantee.</b> All that is released by steps that were each charged here before
 * their noise was drawn is together (epsilon, delta)-DP. A step may depend on the outputs of
 * earlier steps, and may not happen. But the order of steps and what they are charged with (numbers
 * of counts, dummies, sensitivities and variances) must be decided from public values alone.
 *
 * <p>Delta is that of {@link LossComposition}, with the profile of the sums by {@link WideSkellam}
 * where the noise is wide and else by {@link RenyiProfile}, rounded up, plus the exact sum of
 * additive deltas. An additive delta pays for a step within eta in total variation of an ideal one,
 * for every input: it is (1 + e^epsilon) eta.
 *
 * <p>Charge the group of most coordinates first: it takes the least time. Not thread-safe.
 */
final class ShuffleGrant {
  /** Share of delta below which another composition is not worth its cost. */
  private static final double NEGLIGIBLE = 0x1p-10;

  private final ApproxDp budget;
  private final List<DummyCounts> counts = new ArrayList<>();
  private final List<SkellamMechanism> sums = new ArrayList<>();
  private final List<Charge> charges = new ArrayList<>();
  private double noiseDelta;
  private BigDecimal additiveDelta = BigDecimal.ZERO;

  ShuffleGrant(ApproxDp budget) {
    this.budget = budget;
  }

  /** Debits a group of counts, before their noise and any sum; a refused one changes nothing. */
  void charge(String step, DummyCounts group) {
    if (!sums.isEmpty()) {
      throw new IllegalStateException(
          "counts are charged before sums: charge step '" + step + "' first");
    }
    List<DummyCounts> extended = append(counts, group);
    Charge charge = new Charge(step, group.rho(), 0);
    debit(charge, deltaUp(extended, sums, budget.epsilon()), additiveDelta);
    counts.add(group);
  }

  /** Debits a sum, as {@link #charge(String, DummyCounts)} does. */
  void charge(String step, SkellamMechanism sum) {
    List<SkellamMechanism> extended = append(sums, sum);
    Charge charge = new Charge(step, sum.rho(), 0);
    debit(charge, deltaUp(counts, extended, budget.epsilon()), additiveDelta);
    sums.add(sum);
  }

  /** Debits an additive delta, 0 to 1, as {@link #charge(String, DummyCounts)} does. */
  void charge(String step, double delta) {
    Charge charge = new Charge(step, 0, delta);
    debit(charge, noiseDelta, additiveDelta.add(new BigDecimal(delta)));
  }

  private static <T> List<T> append(List<T> list, T last) {
    return Stream.concat(list.stream(), Stream.of(last)).toList();
  }

  private void debit(Charge charge, double noise, BigDecimal additive) {
    BigDecimal requested = new BigDecimal(noise).add(additive);
    if (requested.compareTo(new BigDecimal(budget.delta())) > 0) {
      throw BudgetExceededException.ofDelta(
          charge.step(), Rounding.doubleUp(requested), budget.delta());
    }
    noiseDelta = noise;
    additiveDelta = additive;
    charges.add(charge);
  }

  /** Returns the delta, rounded up, of groups of counts in this order, then sums. */
  static double deltaUp(List<DummyCounts> counts, List<SkellamMechanism> sums, double epsilon) {
    if (!WideSkellam.holdsFor(sums)) {
      return LossComposition.compute(counts, RenyiProfile.of(sums), epsilon).deltaUp();
    }
    WideSkellam wide = WideSkellam.create(sums);
    double ideal = LossComposition.compute(counts, wide, epsilon).deltaUp();
    double apart = Rounding.up((1 + StrictMath.exp(epsilon)) * wide.distanceUp(), 0x1p-48);
    double delta = Math.min(1, Rounding.sumUp(ideal, apart));
    // Both are bounds. If the distance matters, the other one may be smaller.
    return apart <= NEGLIGIBLE * ideal
        ? delta
        : Math.min(
            delta, LossComposition.compute(counts, RenyiProfile.of(sums), epsilon).deltaUp());
  }

  /** Returns a delta, rounded up, of all charges so far at the budget's epsilon. */
  double spentDelta() {
    return Rounding.doubleUp(new BigDecimal(noiseDelta).add(additiveDelta));
  }

  List<Charge> charges() {
    return List.copyOf(charges);
  }
}
