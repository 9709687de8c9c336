package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.privatemean.noise.BitSource;

class UserLabelsTest {

  @Test
  void bits_sameSeedPurposeAndUser_areTheSameHoweverTheyAreRead() {
    BitSource whole = new UserLabels(5).bits("round", "alice");
    BitSource parts = new UserLabels(5).bits("round", "alice");
    for (int i = 0; i < 40; i++) {
      long high = parts.nextBits(20);
      assertEquals(whole.nextBits(63), high << 43 | parts.nextBits(43));
    }
    assertThrows(IllegalArgumentException.class, () -> whole.nextBits(64));
  }

  @Test
  void bits_anyOtherSeedPurposeOrUser_areOthers() {
    long bits = new UserLabels(5).bits("round", "alice").nextBits(63);
    assertNotEquals(bits, new UserLabels(6).bits("round", "alice").nextBits(63));
    assertNotEquals(bits, new UserLabels(5).bits("norm", "alice").nextBits(63));
    assertNotEquals(bits, new UserLabels(5).bits("round", "bob").nextBits(63));
    // Not told apart by their concatenation only.
    assertNotEquals(
        new UserLabels(5).bits("ab", "c").nextBits(63),
        new UserLabels(5).bits("a", "bc").nextBits(63));
  }

  @Test
  void bits_ofManyUsers_areUniformOnASmallRange() {
    int n = 60_000;
    int[] counts = new int[6];
    for (int i = 0; i < n; i++) {
      counts[(int) new UserLabels(1).bits("medians", Integer.toString(i)).nextBelow(6)]++;
    }
    double statistic = 0;
    for (int count : counts) {
      statistic += (count - n / 6.0) * (count - n / 6.0) / (n / 6.0);
    }
    // Chi-square with 5 degrees of freedom: above 38.9 with probability 2.5e-7.
    assertTrue(statistic < 38.9, "statistic " + statistic);
  }
}
