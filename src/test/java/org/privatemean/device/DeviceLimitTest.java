package org.privatemean.device;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.local.LocalMeanState;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.request.Bounds;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;

/** A limit for what all runs together cost. */
final class DeviceLimitTest {
  private static final Bounds BOUNDS = new Bounds.Statistical(10, 1, 1);
  private static final String USER = "user";
  private static final double[] ROW = {1, 2};

  @TempDir Path folder;

  private static LocalMeanState pure(double epsilon) {
    LocalMeanSpec spec =
        LocalMeanSpec.pure(new PureDp(epsilon), BOUNDS)
            .withRoute(LocalMeanSpec.Route.RECENTRED)
            .warningOnly();
    return LocalMeanState.start(LocalMeanPlan.of(spec, 100, 2), 1);
  }

  private static LocalMeanState concentrated(double rho) {
    LocalMeanSpec spec = LocalMeanSpec.paper(new Zcdp(rho), BOUNDS).warningOnly();
    return LocalMeanState.start(LocalMeanPlan.of(spec, 100, 2), 1);
  }

  private static ShuffleMeanState shuffled(double epsilon, double delta) {
    ShuffleMeanSpec spec = ShuffleMeanSpec.of(new ApproxDp(epsilon, delta), BOUNDS).warningOnly();
    return ShuffleMeanState.start(ShuffleMeanPlan.of(spec, 100, 2), 1);
  }

  private static void refused(String named, Runnable join) {
    String message = assertThrows(RefusedException.class, join::run).getMessage();
    assertTrue(message.contains(named), message);
  }

  @Test
  void join_upToTheLimit_isChargedWholeAndNeverRefunded() {
    DeviceLimit limit = DeviceLimit.ofEpsilon(new ApproxDp(1, 1e-6));
    try (Device device = Device.open(folder, limit)) {
      device.join("a", pure(0.5), USER);
      device.join("b", pure(0.25), USER);
      refused("does not hold", () -> device.join("c", pure(0.26), USER));
      device.join("c", pure(0.25), USER);
      refused("epsilon = 1.0", () -> device.join("d", pure(1e-9), USER));
    }
    // Nothing was answered, and all of it stays spent; what was joined goes on.
    try (Device device = Device.open(folder, limit)) {
      refused("does not hold", () -> device.join("d", pure(1e-9), USER));
      LocalMeanSession session = device.join("a", pure(0.5), USER);
      session.answer(pure(0.5), ROW);
    }
    // A run that was refused is in no ledger: another limit takes it.
    try (Device device = Device.open(folder, DeviceLimit.ofEpsilon(new ApproxDp(2, 1e-6)))) {
      device.join("d", pure(0.9), USER);
    }
  }

  @Test
  void join_ofShuffleRuns_addsUpEpsilonAndDelta() {
    try (Device device = Device.inMemory(DeviceLimit.ofEpsilon(new ApproxDp(30, 3e-6)))) {
      device.join("a", shuffled(8, 2e-6), USER);
      refused("delta", () -> device.join("b", shuffled(8, 2e-6), USER));
      device.join("b", shuffled(8, 1e-6), USER);
      refused("does not hold", () -> device.join("c", shuffled(8, 1e-9), USER));
      device.join("c", pure(14), USER);
      refused("does not hold", () -> device.join("d", pure(1e-6), USER));
      refused("no price", () -> device.join("e", concentrated(1e-3), USER));
    }
  }

  @Test
  void join_inALimitOfRho_pricesPureRuns() {
    double price = Conversions.rhoUp(new PureDp(1)).rho();
    try (Device device = Device.inMemory(DeviceLimit.ofRho(new Zcdp(1 + price)))) {
      device.join("a", concentrated(1), USER);
      refused("does not hold", () -> device.join("b", pure(1.001), USER));
      device.join("b", pure(1), USER);
      refused("no price", () -> device.join("c", shuffled(8, 1e-6), USER));
    }
  }

  @Test
  void join_inAnotherPeriod_isCountedThere() {
    DeviceLimit limit = DeviceLimit.ofEpsilon(new ApproxDp(1, 0));
    try (Device device = Device.open(folder, limit.inPeriod("2026"))) {
      device.join("a", pure(1), USER);
      refused("for 2026", () -> device.join("b", pure(1), USER));
    }
    try (Device device = Device.open(folder, limit.inPeriod("2027"))) {
      device.join("b", pure(1), USER);
    }
    try (Device device = Device.open(folder, limit.inPeriod("2026"))) {
      refused("for 2026", () -> device.join("c", pure(1), USER));
    }
    // For good, all periods count.
    try (Device device = Device.open(folder, DeviceLimit.ofEpsilon(new ApproxDp(2.5, 0)))) {
      refused("does not hold", () -> device.join("c", pure(1), USER));
      device.join("c", pure(0.5), USER);
    }
    assertThrows(IllegalArgumentException.class, () -> limit.inPeriod(""));
    assertFalse(limit.inPeriod("2026").period().isEmpty());
  }
}
