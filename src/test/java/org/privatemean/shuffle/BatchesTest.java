package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;

final class BatchesTest {
  private static final NoiseKey KEY = NoiseKey.fromSeed(3);

  /** {@code P[Binomial(n, 1/B) < h]}, to 30 digits. */
  private static double below(long n, int count, long h) {
    MathContext digits = new MathContext(30);
    BigDecimal p = BigDecimal.ONE.divide(BigDecimal.valueOf(count), digits);
    BigDecimal odds = p.divide(BigDecimal.ONE.subtract(p), digits);
    BigDecimal term = BigDecimal.ONE.subtract(p).pow((int) n, digits);
    BigDecimal sum = BigDecimal.ZERO;
    for (long k = 0; k < h; k++) {
      sum = sum.add(term, digits);
      BigDecimal ratio =
          BigDecimal.valueOf(n - k).divide(BigDecimal.valueOf(k + 1), digits).multiply(odds);
      term = term.multiply(ratio, digits);
    }
    return sum.doubleValue();
  }

  @ParameterizedTest
  @CsvSource({
    "1000,2,1e-3",
    "1000,10,1e-10",
    "20000,11,6.25e-11",
    "20000,300,1e-6",
    "95000,8,1e-12"
  })
  void honest_lowerTailOfTheBinomial_isWithinTheChanceAndNotByMuch(
      long all, int count, double chance) {
    long honest = Batches.honest(all, count, chance);
    assertTrue(below(all, count, honest) <= chance);
    double deviation = Math.sqrt(all * (1.0 / count) * (1 - 1.0 / count));
    // Chernoff's bound costs less than half a deviation more than the exact tail.
    long more = honest + (long) Math.ceil(0.6 * deviation);
    assertTrue(below(all, count, more) > chance, honest + " of " + (double) all / count);
  }

  @Test
  void of_oneBatch_countsOnAllHonestUsers() {
    Batches one = Batches.create(1000, 0.95, 1, 1e-9);
    assertEquals(950, one.honest());
    assertEquals(0, one.batch(1, "user"));
  }

  @Test
  void of_batchesOfTooFewHonestUsers_areRefusedWithTheLargestPossibleNumber() {
    Batches enough = Batches.create(10_000, 0.95, 100, 1e-9);
    assertTrue(enough.honest() >= 20 && enough.honest() < 60, "honest " + enough.honest());
    String refusal =
        assertThrows(IllegalArgumentException.class, () -> Batches.create(10_000, 0.95, 400, 1e-9))
            .getMessage();
    int most = Integer.parseInt(refusal.replaceAll(".*at most (\\d+) batches.*", "$1"));
    assertTrue(Batches.create(10_000, 0.95, most, 1e-9).honest() >= 20);
    assertThrows(
        IllegalArgumentException.class, () -> Batches.create(10_000, 0.95, most + 1, 1e-9));
    assertThrows(IllegalArgumentException.class, () -> Batches.create(10_000, 0.95, 0, 1e-9));
  }

  @Test
  void batch_ids_spreadEvenlyAndDifferForEverySeed() {
    int count = 7;
    int users = 70_000;
    Batches batches = Batches.create(users, 0.9, count, 1e-9);
    int[] sizes = new int[count];
    int same = 0;
    for (int i = 0; i < users; i++) {
      int batch = batches.batch(5, "user " + i);
      sizes[batch]++;
      same += batch == batches.batch(6, "user " + i) ? 1 : 0;
      assertEquals(batch, batches.batch(5, "user " + i));
    }
    double squares = 0;
    for (int size : sizes) {
      squares += Math.pow(size - 10_000, 2) / 10_000;
    }
    // Chi-square of 6 degrees of freedom: above 28 with chance 1e-4, and the seed is fixed.
    assertTrue(squares < 28, Arrays.toString(sizes));
    assertEquals(10_000, same, 5 * Math.sqrt(10_000));
  }

  private static VectorSum sum(int count) {
    return VectorSum.forBatches(Batches.create(4000, 0.95, count, 1e-6), 2, 1 << 14, 4, 1e-9);
  }

  private static BatchSums send(VectorSum sum, long[] vector, int users, int stream) {
    BatchSums all = new BatchSums(sum, 10);
    MessageRandomizer<long[]> user = VectorSums.randomizer(sum, 10);
    for (int i = 0; i < users; i++) {
      int shift = 2 * sum.batches().batch(1, "user " + i);
      user.randomize(
          vector, KEY.substream(1, stream, i), (label, body) -> all.send(label + shift, body));
    }
    return all;
  }

  /** What each batch of the fewest honest users has, the noise of the whole: measured. */
  @Tag("long")
  @Test
  void noise_ofTheFewestHonestUsersOfABatch_isThatOfOneSum() {
    VectorSum batched = sum(8);
    VectorSum one = sum(1);
    // A coarser grid: the sensitivities differ, and the noise is in their units.
    assertEquals(
        one.variance() / VectorSums.squaredSensitivity(one),
        batched.variance() / VectorSums.squaredSensitivity(batched),
        1e-9);
    long honest = batched.batches().honest();
    assertTrue(honest < 4000 * 0.95 / 8);
    int runs = 200;
    double squares = 0;
    for (int run = 0; run < runs; run++) {
      SumAnalyzer analyzer = batched.analyzer(0);
      for (int i = 0; i < honest; i++) {
        VectorSums.randomizer(batched, 0)
            .randomize(new long[2], KEY.substream(2, run, i), analyzer);
      }
      for (long noise : analyzer.sums()) {
        squares += (double) noise * noise;
      }
    }
    double measured = squares / (2 * runs);
    // Of 400 squares: 5 deviations of 7 %.
    assertEquals(batched.variance(), measured, 0.36 * batched.variance());
  }

  @Test
  void sums_allBatchesWhole_addUpToTheSumOfAll() {
    VectorSum sum = sum(5);
    long[] vector = {1 << 12, -(1 << 11)};
    BatchSums all = send(sum, vector, 4000, 1);
    assertEquals(5, all.keptBatches());
    assertEquals(4000, all.users());
    double deviation = sum.expectedError() / Math.sqrt(2);
    assertEquals(
        4000.0 * vector[0], (double) all.sums()[0] * sum.rounding().gridStep(), 5 * deviation);
    assertEquals(
        4000.0 * vector[1], (double) all.sums()[1] * sum.rounding().gridStep(), 5 * deviation);
  }

  /** One message lost, repeated, forged, or of another batch: its batch goes, the others stay. */
  @Test
  void sums_aBrokenBatch_doesNotChangeTheOthers() {
    VectorSum sum = sum(5);
    long[] vector = {1 << 12, 0};
    for (int broken = 0; broken < 5; broken++) {
      BatchSums all = send(sum, vector, 4000, 2);
      long[] before = all.sums();
      all.send(broken, 10 + 2 * broken, 17);
      assertFalse(all.isKept(broken));
      assertEquals(4, all.keptBatches());
      int left = broken;
      long users =
          IntStream.range(0, 4000).filter(i -> sum.batches().batch(1, "user " + i) != left).count();
      assertEquals(users, all.users());
      double deviation = sum.expectedError() / Math.sqrt(2);
      assertEquals(
          (double) users * vector[0],
          (double) all.sums()[0] * sum.rounding().gridStep(),
          5 * deviation);
      assertFalse(Arrays.equals(before, all.sums()));
    }
    BatchSums all = send(sum, vector, 4000, 2);
    all.send(0, 10 + 2 * 3, 17);
    all.send(2, -1, 0);
    assertEquals(2, all.malformed());
    assertEquals(5, all.keptBatches());
  }

  /** A whole bundle of lies: beyond the range the batch is dropped, within it moves by no more. */
  @Tag("long")
  @Test
  void sums_maliciousUsersWithFullBundles_moveTheMeanAtMostAsStated() {
    VectorSum sum = sum(5);
    long[] vector = {1 << 12, 0};
    SplittableRandom random = new SplittableRandom(4);
    long[] honest = send(sum, vector, 4000, 3).sums();
    int dropped = 0;
    int passed = 0;
    for (int trial = 0; trial < 24; trial++) {
      BatchSums all = send(sum, vector, 4000, 3);
      int liars = 1 + trial % 3;
      // A vector of up to 1.6 times all that the batch could hold.
      double size = sum.largestNorm(800) * random.nextDouble(1.6);
      double angle = random.nextDouble(2 * Math.PI);
      long[] lie = {(long) (size * Math.cos(angle)), (long) (size * Math.sin(angle))};
      for (int k = 0; k < liars; k++) {
        for (int j = 0; j < 2; j++) {
          int label = 10 + 2 * k + j;
          sum.splitting().share(lie[j], label, KEY.substream(4, trial, 2 * k + j), all);
        }
      }
      dropped += 5 - all.keptBatches();
      passed += liars - (5 - all.keptBatches());
      if (all.keptBatches() == 5) {
        long[] moved = all.sums();
        double shift =
            Math.hypot((double) (moved[0] - honest[0]), (double) (moved[1] - honest[1])) / 4000;
        double stated = Math.min(liars, 5) / 5.0 * sum.largestShift(800);
        assertTrue(shift * sum.rounding().gridStep() <= stated * 1.1, shift + " of " + stated);
      }
    }
    assertTrue(dropped > 5 && passed > 5, dropped + " dropped, " + passed + " passed");
  }

  @Test
  void merge_partsOfBatches_areTheWhole() {
    VectorSum sum = sum(5);
    BatchSums all = new BatchSums(sum, 10);
    BatchSums[] parts = {new BatchSums(sum, 10), new BatchSums(sum, 10)};
    MessageRandomizer<long[]> user = VectorSums.randomizer(sum, 10);
    for (int i = 0; i < 500; i++) {
      int shift = 2 * sum.batches().batch(1, "user " + i);
      BatchSums part = parts[i % 2];
      user.randomize(
          new long[] {i, -i},
          KEY.substream(5, 0, i),
          (label, body) -> {
            all.send(label + shift, body);
            part.send(label + shift, body);
          });
    }
    parts[0].merge(parts[1]);
    assertArrayEquals(all.sums(), parts[0].sums());
    assertEquals(all.users(), parts[0].users());
  }

  /** The price of surviving k forgers is least with k + 1 batches. */
  @Test
  void forForgers_anyNumber_leavesTheLeastNoise() {
    for (int k : new int[] {1, 3, 10, 100}) {
      int best = Batches.forForgers(k);
      for (int other = 1; other < 5 * k; other++) {
        assertTrue(price(best, k) <= price(other, k) * (1 + 1e-12), k + ": " + other);
      }
    }
    assertEquals(2, Math.sqrt(price(2, 1)), 1e-9);
    assertEquals(5.34, Math.sqrt(price(11, 10)), 0.01);
  }

  private static double price(int count, int forgers) {
    return count / Math.pow(1 - 1.0 / count, forgers);
  }

  /** What a forged message makes of a sum; without spare bits up to 0.8 of them would pass. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8, 16})
  void isKept_uniformSums_seldom(int dimension) {
    int users = 300;
    VectorSum sum = VectorSums.forRatio(users, dimension, 1 << 20, 30, 1e-10, 1);
    BitSource bits = NoiseKey.fromSeed(94).substream(dimension, 0, 0);
    int trials = 4000;
    int passed = 0;
    for (int k = 0; k < trials; k++) {
      BatchSums sums = new BatchSums(sum, 0);
      for (int j = 0; j < dimension; j++) {
        sums.send(j, bits.nextBits(sum.splitting().modulusBits()));
        for (long i = 1; i < (long) users * sum.splitting().messages(); i++) {
          sums.send(j, 0);
        }
      }
      passed += sums.isKept(0) ? 1 : 0;
    }
    // Binomial(4000, 2^-10) passes 30 with a chance below 1e-15.
    assertTrue(passed <= 30, passed + " of " + trials);
  }

  @Test
  void honestUsers_fractionOfUsers_isRoundedDownAsADecimal() {
    assertEquals(1000, Batches.honestUsers(1000, 1, 20));
    assertEquals(66, Batches.honestUsers(100, 2.0 / 3, 20));
    // 0.7 is less as a double: 7 tenths are meant.
    assertEquals(70, Batches.honestUsers(100, 0.7, 20));
    assertEquals(20, Batches.honestUsers(29, 0.7, 20));
    assertEquals(1, Batches.honestUsers(1, 1, 1));
  }

  @Test
  void honestUsers_tooFewOrOutOfRange_isRefused() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> Batches.honestUsers(28, 0.7, 20))
            .getMessage();
    assertTrue(message.contains("at least 20 honest users"), message);
    assertThrows(IllegalArgumentException.class, () -> Batches.honestUsers(0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> Batches.honestUsers(9, 0.1, 1));
    assertThrows(IllegalArgumentException.class, () -> Batches.honestUsers(100, 0, 1));
    assertThrows(
        IllegalArgumentException.class, () -> Batches.honestUsers(100, Math.nextUp(1.0), 1));
    assertThrows(IllegalArgumentException.class, () -> Batches.honestUsers(100, Double.NaN, 1));
  }
}
