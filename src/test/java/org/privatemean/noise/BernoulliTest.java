package org.privatemean.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;

@Promise("exact coin tosses")
class BernoulliTest {

  /** Plays the bytes of an int from the highest down, and remembers whether more were asked for. */
  private static final class Bytes implements BitSource {
    private final int value;
    private int left;
    private boolean exhausted;

    Bytes(int value, int count) {
      this.value = value;
      this.left = count;
    }

    @Override
    public long nextBits(int k) {
      assertEquals(8, k);
      if (left == 0) {
        exhausted = true;
        return 255;
      }
      left--;
      return (value >>> (8 * left)) & 0xFFL;
    }
  }

  /** Plays these chunks of 32 bits, and fails when it is asked for more. */
  private static BitSource chunks(long... chunks) {
    int[] next = {0};
    return k -> {
      assertEquals(32, k);
      return chunks[next[0]++];
    };
  }

  @Test
  void of_certain_readsNothing() {
    assertFalse(Bernoulli.sample(0, chunks()));
    assertTrue(Bernoulli.sample(1, chunks()));
  }

  @Test
  void of_threeEighths_isTrueBelowThreeEighthsOfAllChunks() {
    long first = 3L << 29;
    assertTrue(Bernoulli.sample(0.375, chunks(first - 1)));
    assertFalse(Bernoulli.sample(0.375, chunks(first)));
    assertFalse(Bernoulli.sample(0.375, chunks(first + 1)));
  }

  @Test
  void of_tinyProbability_isReadToItsLastBit() {
    assertTrue(Bernoulli.sample(0x3p-98, chunks(0, 0, 0, (3L << 30) - 1)));
    assertFalse(Bernoulli.sample(0x3p-98, chunks(0, 0, 0, 3L << 30)));
    assertFalse(Bernoulli.sample(0x3p-98, chunks(0, 0, 1)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.3, 0.5, 0.9})
  void of_manyTimes_hasItsProbability(double probability) {
    BitSource bits = NoiseKey.fromSeed(1).substream(0, 0, 0);
    int trials = 1_000_000;
    int seen = 0;
    for (int i = 0; i < trials; i++) {
      seen += Bernoulli.sample(probability, bits) ? 1 : 0;
    }
    double deviation = Math.sqrt(trials * probability * (1 - probability));
    assertEquals(trials * probability, seen, 5.2 * deviation);
  }

  @Test
  void ratio_everyPairOfBytes_isTrueForExactlyTheRightShare() {
    for (int b = 1; b <= 12; b++) {
      for (int a = 0; a <= b; a++) {
        int heads = 0;
        int undecided = 0;
        for (int value = 0; value < 1 << 16; value++) {
          Bytes bits = new Bytes(value, 2);
          boolean head = Bernoulli.ratio(a, b, bits);
          heads += head && !bits.exhausted ? 1 : 0;
          undecided += bits.exhausted ? 1 : 0;
        }
        assertEquals((a << 16) / b, heads, a + "/" + b);
        assertEquals((a << 16) % b == 0 ? 0 : 1, undecided, a + "/" + b);
      }
    }
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"0, 1", "1, 16", "1, 8", "3, 32", "1, 3", "1, 1", "9, 8", "33, 16"})
  void expMinus_everyTripleOfBytes_enclosesTheExponential(int a, int b) {
    int heads = 0;
    int undecided = 0;
    for (int value = 0; value < 1 << 24; value++) {
      Bytes bits = new Bytes(value, 3);
      boolean head = Bernoulli.expMinus(a, b, bits);
      heads += head && !bits.exhausted ? 1 : 0;
      undecided += bits.exhausted ? 1 : 0;
    }
    double probability = Math.exp(-(double) a / b) * (1 << 24);
    assertTrue(heads <= probability, heads + " heads");
    assertTrue(probability <= heads + undecided, heads + " heads, " + undecided + " undecided");
    if (8 * a <= b) {
      assertTrue(undecided < 1 << 18, undecided + " undecided");
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "1, 1", "2, 3", "5, 2", "27, 4"})
  void expMinus_manyTosses_hasTheRightShare(int a, int b) {
    int n = 1_000_000;
    BitSource bits = NoiseKey.fromSeed(21).substream(a, b, 0);
    int heads = 0;
    for (int i = 0; i < n; i++) {
      heads += Bernoulli.expMinus(a, b, bits) ? 1 : 0;
    }
    double p = Math.exp(-(double) a / b);
    // 4.9 standard deviations: two-sided significance 1e-6.
    assertEquals(n * p, heads, 4.9 * Math.sqrt(n * p * (1 - p)));
  }

  @Test
  void longAndBigInteger_sameBits_agreeBitForBit() {
    NoiseKey key = NoiseKey.fromSeed(22);
    BitSource choice = key.substream(0, 0, 0);
    for (int i = 1; i <= 20_000; i++) {
      long b = 1 + choice.nextBelow(1L << (1 + choice.nextBelow(Bernoulli.LONG_BITS - 1)));
      long a = choice.nextBelow(b + 1);
      long multiple = a + b * choice.nextBelow(4);
      BitSource one = key.substream(0, 0, i);
      BitSource other = key.substream(0, 0, i);
      assertEquals(Bernoulli.ratio(a, b, one), Bernoulli.ratio(big(a), big(b), other));
      assertEquals(
          Bernoulli.expMinusFraction(a, b, one), Bernoulli.expMinusFraction(big(a), big(b), other));
      assertEquals(
          Bernoulli.expMinus(multiple, b, one), Bernoulli.expMinus(big(multiple), big(b), other));
      assertEquals(one.nextBits(63), other.nextBits(63));
    }
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }
}
