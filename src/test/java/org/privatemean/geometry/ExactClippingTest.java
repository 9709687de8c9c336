package org.privatemean.geometry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.privatemean.Promise;

@Promise("no clipped vector is longer than the clipping norm, in exact integers")
final class ExactClippingTest {
  private static final long LARGEST = (1L << 62) - 1;
  private static final long LARGEST_NORM = 1L << 61;

  private static BigInteger squaredNorm(long[] vector) {
    BigInteger sum = BigInteger.ZERO;
    for (long v : vector) {
      sum = sum.add(BigInteger.valueOf(v).pow(2));
    }
    return sum;
  }

  private static boolean isWithin(long[] vector, long norm) {
    return squaredNorm(vector).compareTo(BigInteger.valueOf(norm).pow(2)) <= 0;
  }

  private static double doubleSquares(long[] vector) {
    double sum = 0;
    for (long v : vector) {
      sum += (double) v * (double) v;
    }
    return sum;
  }

  /** Clips a copy and checks all that is promised of the result. */
  private static long[] clipped(long[] vector, long norm) {
    boolean within = isWithin(vector, norm);
    assertEquals(within, ExactClipping.isWithin(vector, norm));
    boolean certain = ExactClipping.certainlyWithin(doubleSquares(vector), vector.length, norm);
    assertTrue(within || !certain, "certainly within, but is not");
    long[] result = vector.clone();
    ExactClipping.clip(result, norm);
    if (within) {
      assertArrayEquals(vector, result);
      return result;
    }
    assertTrue(isWithin(result, norm), "longer than the norm");
    double factor = norm / Math.sqrt(squaredNorm(vector).doubleValue());
    for (int j = 0; j < result.length; j++) {
      double exact = vector[j] * factor;
      assertTrue(
          Math.abs(result[j] - exact) <= 1 + Math.abs(exact) * 1e-14,
          "a coordinate is off by more than truncation");
      assertTrue(Long.signum(result[j]) * Long.signum(vector[j]) >= 0, "a sign turned");
      // From 2^53 on, a coordinate is rounded to a double first.
      long ulp = Math.abs(vector[j]) >>> 52;
      assertTrue(Math.abs(result[j]) <= Math.abs(vector[j]) + ulp, "a coordinate grew");
    }
    return result;
  }

  @Provide
  Arbitrary<long[]> anyVectors() {
    return Arbitraries.longs()
        .between(-LARGEST, LARGEST)
        .array(long[].class)
        .ofMinSize(1)
        .ofMaxSize(12);
  }

  @Provide
  Arbitrary<long[]> smallVectors() {
    return Arbitraries.longs().between(-1000, 1000).array(long[].class).ofMinSize(1).ofMaxSize(9);
  }

  /** Vectors whose own norm is at most the largest clipping norm. */
  @Provide
  Arbitrary<long[]> vectorsWithinTheLargestNorm() {
    return Arbitraries.longs()
        .between(-LARGEST / 6, LARGEST / 6)
        .array(long[].class)
        .ofMinSize(1)
        .ofMaxSize(8);
  }

  @Property(tries = 3000, seed = "20261121")
  void clip_anyVector_isWithinTheNormAndKeepsTheDirection(
      @ForAll("anyVectors") long[] vector,
      @ForAll @LongRange(min = 0, max = LARGEST_NORM) long norm) {
    clipped(vector, norm);
  }

  @Property(tries = 3000, seed = "20261122")
  void clip_vectorOfTheNormsSize_isWithinTheNorm(
      @ForAll("smallVectors") long[] vector, @ForAll @LongRange(min = 1, max = 2000) long norm) {
    clipped(vector, norm);
  }

  @Property(tries = 3000, seed = "20261123")
  void clip_vectorAtTheBoundary_isWithinTheNorm(
      @ForAll("vectorsWithinTheLargestNorm") long[] vector,
      @ForAll @LongRange(min = -2, max = 2) long off) {
    long root = squaredNorm(vector).sqrt().longValueExact();
    clipped(vector, Math.max(0, Math.min(LARGEST_NORM, root + off)));
  }

  @Test
  void clip_vectorsWhoseDoubleNormRoundsToTheNorm_isStillWithin() {
    // Vectors one unit past the norm in one coordinate: the double of the square cannot tell.
    SplittableRandom random = new SplittableRandom(4);
    int undecided = 0;
    for (int trial = 0; trial < 20_000; trial++) {
      long norm = random.nextLong(1L << 30, 1L << 55);
      int size = 1 + random.nextInt(6);
      long[] vector = new long[size];
      BigInteger left = BigInteger.valueOf(norm).pow(2);
      for (int j = 0; j + 1 < size; j++) {
        vector[j] = random.nextLong(-norm / size, norm / size + 1);
        left = left.subtract(BigInteger.valueOf(vector[j]).pow(2));
      }
      vector[size - 1] = left.sqrt().longValueExact() + 1;
      assertFalse(isWithin(vector, norm));
      undecided += doubleSquares(vector) <= (double) norm * norm ? 1 : 0;
      clipped(vector, norm);
      vector[size - 1]--;
      clipped(vector, norm);
    }
    // A double norm would have let many of them pass: the case is real.
    assertTrue(undecided > 100, "only " + undecided + " vectors were a hair too long");
  }

  @Test
  void certainlyWithin_clearlyShorter_isTrue() {
    SplittableRandom random = new SplittableRandom(5);
    for (int size : new int[] {1, 10, 1000, 1 << 17}) {
      long[] vector = random.longs(size, -1_000_000, 1_000_001).toArray();
      long norm = squaredNorm(vector).sqrt().longValueExact();
      double squares = doubleSquares(vector);
      assertTrue(ExactClipping.certainlyWithin(squares, size, norm + norm / 1000 + 1));
      assertFalse(ExactClipping.certainlyWithin(squares, size, norm - norm / 1000 - 1));
    }
    assertTrue(ExactClipping.certainlyWithin(0, 3, 0));
  }

  @Test
  void certainlyWithin_sumsRoundedDownAtEveryStep_isNeverWronglyTrue() {
    // After a large first square every small one is lost to rounding, so the double sum is low.
    int size = 1 << 17;
    long[] vector = new long[size];
    vector[0] = 1L << 40;
    for (int j = 1; j < size; j++) {
      vector[j] = (1L << 13) - 1;
    }
    long norm = squaredNorm(vector).sqrt().longValueExact();
    assertEquals((double) (1L << 40) * (1L << 40), doubleSquares(vector));
    assertFalse(ExactClipping.certainlyWithin(doubleSquares(vector), size, norm));
    clipped(vector, norm);
  }

  @Test
  void clip_axisVector_isTheNormOnTheAxis() {
    for (long norm : new long[] {0, 1, 2, 1000, LARGEST_NORM}) {
      long[] result = clipped(new long[] {0, -LARGEST, 0}, norm);
      assertEquals(0, result[0]);
      assertTrue(result[1] <= 0 && result[1] + norm <= 1 + norm * 1e-15, "" + result[1]);
    }
  }

  @Test
  void clip_emptyOrZero_isUnchanged() {
    assertArrayEquals(new long[0], clipped(new long[0], 0));
    assertArrayEquals(new long[5], clipped(new long[5], 0));
    assertArrayEquals(new long[5], clipped(new long[5], LARGEST_NORM));
  }

  @Test
  void clip_manyLargeCoordinates_doesNotWrap() {
    long[] vector = new long[1 << 17];
    for (int j = 0; j < vector.length; j++) {
      vector[j] = j % 2 == 0 ? LARGEST : -LARGEST;
    }
    clipped(vector, LARGEST_NORM);
    clipped(vector, 1);
  }

  @Test
  void clip_normOutOfRange_isRefused() {
    for (long norm : new long[] {-1, LARGEST_NORM + 1, Long.MIN_VALUE}) {
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, () -> ExactClipping.clip(new long[1], norm));
      assertEquals(
          "clipping norm must be in [0, 2^61]. Provided value: " + norm, refusal.getMessage());
    }
  }
}
