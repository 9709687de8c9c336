package org.privatemean.noise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BitSourceTest {

  private static BitSource stream(int coordinate) {
    return NoiseKey.fromSeed(11).substream(3, 1, coordinate);
  }

  @Test
  void nextBits_readInAnyGrouping_areTheSameBits() {
    BitSource singly = stream(0);
    BitSource grouped = stream(0);
    int read = 0;
    for (int i = 0; read < 20_000; i++) {
      int k = 1 + (i * 37) % 63;
      long expected = 0;
      for (int j = 0; j < k; j++) {
        expected = expected << 1 | (singly.nextBit() ? 1 : 0);
      }
      assertEquals(expected, grouped.nextBits(k), "after " + read + " bits");
      read += k;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 64})
  void nextBits_countOutOfRange_isRefused(int k) {
    for (BitSource bits : List.of(stream(0), DigestBits.from("a"))) {
      assertThrows(IllegalArgumentException.class, () -> bits.nextBits(k));
    }
  }

  @Test
  void digestBits_ofTexts_areSha256OfTheirLengthsAndBytes() {
    byte[] texts = {0, 0, 0, 2, 'a', 'b', 0, 0, 0, 1, 'c'};
    byte[] first = DigestBits.sha256(texts);
    byte[] second = DigestBits.sha256(first, new byte[Long.BYTES]);
    BitSource bits = DigestBits.from("ab", "c");
    assertEquals(
        new BigInteger(first).shiftRight(256 - 63).longValue() & Long.MAX_VALUE, bits.nextBits(63));
    for (int left = 256 - 63; left > 0; left--) {
      bits.nextBit();
    }
    assertEquals(second[0] & 0xFF, bits.nextBits(8));
  }

  @Test
  void nextBelow_everyBitPattern_isUniform() {
    for (int m = 1; m <= 40; m++) {
      int k = 32 - Integer.numberOfLeadingZeros(m - 1);
      int[] counts = new int[m];
      int rejected = 0;
      for (int pattern = 0; pattern < 1 << k; pattern++) {
        ScriptedBits bits = new ScriptedBits(binary(pattern, k), stream(0));
        long value = bits.nextBelow(m);
        if (value == pattern) {
          counts[(int) value]++;
        } else {
          rejected++;
        }
      }
      for (int count : counts) {
        assertEquals(1, count);
      }
      assertTrue(rejected <= (1 << k) - m);
    }
  }

  @Test
  void nextBelow_one_readsNothing() {
    BitSource bits = stream(5);
    assertEquals(0, bits.nextBelow(1));
    assertEquals(BigInteger.ZERO, bits.nextBelow(BigInteger.ONE));
    assertEquals(stream(5).nextBits(63), bits.nextBits(63));
  }

  @Test
  void nextBelow_longAndBigInteger_agreeBitForBit() {
    for (long m : new long[] {1, 2, 3, 255, 256, 257, 1L << 40, (1L << 62) + 1, Long.MAX_VALUE}) {
      BitSource one = stream(1);
      BitSource other = stream(1);
      for (int i = 0; i < 200; i++) {
        assertEquals(BigInteger.valueOf(one.nextBelow(m)), other.nextBelow(BigInteger.valueOf(m)));
      }
      assertEquals(one.nextBits(63), other.nextBits(63));
    }
  }

  @Test
  void nextBelow_aboveLong_coversTheRange() {
    BigInteger m = BigInteger.ONE.shiftLeft(130).add(BigInteger.TEN);
    BitSource bits = stream(2);
    boolean upper = false;
    boolean lower = false;
    for (int i = 0; i < 200; i++) {
      BigInteger value = bits.nextBelow(m);
      assertTrue(value.signum() >= 0 && value.compareTo(m) < 0);
      upper |= value.testBit(129);
      lower |= !value.testBit(129);
    }
    assertTrue(upper && lower);
  }

  @Test
  void nextBelow_noValues_isRefused() {
    BitSource bits = stream(0);
    assertThrows(IllegalArgumentException.class, () -> bits.nextBelow(0));
    assertThrows(IllegalArgumentException.class, () -> bits.nextBelow(BigInteger.ZERO));
  }

  @Test
  void nextBits_manyBytes_areUniform() {
    long[] counts = new long[256];
    double[] expected = new double[256];
    Arrays.fill(expected, 1 << 12);
    BitSource bits = stream(4);
    for (int i = 0; i < 1 << 20; i++) {
      counts[(int) bits.nextBits(8)]++;
    }
    assertTrue(GoodnessOfFit.fits(expected, counts));
    counts[0] += 1000;
    counts[1] -= 1000;
    assertFalse(GoodnessOfFit.fits(expected, counts));
  }

  @Test
  void fill_betweenSingleReads_continuesTheStream() {
    BitSource whole = stream(6);
    BitSource single = stream(6);
    for (int round = 0; round < 60; round++) {
      int before = 1 + round % 63;
      assertEquals(single.nextBits(before), whole.nextBits(before));
      long[] words = new long[4 + 13 * round];
      whole.fill(words, 1, words.length - 1);
      for (int i = 1; i < words.length - 1; i++) {
        assertEquals(single.nextBits(32) << 32 | single.nextBits(32), words[i]);
      }
      assertEquals(0, words[0] | words[words.length - 1]);
    }
  }

  @Test
  void fill_defaultOfTheInterface_readsTheSameWords() {
    long[] expected = new long[100];
    long[] words = new long[100];
    stream(7).fill(expected, 0, 100);
    new ScriptedBits("", stream(7)).fill(words, 0, 100);
    assertArrayEquals(expected, words);
  }

  @Test
  void fill_indicesOutsideTheArray_areRefused() {
    assertThrows(IndexOutOfBoundsException.class, () -> stream(0).fill(new long[3], 1, 4));
    assertThrows(IndexOutOfBoundsException.class, () -> stream(0).fill(new long[3], -1, 2));
  }

  private static String binary(int value, int digits) {
    StringBuilder text = new StringBuilder();
    for (int i = digits - 1; i >= 0; i--) {
      text.append(value >> i & 1);
    }
    return text.toString();
  }
}
