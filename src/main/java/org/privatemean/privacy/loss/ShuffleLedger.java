package org.privatemean.privacy.loss;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.privatemean.numeric.Rounding;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.privacy.ledger.PrivacyLedger;

/**
 * An (epsilon, delta) budget of a shuffle protocol that cannot be overspent: counts with dummies,
 * then sums with Skellam noise, all under one account of the privacy loss and converted once.
 *
 * <p><b>Privacy guarantee.</b> What is released by steps that were each charged here before their
 * noise was drawn is, all together, (epsilon, delta)-DP for the budget's epsilon and delta. A step
 * may depend on the outputs of the steps before it, as thresholds do, and may not happen. But what
 * it is charged with (numbers of counts, dummies, sensitivities and variances) must be decided from
 * public values alone, as must be the order of the steps; that is the difference to {@link
 * PrivacyLedger}.
 *
 * <p>Proof: delta is at most
 *
 * <pre>  sup over neighbours of E[ delta_s(epsilon - loss of the counts) ] + additive deltas</pre>
 *
 * <p>where delta_s bounds the privacy profile of the sums given all before them. The counts may be
 * replaced by what dominates them, and the sides to which they change be chosen group by group:
 * with e^l for argument, e^l delta_s(epsilon - l) is at its best convex, and so is all that comes
 * from it by expectations and maxima (the page on privacy accounting has this in full). The third
 * kind of charge, an additive delta, pays for a step that stands for an ideal one: if, for every
 * input, the output is within eta of the ideal one in total variation, it is (1 + e^epsilon) eta.
 *
 * <p><b>Amounts.</b> The delta of the noise is computed and rounded up; additive deltas are added
 * exactly, and the sum is compared with the budget without another rounding. So parts of delta that
 * add up to the budget go through, however many they are, and what is more is refused.
 *
 * <p><b>One ledger, one release.</b> Its sums end a release, and epsilon is that of all its losses
 * together; so a second release takes a ledger of its own, and the two cost {@link
 * ApproxDp#compose} together.
 *
 * <p>A charge costs one composition: at most about a tenth of a second, but for groups after the
 * first it grows with their number of coordinates, so charge the group of most coordinates first.
 *
 * <p>Thread-safe. Not serializable: a budget has one owner.
 */
public final class ShuffleLedger {

  private final ApproxDp budget;
  private final List<DummyCounts> counts = new ArrayList<>();
  private final List<SkellamMechanism> sums = new ArrayList<>();
  private final List<Charge> charges = new ArrayList<>();
  private double noiseDelta;

  /** Exact: the sum of doubles, each the number that it is. */
  private BigDecimal additiveDelta = BigDecimal.ZERO;

  /** Opens a ledger with nothing spent. */
  public ShuffleLedger(ApproxDp budget) {
    this.budget = budget;
  }

  /**
   * Debits a group of counts, for as many as it has; call it before the first of them.
   *
   * @param step the name of the step
   * @return what was debited
   * @throws BudgetExceededException if delta would pass that of the budget; nothing is debited then
   * @throws IllegalStateException if a sum was charged before: sums are the last steps
   * @throws IllegalArgumentException if the step is blank
   */
  public synchronized Charge charge(String step, DummyCounts group) {
    if (!sums.isEmpty()) {
      throw new IllegalStateException(
          "counts are charged before sums: charge step '" + step + "' first");
    }
    List<DummyCounts> extended = new ArrayList<>(counts);
    extended.add(group);
    Charge charge = new Charge(step, group.rho(), 0);
    debit(charge, deltaUp(extended, sums, budget.epsilon()), additiveDelta);
    counts.add(group);
    return charge;
  }

  /**
   * Debits a sum with Skellam noise. Sums are the last steps of a protocol.
   *
   * @param step the name of the step
   * @return what was debited
   * @throws BudgetExceededException if delta would pass that of the budget; nothing is debited then
   * @throws IllegalArgumentException if the step is blank
   */
  public synchronized Charge charge(String step, SkellamMechanism sum) {
    List<SkellamMechanism> extended = new ArrayList<>(sums);
    extended.add(sum);
    Charge charge = new Charge(step, sum.rho(), 0);
    debit(charge, deltaUp(counts, extended, budget.epsilon()), additiveDelta);
    sums.add(sum);
    return charge;
  }

  /**
   * Debits an additive delta, such as (1 + e^epsilon) eta for the secrecy of the shares of sums.
   *
   * @param step the name of the step
   * @param delta 0 to 1
   * @return what was debited
   * @throws BudgetExceededException if delta would pass that of the budget; nothing is debited then
   * @throws IllegalArgumentException if the step is blank or delta out of its range
   */
  public synchronized Charge chargeDelta(String step, double delta) {
    Charge charge = new Charge(step, 0, delta);
    debit(charge, noiseDelta, additiveDelta.add(new BigDecimal(delta)));
    return charge;
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

  /** The delta, rounded up, of groups of counts in this order, then sums. */
  static double deltaUp(List<DummyCounts> counts, List<SkellamMechanism> sums, double epsilon) {
    return LossComposition.of(counts, RenyiProfile.of(sums), epsilon).deltaUp();
  }

  /** Returns a delta, rounded up, that everything charged so far has at the budget's epsilon. */
  public synchronized double spentDelta() {
    return Rounding.doubleUp(new BigDecimal(noiseDelta).add(additiveDelta));
  }

  /** Returns the budget that this ledger was opened with. */
  public ApproxDp budget() {
    return budget;
  }

  /** Returns the charges in their order. */
  public synchronized List<Charge> charges() {
    return List.copyOf(charges);
  }
}
