package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bound that message counts rest on, against exact values. */
class VectorSumCollisionTest {

  @ParameterizedTest
  @CsvSource({"2, 4, 3", "3, 2, 5", "4, 2, 2", "2, 3, 64", "8, 1, 2"})
  void excess_tinyCases_isThatOfAllPermutations(int n, int m, int q) {
    double enumerated = Collisions.excessByEnumeration(n, m, q);
    assertEquals(enumerated, Collisions.excess(n, m, q), 1e-12 * (1 + enumerated));
  }

  /**
   * The proof's claim, 1.135 (q - 1) h where {@code q h e^(2(m-1)) <= 1/8}, and that it is not
   * loose.
   */
  @Tag("long")
  @Test
  void excess_whereTheBoundHolds_isAtMostTheBound() {
    int held = 0;
    for (int n : new int[] {20, 21, 30, 60, 120}) {
      for (int m = 3; m <= 14; m++) {
        for (int bits : new int[] {1, 8, 20, 40, 62}) {
          double q = Math.pow(2, bits);
          double h = n / Math.pow(2, SplitAndMix.log2Binomial(n, m));
          if (q * h * Math.exp(2 * (m - 1)) <= 0.125) {
            double ratio = Collisions.excess(n, m, 1L << bits) / ((q - 1) * h);
            assertTrue(ratio <= 1.135, () -> "ratio " + ratio);
            assertTrue(ratio >= 1 - 1e-9);
            held++;
          }
        }
      }
    }
    assertTrue(held > 60, "cases: " + held);
  }

  @Test
  void messages_exactDistance_isWithinTheDistanceAskedFor() {
    for (int n : new int[] {20, 50, 150}) {
      for (int bits : new int[] {1, 10, 30, 62}) {
        for (double distance : new double[] {0.5, 1e-3, 1e-10, 1e-16}) {
          int m = SplitAndMix.messages(n, bits, distance) - 1;
          double exact = Math.sqrt(Collisions.excess(n, m, 1L << bits)) / 2;
          assertTrue(exact <= distance);
        }
      }
    }
  }

  /** One share fewer passes the distance, where the distance and not the proof's range decides. */
  @Test
  void messages_oneShareFewer_isTooFew() {
    for (int n : new int[] {50, 150}) {
      for (int bits : new int[] {10, 30, 62}) {
        for (double distance : new double[] {1e-10, 1e-16}) {
          int m = SplitAndMix.messages(n, bits, distance) - 2;
          double exact = Math.sqrt(Collisions.excess(n, m, 1L << bits)) / 2;
          assertTrue(exact > 0.9 * distance);
        }
      }
    }
  }

  /** At epsilon 1, delta 1e-9; half of delta for all d coordinates together. */
  @ParameterizedTest
  @CsvSource({
    "1, 10000, 21, 8", "1, 100000, 26, 8", "1, 1000000, 31, 7", "1, 10000000, 36, 7",
    "1, 100000000, 41, 6", "8, 10000, 21, 9", "8, 100000, 26, 8", "8, 1000000, 31, 7",
    "8, 10000000, 36, 7", "8, 100000000, 41, 7", "784, 10000, 21, 10", "784, 100000, 26, 9",
    "784, 1000000, 31, 8", "784, 10000000, 36, 7", "784, 100000000, 41, 7"
  })
  void messages_tableOfSettings_hasItsValues(int d, long n, int bits, int expected) {
    // The table spends (1 + e^epsilon) eta a coordinate, eta twice the distance.
    double distance = SplitAndMix.distance(1, 0.5e-9) / d / 2;
    assertEquals(expected, SplitAndMix.messages(n, bits, distance));
    assertEquals(expected, SplitAndMix.create(n, bits, distance).messages());
  }

  @Test
  void log2Binomial_smallNumbers_isTheLogarithm() {
    assertEquals(Math.log(15504) / Math.log(2), SplitAndMix.log2Binomial(4, 5), 1e-12);
    assertEquals(Math.log(4060) / Math.log(2), SplitAndMix.log2Binomial(10, 3), 1e-12);
  }
}
