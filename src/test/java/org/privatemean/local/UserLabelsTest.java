package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.privatemean.noise.BitSource;

class UserLabelsTest {

  @Test
  void bits_sameSeedPurposeAndUser_areTheSameForEveryWayToRead() {
    BitSource whole = LocalMeanState.labels(5, "round", "alice");
    BitSource parts = LocalMeanState.labels(5, "round", "alice");
    for (int i = 0; i < 40; i++) {
      long high = parts.nextBits(20);
      assertEquals(whole.nextBits(63), high << 43 | parts.nextBits(43));
    }
    assertThrows(IllegalArgumentException.class, () -> whole.nextBits(64));
  }

  @Test
  void bits_anyOtherSeedPurposeOrUser_areOthers() {
    long bits = LocalMeanState.labels(5, "round", "alice").nextBits(63);
    assertNotEquals(bits, LocalMeanState.labels(6, "round", "alice").nextBits(63));
    assertNotEquals(bits, LocalMeanState.labels(5, "norm", "alice").nextBits(63));
    assertNotEquals(bits, LocalMeanState.labels(5, "round", "bob").nextBits(63));
    // Not told apart by their concatenation only.
    assertNotEquals(
        LocalMeanState.labels(5, "ab", "c").nextBits(63),
        LocalMeanState.labels(5, "a", "bc").nextBits(63));
  }

  @Test
  void bits_ofManyUsers_areUniformOnASmallRange() {
    int n = 60_000;
    int[] counts = new int[6];
    for (int i = 0; i < n; i++) {
      counts[(int) LocalMeanState.labels(1, "medians", Integer.toString(i)).nextBelow(6)]++;
    }
    double statistic = 0;
    for (int count : counts) {
      statistic += (count - n / 6.0) * (count - n / 6.0) / (n / 6.0);
    }
    // Chi-square with 5 degrees of freedom: above 38.9 with probability 2.5e-7.
    assertTrue(statistic < 38.9, "statistic " + statistic);
  }
}
