package org.privatemean.bench.accuracy;

import java.util.Optional;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Zcdp;

/** An estimator from shuffled messages, or what it is measured against. Budgets are epsilon. */
interface ShuffleContender extends Contender {
  /** Of all settings. */
  double DELTA = 1e-9;

  /** Mean number of messages of a user, from public values; empty where there are none. */
  Optional<Sent> sent(Setting setting);

  /**
   * What a user sends on average, in all rounds.
   *
   * @param messages their number
   * @param bytes of label and body
   */
  record Sent(double messages, double bytes) {}

  /** Whether it is left out of a setting because it would take too long, not because it refuses. */
  default boolean isLeftOut(Setting setting) {
    return false;
  }

  static ApproxDp budget(Setting setting) {
    return new ApproxDp(setting.rho(), DELTA);
  }

  /** The guarantee of a curator's Gaussian noise: the largest rho that the budget allows. */
  static Zcdp curatorsBudget(Setting setting) {
    return Conversions.rhoDown(budget(setting));
  }
}
