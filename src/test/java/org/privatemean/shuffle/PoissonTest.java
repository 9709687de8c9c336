package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.GoodnessOfFit;
import org.privatemean.noise.NoiseKey;

class PoissonTest {
  /** Expected counts of {@code draws} draws: a cell for each k below {@code last}, one for more. */
  private static double[] expected(double mean, int last, int draws) {
    double[] cells = new double[last + 1];
    double logarithm = -mean;
    double below = 0;
    for (int k = 0; k < last; k++) {
      cells[k] = draws * Math.exp(logarithm);
      below += Math.exp(logarithm);
      logarithm += Math.log(mean / (k + 1));
    }
    cells[last] = draws * (1 - below);
    return cells;
  }

  private static boolean fits(double mean, int draws, LongSupplier sampler) {
    int last = 1;
    while (expected(mean, last + 1, draws)[last + 1] >= 100) {
      last++;
    }
    double[] all = expected(mean, last, draws);
    int first = 0;
    while (all[first] < 100) {
      all[first + 1] += all[first];
      first++;
    }
    double[] expected = Arrays.copyOfRange(all, first, last + 1);
    long[] counts = new long[expected.length];
    for (int i = 0; i < draws; i++) {
      int k = (int) Math.max(first, Math.min(last, sampler.getAsLong()));
      counts[k - first]++;
    }
    return GoodnessOfFit.fits(expected, counts);
  }

  private static boolean fits(double mean, double sampled, int draws, int stream) {
    BitSource bits = NoiseKey.fromSeed(41).substream(stream, 0, 0);
    Poisson poisson = Poisson.share(sampled, 1);
    return fits(mean, draws, () -> poisson.sample(bits));
  }

  @ParameterizedTest
  @CsvSource({
    "0.01, 1000000",
    "0.3, 1000000",
    "0.5, 500000",
    "0.99, 500000",
    "1, 500000",
    "3.75, 200000",
    "10.1, 100000",
    "143.1, 20000"
  })
  void sample_anyMean_fitsExactProbabilities(double mean, int draws) {
    assertTrue(fits(mean, mean, draws, 1));
  }

  @ParameterizedTest
  @CsvSource({
    "0.01, 1000000, 0.1",
    "0.3, 1000000, 0.03",
    "3.75, 200000, 0.03",
    "143.1, 20000, 0.03"
  })
  void sample_meanAFewPercentOff_isRejected(double mean, int draws, double off) {
    assertFalse(fits(mean, mean * (1 + off), draws, 2));
    assertFalse(fits(mean, mean * (1 - off), draws, 3));
  }

  @Test
  void sample_largeMean_hasMeanAndVariance() {
    BitSource bits = NoiseKey.fromSeed(42).substream(0, 0, 0);
    Poisson poisson = Poisson.share(10_000.3, 1);
    int draws = 2000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < draws; i++) {
      double difference = poisson.sample(bits) - 10_000.3;
      sum += difference;
      squares += difference * difference;
    }
    // A mean that is half a percent off is 22 standard deviations away.
    assertEquals(0, sum / draws, 4.9 * 100 / Math.sqrt(draws));
    assertEquals(1, squares / draws / 10_000.3, 4.9 * Math.sqrt(2.0 / draws));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 8})
  void sample_everyTripleOfBytes_enclosesTheProbabilities(int sixteenths) {
    Poisson poisson = Poisson.share(sixteenths / 16.0, 1);
    long[] seen = new long[4];
    int undecided = 0;
    for (int value = 0; value < 1 << 24; value++) {
      int[] read = {0};
      int script = value;
      BitSource bytes =
          k -> {
            assertEquals(8, k);
            // Zeros say yes to every coin: only those who read on past the script see a 255.
            return read[0]++ < 3 ? (script >>> (24 - 8 * read[0])) & 0xFF : 255;
          };
      long draw = poisson.sample(bytes);
      if (read[0] > 3) {
        undecided++;
      } else {
        seen[(int) draw]++;
      }
    }
    double probability = Math.exp(-sixteenths / 16.0) * (1 << 24);
    for (int k = 0; k < seen.length; k++) {
      assertTrue(seen[k] <= probability, k + ": " + seen[k] + " times");
      assertTrue(probability <= seen[k] + undecided, k + ": " + seen[k] + " + " + undecided);
      probability *= sixteenths / 16.0 / (k + 1);
    }
    assertTrue(seen[0] > 8_000_000, seen[0] + " zeros decided");
  }

  @Test
  void share_sumOfShares_isThePoissonOfTheMean() {
    BitSource bits = NoiseKey.fromSeed(43).substream(0, 0, 0);
    Poisson share = Poisson.share(7.3, 9);
    LongSupplier sum =
        () -> {
          long total = 0;
          for (int i = 0; i < 9; i++) {
            total += share.sample(bits);
          }
          return total;
        };
    assertTrue(fits(7.3, 100_000, sum));
    assertFalse(fits(7.3 * 8 / 9, 100_000, sum));
  }

  @Test
  void share_anyQuotient_isRoundedUpByLessThanOneUnit() {
    assertEquals(0x1p-52, Poisson.share(Double.MIN_VALUE, Long.MAX_VALUE).mean());
    assertEquals(Math.nextUp(1.0 / 3), Poisson.share(1, 3).mean(), 0x1p-53);
    assertTrue(Poisson.share(1, 3).mean() > 1.0 / 3);
    assertEquals(0x1p-3, Poisson.share(0.5, 4).mean());
    assertEquals(Poisson.share(0.125, 1), Poisson.share(0.5, 4));
    assertNotEquals(Poisson.share(0.125, 1), Poisson.share(0.625, 1));
    assertEquals(Poisson.LARGEST, Poisson.share(0x1p20, 1).mean());
  }

  @Test
  void sample_meanZero_isZero() {
    BitSource bits = NoiseKey.fromSeed(44).substream(0, 0, 0);
    for (int i = 0; i < 1000; i++) {
      assertEquals(0, Poisson.share(0, 1).sample(bits));
    }
  }

  @Test
  void of_meanOutOfRange_isRefused() {
    for (double mean : new double[] {-1e-300, Double.NaN, 1.0 / 0, Math.nextUp(0x1p20)}) {
      assertThrows(IllegalArgumentException.class, () -> Poisson.share(mean, 1));
    }
    assertThrows(IllegalArgumentException.class, () -> Poisson.share(1, 0));
  }
}
