package org.privatemean.shuffle.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HonestUsersTest {
  @Test
  void of_fractionOfUsers_isRoundedDownAsADecimal() {
    assertEquals(1000, HonestUsers.of(1000, 1, 20));
    assertEquals(66, HonestUsers.of(100, 2.0 / 3, 20));
    // 0.7 is less as a double: 7 tenths are meant.
    assertEquals(70, HonestUsers.of(100, 0.7, 20));
    assertEquals(20, HonestUsers.of(29, 0.7, 20));
    assertEquals(1, HonestUsers.of(1, 1, 1));
  }

  @Test
  void of_tooFewOrOutOfRange_isRefused() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> HonestUsers.of(28, 0.7, 20))
            .getMessage();
    assertTrue(message.contains("at least 20 honest users"), message);
    assertThrows(IllegalArgumentException.class, () -> HonestUsers.of(0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> HonestUsers.of(9, 0.1, 1));
    assertThrows(IllegalArgumentException.class, () -> HonestUsers.of(100, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> HonestUsers.of(100, Math.nextUp(1.0), 1));
    assertThrows(IllegalArgumentException.class, () -> HonestUsers.of(100, Double.NaN, 1));
  }
}
