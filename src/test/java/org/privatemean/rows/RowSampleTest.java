package org.privatemean.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.noise.NoiseKey;

/**
 * Bits of a sample are independent, of the probability asked for, and the same when drawn again.
 */
final class RowSampleTest {
  private static final int KEYS = 1000;
  private static final int ROWS = 200;

  /** Of the chi-square, as the tests of noise have it: alpha is 1e-6. */
  private static final double LOG_INVERSE_ALPHA = Math.log(1e6);

  private static RowSample sample(long key, int halvings) {
    return RowSample.of(NoiseKey.fromSeed(key).substream(1, 2, 3), halvings, ROWS);
  }

  private static boolean[] bits(RowSample sample, int partition, int rows) {
    RowSample.Picks picks = sample.picks(partition);
    boolean[] bits = new boolean[rows];
    for (int i = 0; i < rows; i++) {
      bits[i] = picks.next();
    }
    return bits;
  }

  /** By key, then by row. */
  private static boolean[][] bits(int halvings, int partition) {
    return IntStream.range(0, KEYS)
        .mapToObj(key -> bits(sample(key, halvings), partition, ROWS))
        .toArray(boolean[][]::new);
  }

  private static void assertFits(double statistic, int df) {
    double most = df + 2 * Math.sqrt(df * LOG_INVERSE_ALPHA) + 2 * LOG_INVERSE_ALPHA;
    assertTrue(statistic <= most, () -> statistic + " is above " + most);
  }

  /** Each row over all keys, and then each key over all rows. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 6})
  void picks_overKeysAndRows_haveTheGivenFrequency(int halvings) {
    boolean[][] bits = bits(halvings, 5);
    double p = Math.scalb(1.0, -halvings);
    double ofRows = 0;
    for (int i = 0; i < ROWS; i++) {
      int row = i;
      long kept = IntStream.range(0, KEYS).filter(key -> bits[key][row]).count();
      ofRows += (kept - KEYS * p) * (kept - KEYS * p) / (KEYS * p * (1 - p));
    }
    assertFits(ofRows, ROWS);
    double ofKeys = 0;
    for (boolean[] found : bits) {
      long kept = IntStream.range(0, ROWS).filter(i -> found[i]).count();
      ofKeys += (kept - ROWS * p) * (kept - ROWS * p) / (ROWS * p * (1 - p));
    }
    assertFits(ofKeys, KEYS);
  }

  /** Pairs of rows: neighbours, a word apart, two words apart; and of two partitions. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 0",
    "1, 64, 0",
    "1, 128, 0",
    "1, 0, 1",
    "1, 63, 1",
    "1, 0, 256",
    "3, 1, 0",
    "3, 64, 0",
    "3, 0, 1",
    "3, 0, 65536"
  })
  void picks_pairs_areIndependent(int halvings, int apart, int partitions) {
    boolean[][] first = bits(halvings, 7);
    boolean[][] second = bits(halvings, 7 + partitions);
    double p = Math.scalb(1.0, -halvings);
    double[] expected = {(1 - p) * (1 - p), p * (1 - p), p * (1 - p), p * p};
    // Each row is in one pair at most.
    int[] rows =
        IntStream.range(0, ROWS - apart)
            .filter(i -> partitions > 0 || i / apart % 2 == 0)
            .toArray();
    long[] counts = new long[4];
    for (int key = 0; key < KEYS; key++) {
      for (int i : rows) {
        counts[(first[key][i] ? 1 : 0) + (second[key][i + apart] ? 2 : 0)]++;
      }
    }
    double pairs = (double) KEYS * rows.length;
    double statistic = 0;
    for (int k = 0; k < counts.length; k++) {
      double difference = counts[k] - pairs * expected[k];
      statistic += difference * difference / (pairs * expected[k]);
    }
    assertFits(statistic, counts.length - 1);
  }

  /** A partition that is read again, by a copy of the sample in another process, is the same. */
  @Test
  void picks_replayed_areTheSame() {
    RowSample sample = sample(3, 2);
    boolean[] bits = bits(sample, 9, 40_000);
    assertArrayEquals(bits, bits(sample, 9, 40_000));
    assertArrayEquals(bits, bits(sample(3, 2), 9, 40_000));
    assertFalse(Arrays.equals(bits, bits(sample(4, 2), 9, 40_000)));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 63, 64})
  void of_halvingsOutOfRange_isRefused(int halvings) {
    assertThrows(IllegalArgumentException.class, () -> sample(1, halvings));
  }
}
