package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HonestUsersTest {
  @Test
  void of_fractionOfUsers_isRoundedDownAsADecimal() {
    assertEquals(1000, HonestUsers.count(1000, 1, 20));
    assertEquals(66, HonestUsers.count(100, 2.0 / 3, 20));
    // 0.7 is less as a double: 7 tenths are meant.
    assertEquals(70, HonestUsers.count(100, 0.7, 20));
    assertEquals(20, HonestUsers.count(29, 0.7, 20));
    assertEquals(1, HonestUsers.count(1, 1, 1));
  }

  @Test
  void of_tooFewOrOutOfRange_isRefused() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> HonestUsers.count(28, 0.7, 20))
            .getMessage();
    assertTrue(message.contains("at least 20 honest users"), message);
    assertThrows(IllegalArgumentException.class, () -> HonestUsers.count(0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> HonestUsers.count(9, 0.1, 1));
    assertThrows(IllegalArgumentException.class, () -> HonestUsers.count(100, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> HonestUsers.count(100, Math.nextUp(1.0), 1));
    assertThrows(IllegalArgumentException.class, () -> HonestUsers.count(100, Double.NaN, 1));
  }
}
