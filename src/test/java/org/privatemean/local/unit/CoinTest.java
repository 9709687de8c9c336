package org.privatemean.local.unit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;

class CoinTest {

  /** Plays these chunks of 32 bits, and fails when it is asked for more. */
  private static BitSource chunks(long... chunks) {
    int[] next = {0};
    return k -> {
      assertEquals(32, k);
      return chunks[next[0]++];
    };
  }

  @Test
  void toss_certain_readsNothing() {
    assertFalse(Coin.toss(0, chunks()));
    assertTrue(Coin.toss(1, chunks()));
  }

  @Test
  void toss_threeEighths_isTrueBelowThreeEighthsOfAllChunks() {
    long first = 3L << 29;
    assertTrue(Coin.toss(0.375, chunks(first - 1)));
    assertFalse(Coin.toss(0.375, chunks(first)));
    assertFalse(Coin.toss(0.375, chunks(first + 1)));
  }

  @Test
  void toss_tinyProbability_isReadToItsLastBit() {
    assertTrue(Coin.toss(0x3p-98, chunks(0, 0, 0, (3L << 30) - 1)));
    assertFalse(Coin.toss(0x3p-98, chunks(0, 0, 0, 3L << 30)));
    assertFalse(Coin.toss(0x3p-98, chunks(0, 0, 1)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.3, 0.5, 0.9})
  void toss_manyTimes_hasItsProbability(double probability) {
    BitSource bits = NoiseKey.fromSeed(1).substream(0, 0, 0);
    int trials = 1_000_000;
    int seen = 0;
    for (int i = 0; i < trials; i++) {
      seen += Coin.toss(probability, bits) ? 1 : 0;
    }
    double deviation = Math.sqrt(trials * probability * (1 - probability));
    assertEquals(trials * probability, seen, Fit.SIGMAS * deviation);
  }
}
