package org.privatemean.shuffle;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.privatemean.numeric.Rounding;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.ledger.BudgetExceededException;

/**
 * The (epsilon, delta) of one release of a shuffle protocol, which cannot be overspent: counts with
 * dummies, then sums with Skellam noise, all under one account of the privacy loss and converted
 * once.
 *
 * <p><b>Privacy guarantee.</b> What is released by steps that were each charged here before their
 * noise was drawn is, all together, (epsilon, delta)-DP for the budget's epsilon and delta. A step
 * may depend on the outputs of the steps before it, as thresholds do, and may not happen. But what
 * it is charged with (numbers of counts, dummies, sensitivities and variances) must be decided from
 * public values alone, as must be the order of the steps; that is the difference to a {@link
 * org.privatemean.privacy.ledger.ZcdpGrant}.
 *
 * <p>Proof: delta is at most
 *
 * <pre>  sup over neighbours of E[ delta_s(epsilon - loss of the counts) ] + additive deltas</pre>
 *
 * <p>where delta_s bounds the privacy profile of the sums given all before them, by {@link
 * WideSkellam} where the noise is wide and else by {@link RenyiProfile}. The counts may be replaced
 * by what dominates them, and the sides to which they change be chosen group by group: with e^l for
 * argument, e^l delta_s(epsilon - l) is at its best convex, and so is all that comes from it by
 * expectations and maxima (the page on privacy accounting has this in full). The third kind of
 * price, an {@link AdditiveDelta}, pays for a step that stands for an ideal one: if, for every
 * input, the output is within eta of the ideal one in total variation, it is (1 + e^epsilon) eta.
 *
 * <p><b>Amounts.</b> The delta of the noise is computed and rounded up; additive deltas are added
 * exactly, and the sum is compared with that of the grant without another rounding. So parts of
 * delta that add up to it go through, however many they are, and what is more is refused.
 *
 * <p>A charge costs one composition: at most about a tenth of a second, except for groups after the
 * first it grows with their number of coordinates, so charge the group of most coordinates first.
 *
 * <p>Thread-safe. Not serializable: a grant has one owner.
 */
final class ShuffleGrant implements AutoCloseable {

  /** Share of delta below which another composition is not worth its cost. */
  private static final double NEGLIGIBLE = 0x1p-10;

  private final String release;
  private final ApproxDp budget;
  private final List<DummyCounts> counts = new ArrayList<>();
  private final List<SkellamMechanism> sums = new ArrayList<>();
  private final List<Charge> charges = new ArrayList<>();
  private double noiseDelta;

  /** The exact sum of the additive deltas. */
  private BigDecimal additiveDelta = BigDecimal.ZERO;

  private boolean closed;

  ShuffleGrant(String release, ApproxDp budget) {
    this.release = release;
    this.budget = budget;
  }

  /**
   * Debits a step. Call it before the noise of the step is drawn: a refused charge leaves the grant
   * unchanged, and nothing has been released.
   *
   * @param step the name of the step, not blank
   * @param price a group of counts, for as many as it has, before the first of them; or a sum; or
   *     an additive delta
   * @return the debited charge
   * @throws BudgetExceededException if the delta of all steps would exceed that of the grant
   * @throws IllegalStateException if the grant is closed, or if counts come after a sum: sums are
   *     the last steps
   */
  public synchronized Charge charge(String step, Loss price) {
    Charge charge = price.charge(step);
    if (closed) {
      throw new IllegalStateException(
          String.format("step '%s' comes after the end of release '%s'", step, release));
    }
    if (price instanceof DummyCounts group) {
      chargeCounts(charge, group);
    } else if (price instanceof SkellamMechanism sum) {
      chargeSum(charge, sum);
    } else {
      debit(charge, noiseDelta, additiveDelta.add(new BigDecimal(charge.delta())));
    }
    return charge;
  }

  private void chargeCounts(Charge charge, DummyCounts group) {
    if (!sums.isEmpty()) {
      throw new IllegalStateException(
          "counts are charged before sums: charge step '" + charge.step() + "' first");
    }
    List<DummyCounts> extended = new ArrayList<>(counts);
    extended.add(group);
    debit(charge, deltaUp(extended, sums, budget.epsilon()), additiveDelta);
    counts.add(group);
  }

  private void chargeSum(Charge charge, SkellamMechanism sum) {
    List<SkellamMechanism> extended = new ArrayList<>(sums);
    extended.add(sum);
    debit(charge, deltaUp(counts, extended, budget.epsilon()), additiveDelta);
    sums.add(sum);
  }

  private void debit(Charge charge, double noise, BigDecimal additive) {
    BigDecimal asked = new BigDecimal(noise).add(additive);
    if (asked.compareTo(new BigDecimal(budget.delta())) > 0) {
      throw BudgetExceededException.ofDelta(
          charge.step(), Rounding.doubleUp(asked), budget.delta());
    }
    noiseDelta = noise;
    additiveDelta = additive;
    charges.add(charge);
  }

  /**
   * Returns a delta, rounded up, for which counts alone are (epsilon, delta)-DP.
   *
   * @throws IllegalArgumentException if epsilon is negative, infinite or NaN
   */
  public static double deltaUp(DummyCounts counts, double epsilon) {
    Checks.nonNegative("epsilon", epsilon);
    return deltaUp(List.of(counts), List.of(), epsilon);
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
  public synchronized double spentDelta() {
    return Rounding.doubleUp(new BigDecimal(noiseDelta).add(additiveDelta));
  }

  /** Returns the charges of the steps, in their order. */
  public synchronized List<Charge> charges() {
    return List.copyOf(charges);
  }

  /** Ends the release: no step can be charged afterwards. */
  @Override
  public synchronized void close() {
    closed = true;
  }
}
