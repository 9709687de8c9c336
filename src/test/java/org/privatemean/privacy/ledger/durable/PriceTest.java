package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

final class PriceTest {
  private static int times(Price price, Price room) {
    return price.timesIn(room).intValueExact();
  }

  /** Six times the double 0.1 leaves a hair less than 0.1 of 0.7, which is granted in its place. */
  @Test
  void timesIn_lastOfEqualParts_counts() {
    Price part = Price.toPay(0.1, 0);
    Price room = Price.budget(0.7, 0);
    assertEquals(7, times(part, room));
    for (int paid = 1; paid <= 6; paid++) {
      room = room.minus(part);
      assertEquals(7 - paid, times(part, room));
    }
    assertEquals(
        0, times(part, new Price(part.leastGrant().rho().subtract(BigInteger.ONE), room.delta())));
    assertEquals(0, times(part, Price.NONE));
  }

  /** Rounded up to units these would be 0. */
  @Test
  void toPay_lessThanNothing_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> Price.toPay(-1e-30, 0));
    assertThrows(IllegalArgumentException.class, () -> Price.toPay(0, -1e-40));
    assertThrows(IllegalArgumentException.class, () -> Price.budget(-1e-30, 0));
  }

  @Test
  void timesIn_deltaThatEndsFirst_bounds() {
    assertEquals(2, times(Price.toPay(0.125, 0.25), Price.budget(1, 0.625)));
    assertEquals(8, times(Price.toPay(0.125, 0), Price.budget(1, 0.625)));
    assertEquals(2, times(Price.toPay(0, 0.25), Price.budget(1, 0.625)));
  }
}
