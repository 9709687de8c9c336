package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.privatemean.noise.NoiseKey;

final class HpkeTest {
  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  /** RFC 9180, A.1.1: base mode, sequence number 0. */
  @Test
  void seal_testVectorOfTheStandard_matches() throws GeneralSecurityException {
    Hpke hpke = Hpke.aes128();
    byte[] ephemeral =
        hpke.privateKey(hex("7268600d403fce431561aef583ee1613527cff655c1343f29812e66706df3234"));
    assertArrayEquals(
        hex("52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736"), ephemeral);
    byte[] receiver = hex("3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d");
    byte[] secret = hex("4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8");
    assertArrayEquals(receiver, hpke.publicKey(secret));
    byte[] info = hex("4f6465206f6e2061204772656369616e2055726e");
    byte[] aad = "Count-0".getBytes(StandardCharsets.US_ASCII);
    byte[] text = "Beauty is truth, truth beauty".getBytes(StandardCharsets.US_ASCII);
    byte[] sealed =
        hpke.seal(
            receiver,
            hex("7268600d403fce431561aef583ee1613527cff655c1343f29812e66706df3234"),
            info,
            aad,
            text);
    assertArrayEquals(
        hex(
            "37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431"
                + "f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a9"
                + "6d8770ac83d07bea87e13c512a"),
        sealed);
    assertArrayEquals(text, hpke.open(secret, receiver, info, aad, sealed));
  }

  @Test
  void open_changedText_isRefused() {
    Hpke hpke = Hpke.aes256();
    OpenKey key = OpenKey.of(hex("11".repeat(32)));
    byte[] aad = {1, 2, 3};
    byte[] text = {4, 5, 6, 7};
    byte[] sealed =
        key.sealKey()
            .seal(
                hpke, MessageBundle.FOR_SERVER, aad, text, NoiseKey.fromSeed(1).substream(0, 0, 0));
    assertEquals(text.length + Hpke.OVERHEAD, sealed.length);
    assertArrayEquals(text, key.open(hpke, MessageBundle.FOR_SERVER, aad, sealed));
    assertNull(key.open(hpke, MessageBundle.FOR_SHUFFLER, aad, sealed));
    assertNull(key.open(hpke, MessageBundle.FOR_SERVER, new byte[] {1, 2, 4}, sealed));
    assertNull(OpenKey.of(hex("22".repeat(32))).open(hpke, MessageBundle.FOR_SERVER, aad, sealed));
    for (int bit = 0; bit < Byte.SIZE * sealed.length; bit++) {
      byte[] flipped = sealed.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      assertNull(key.open(hpke, MessageBundle.FOR_SERVER, aad, flipped), "bit " + bit);
    }
    for (int length = 0; length < sealed.length; length++) {
      assertNull(key.open(hpke, MessageBundle.FOR_SERVER, aad, Arrays.copyOf(sealed, length)));
    }
    // A point of small order agrees with every key on the same number.
    assertNull(key.open(hpke, MessageBundle.FOR_SERVER, aad, new byte[sealed.length]));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            SealKey.of(new byte[32])
                .seal(
                    hpke,
                    MessageBundle.FOR_SERVER,
                    aad,
                    text,
                    NoiseKey.fromSeed(1).substream(0, 0, 0)));
  }

  /** Bits that come twice must not lead to one key for two texts. */
  @Test
  void seal_sameBits_sameBytesForTheSameTextAndAnotherKeyForAnother() {
    Hpke hpke = Hpke.aes256();
    SealKey key = OpenKey.of(hex("11".repeat(32))).sealKey();
    byte[][] sealed = new byte[3][];
    for (int i = 0; i < 3; i++) {
      byte[] text = {(byte) (i / 2), 1};
      sealed[i] =
          key.seal(
              hpke,
              MessageBundle.FOR_SERVER,
              new byte[0],
              text,
              NoiseKey.fromSeed(1).substream(0, 0, 0));
    }
    assertArrayEquals(sealed[0], sealed[1]);
    assertNotEquals(
        HexFormat.of().formatHex(sealed[0], 0, 32), HexFormat.of().formatHex(sealed[2], 0, 32));
  }

  @Test
  void keys_wrongLengths_areRefusedWithoutTheSecret() {
    assertThrows(IllegalArgumentException.class, () -> SealKey.of(new byte[31]));
    assertThrows(IllegalArgumentException.class, () -> OpenKey.of(new byte[33]));
    OpenKey key = OpenKey.fromOperatingSystem();
    assertEquals(key.sealKey(), OpenKey.of(key.toBytes()).sealKey());
    assertEquals(SealKey.of(key.sealKey().toBytes()), key.sealKey());
    String shown = key.toString();
    assertEquals(-1, shown.indexOf(HexFormat.of().formatHex(key.toBytes())));
  }
}
