package org.privatemean.bench.accuracy;

import org.privatemean.privacy.ApproxDp;

/** Lemma 2.2 of the paper. */
final class Composition {
  private Composition() {}

  /**
   * What each of so many releases may cost for all of them to be within a budget, by advanced
   * composition with half of its delta.
   */
  static ApproxDp each(ApproxDp budget, int releases) {
    if (releases == 1) {
      return budget;
    }
    double root = Math.sqrt(2 * releases * StrictMath.log(2 / budget.delta()));
    double low = 0;
    double high = budget.epsilon();
    for (int i = 0; i < 100; i++) {
      double middle = (low + high) / 2;
      boolean fits =
          root * middle + releases * middle * StrictMath.expm1(middle) <= budget.epsilon();
      low = fits ? middle : low;
      high = fits ? high : middle;
    }
    return new ApproxDp(low, budget.delta() / (2.0 * releases));
  }
}
