package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.privatemean.noise.NoiseKey;

final class InMemoryShufflerTest {
  private static final int RUNS = 48_000;

  /** Counts of the orders of 4 messages, by the number of the permutation. */
  private static long[] orders(boolean broken) {
    NoiseKey key = NoiseKey.fromSeed(3);
    long[] counts = new long[24];
    for (int run = 0; run < RUNS; run++) {
      InMemoryShuffler shuffler = new InMemoryShuffler(key.substream(1, 0, run));
      for (int i = 0; i < 4; i++) {
        shuffler.send(i, 10 + i);
      }
      List<Integer> order = new ArrayList<>();
      shuffler.drainTo(
          (label, body) -> {
            assertEquals(label + 10, body);
            order.add(label);
          });
      if (broken && run % 10 == 0) {
        order.sort(null);
      }
      counts[number(order)]++;
    }
    return counts;
  }

  private static int number(List<Integer> order) {
    int number = 0;
    for (int i = 0; i < order.size(); i++) {
      int chosen = order.get(i);
      int below = (int) order.subList(i, order.size()).stream().filter(x -> x < chosen).count();
      number = number * (order.size() - i) + below;
    }
    return number;
  }

  /** Laurent and Massart 2000: a chi-square of 23 degrees passes this with less than 1e-6. */
  private static boolean isUniform(long[] counts) {
    double expected = (double) RUNS / counts.length;
    double statistic = 0;
    for (long count : counts) {
      statistic += (count - expected) * (count - expected) / expected;
    }
    double x = Math.log(1e6);
    return statistic <= 23 + 2 * Math.sqrt(23 * x) + 2 * x;
  }

  @Test
  void drainTo_allOrders_areEquallyLikely() {
    assertTrue(isUniform(orders(false)));
    assertFalse(isUniform(orders(true)), "one order in ten left as it came");
  }

  @Test
  void drainTo_twice_isRefused() {
    InMemoryShuffler shuffler = InMemoryShuffler.fromOperatingSystem();
    shuffler.send(1, 2);
    assertEquals(1, shuffler.size());
    shuffler.drainTo((label, body) -> {});
    assertThrows(IllegalStateException.class, () -> shuffler.drainTo((label, body) -> {}));
    assertThrows(IllegalStateException.class, () -> shuffler.send(1, 2));
  }

  @Test
  void drainTo_manyMessages_passesOnEachOnce() {
    InMemoryShuffler shuffler = InMemoryShuffler.fromOperatingSystem();
    int messages = 5000;
    for (int i = 0; i < messages; i++) {
      shuffler.send(i, (1L << 61) + i);
    }
    long[] seen = new long[messages];
    shuffler.drainTo((label, body) -> seen[label] += body - (1L << 61) + 1);
    for (int i = 0; i < messages; i++) {
      assertEquals(i + 1, seen[i]);
    }
  }
}
