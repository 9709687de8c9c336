package org.privatemean.device;

import java.math.BigDecimal;
import java.util.List;
import org.privatemean.device.JournalEntry.JoinedRun;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.protocol.PublicState.PublicRun;

/**
 * The maximum cost of all runs together to the user of a device, permanently or in a period that
 * the app names. A run is charged as a whole when the device joins it, and nothing is refunded.
 *
 * <p>Costs are added exactly, by basic composition: epsilon to epsilon and delta to delta, or rho
 * to rho. A run with a guarantee in rho has no price in a limit of epsilon, nor one in (epsilon,
 * delta) in a limit of rho: it is refused. In a limit of rho a run that is epsilon-DP costs {@code
 * epsilon tanh(epsilon / 2)}.
 *
 * @since 0.1.0
 */
public final class DeviceLimit {
  private final boolean inRho;
  private final double most;
  private final double mostDelta;
  private final String period;

  private DeviceLimit(boolean inRho, double most, double mostDelta, String period) {
    this.inRho = inRho;
    this.most = most;
    this.mostDelta = mostDelta;
    this.period = period;
  }

  /** Creates a permanent limit of epsilon and delta; with delta = 0 no shuffle mean is joined. */
  public static DeviceLimit ofEpsilon(ApproxDp most) {
    return new DeviceLimit(false, most.epsilon(), most.delta(), "");
  }

  /** Creates a permanent limit of rho: for local means only. */
  public static DeviceLimit ofRho(Zcdp most) {
    return new DeviceLimit(true, most.rho(), 0, "");
  }

  /**
   * Returns a copy for a period, such as "2026" or "2026-11", which counts the runs joined in it.
   * The app determines when a period begins; the device reads no clock.
   *
   * @param name of the period, not ""
   * @throws IllegalArgumentException if it is "", longer than 256 bytes in UTF-8 or malformed text
   */
  public DeviceLimit inPeriod(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a period has a name");
    }
    return new DeviceLimit(inRho, most, mostDelta, PublicRun.checkText("a period's name", name));
  }

  /** Returns the period that runs are joined in, or "" for a permanent limit. */
  String period() {
    return period;
  }

  /** Refuses a run that exceeds the limit, after the joined ones of all periods. */
  void check(RunCost requested, List<JoinedRun> joined) {
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal sumDelta = BigDecimal.ZERO;
    for (JoinedRun before : joined) {
      if (period.isEmpty() || period.equals(before.period())) {
        sum = sum.add(new BigDecimal(price(before.cost())));
        sumDelta = sumDelta.add(new BigDecimal(before.cost().delta()));
      }
    }
    BigDecimal after = sum.add(new BigDecimal(price(requested)));
    BigDecimal afterDelta = sumDelta.add(new BigDecimal(requested.delta()));
    boolean deltaFits = inRho || afterDelta.compareTo(new BigDecimal(mostDelta)) <= 0;
    if (after.compareTo(new BigDecimal(most)) > 0 || !deltaFits) {
      throw new RefusedException(
          String.format(
              "the budget of this device%s does not hold this run: it costs %s, and %s of %s is"
                  + " spent",
              period.isEmpty() ? "" : " for " + period,
              requested,
              inRho
                  ? "rho = " + sum.doubleValue()
                  : "epsilon = " + sum.doubleValue() + ", delta = " + sumDelta.doubleValue(),
              this));
    }
  }

  private double price(RunCost cost) {
    if (cost.kind() == RunCost.GuaranteeKind.PURE) {
      return inRho ? Conversions.rhoUp(new PureDp(cost.amount())).rho() : cost.amount();
    }
    if (inRho != (cost.kind() == RunCost.GuaranteeKind.CONCENTRATED)) {
      throw new RefusedException(
          String.format("a run of %s has no price in a limit of %s", cost, this));
    }
    return cost.amount();
  }

  @Override
  public String toString() {
    return inRho ? "rho = " + most : "epsilon = " + most + ", delta = " + mostDelta;
  }
}
