package org.privatemean.noise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.Promise;
import org.privatemean.noise.NoiseSource.SecureNoise;

@Promise("noise bits are AES in counter mode, of a key that is not shown and not saved")
class NoiseKeyTest {

  /** What the class says the key of a seed is, written out again. */
  private static byte[] keyOf(long seed) throws Exception {
    MessageDigest sha = MessageDigest.getInstance("SHA-256");
    sha.update("org.privatemean.noise.NoiseKey.fromSeed/1".getBytes(StandardCharsets.UTF_8));
    return sha.digest(ByteBuffer.allocate(8).putLong(seed).array());
  }

  private static byte[] bytes(BitSource bits, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) bits.nextBits(8);
    }
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 0",
    "1, 2, 3, 0",
    "65535, 65535, 2147483647, 2147483647",
    "258, 772, 84281096, 1"
  })
  void substream_anyAddress_isAesInCounterMode(int step, int level, int coordinate, int group)
      throws Exception {
    ByteBuffer counter = ByteBuffer.allocate(16);
    counter.putShort((short) step).putShort((short) level).putInt(coordinate).putInt(group);
    BitSource bits = NoiseKey.fromSeed(42).substream(step, level, coordinate, group);
    assertArrayEquals(aes(keyOf(42), counter.array(), 60_000), bytes(bits, 60_000));
  }

  private static byte[] aes(byte[] key, byte[] counter, int length) throws Exception {
    Cipher reference = Cipher.getInstance("AES/CTR/NoPadding");
    reference.init(
        Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(counter));
    return reference.doFinal(new byte[length]);
  }

  @Test
  void substream_fixedSeed_isTheSameInEveryVersion() {
    assertEquals(
        "fc026c39208e015863fedbd0901adee2",
        String.format(
            "%032x", new BigInteger(1, bytes(NoiseKey.fromSeed(1).substream(1, 2, 3), 16))));
  }

  @Test
  void substream_askedTwice_startsAgain() {
    NoiseKey key = NoiseKey.fromOperatingSystem();
    byte[] first = bytes(key.substream(7, 8, 9), 100);
    assertArrayEquals(first, bytes(key.substream(7, 8, 9), 100));
  }

  @Test
  void substream_interleaved_doNotDisturbEachOther() {
    NoiseKey key = NoiseKey.fromSeed(5);
    // Long enough for both forms of the cipher, whose buffers the substreams of a thread share.
    byte[] alone = bytes(key.substream(0, 0, 0), 3000);
    BitSource one = key.substream(0, 0, 0);
    BitSource other = key.substream(0, 0, 1);
    byte[] interleaved = new byte[3000];
    for (int i = 0; i < interleaved.length; i++) {
      other.nextBits(1 + i % 63);
      key.substream(0, 0, 2 + i).nextBit();
      interleaved[i] = (byte) one.nextBits(8);
    }
    assertArrayEquals(alone, interleaved);
  }

  @Test
  void substream_differentAddressOrKey_differs() {
    NoiseKey key = NoiseKey.fromSeed(5);
    long base = key.substream(1, 1, 1).nextBits(63);
    assertNotEquals(base, key.substream(2, 1, 1).nextBits(63));
    assertNotEquals(base, key.substream(1, 2, 1).nextBits(63));
    assertNotEquals(base, key.substream(1, 1, 2).nextBits(63));
    assertNotEquals(base, NoiseKey.fromSeed(6).substream(1, 1, 1).nextBits(63));
    assertNotEquals(
        NoiseKey.fromOperatingSystem().substream(1, 1, 1).nextBits(63),
        NoiseKey.fromOperatingSystem().substream(1, 1, 1).nextBits(63));
  }

  @ParameterizedTest
  @CsvSource({"-1, 0, 0", "65536, 0, 0", "0, -1, 0", "0, 65536, 0", "0, 0, -1"})
  void substream_addressOutOfRange_isRefused(int step, int level, int coordinate) {
    NoiseKey key = NoiseKey.fromSeed(5);
    assertThrows(IllegalArgumentException.class, () -> key.substream(step, level, coordinate));
  }

  @Test
  void substream_negativeGroup_isRefused() {
    NoiseKey key = NoiseKey.fromSeed(5);
    assertThrows(IllegalArgumentException.class, () -> key.substream(0, 0, 0, -1));
  }

  @Test
  void keystream_ofAKey_isAesInCounterMode() throws Exception {
    byte[] counter = ByteBuffer.allocate(16).putInt(7).array();
    assertArrayEquals(aes(keyOf(42), counter, 3000), bytes(Keystream.of(keyOf(42), 7), 3000));
  }

  @Test
  void seeded_returnsTheOrigin() {
    assertTrue(NoiseKey.fromSeed(0).seeded());
    assertFalse(NoiseKey.fromOperatingSystem().seeded());
  }

  @Test
  void toString_showsNoKey() throws Exception {
    NoiseKey key = NoiseKey.fromSeed(123456789);
    assertEquals("NoiseKey(from a seed)", key.toString());
    assertEquals("SecureNoise(NoiseKey(from a seed))", new SecureNoise(key).toString());
    assertEquals("NoiseKey(from the operating system)", NoiseKey.fromOperatingSystem().toString());
  }

  @Test
  void noiseKey_isNotSerializable() {
    assertFalse(Serializable.class.isAssignableFrom(NoiseKey.class));
    assertFalse(Serializable.class.isAssignableFrom(SecureNoise.class));
    assertFalse(Serializable.class.isAssignableFrom(Keystream.class));
  }
}
