package org.privatemean.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.rows.group.GroupKey;

/** Every form in which an output could hold a private value. */
final class CanaryTest {
  private static byte[] within(byte[] form) {
    return ByteBuffer.allocate(form.length + 6)
        .put("ab:".getBytes(UTF_8))
        .put(form)
        .put(",yz".getBytes(UTF_8))
        .array();
  }

  private static byte[] bits(double number, ByteOrder order) {
    return ByteBuffer.allocate(Double.BYTES).order(order).putDouble(number).array();
  }

  private static String sha256(byte[] bytes) throws NoSuchAlgorithmException {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private static void assertFound(Canary canary, List<String> forms) {
    for (String form : forms) {
      assertTrue(canary.isIn(within(form.getBytes(ISO_8859_1))), form);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-300, -12, -2, 0, 3, 7, 280})
  void isIn_numberInAnyForm_isTrue(int exponent) throws NoSuchAlgorithmException, IOException {
    for (int seed = 0; seed < 50; seed++) {
      double number = Canary.number(new SplittableRandom(seed), exponent);
      byte[] big = bits(number, ByteOrder.BIG_ENDIAN);
      byte[] little = bits(number, ByteOrder.LITTLE_ENDIAN);
      ByteArrayOutputStream serialised = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(serialised)) {
        out.writeObject(new double[] {1, -number, number});
      }
      assertFound(
          Canary.of(number),
          List.of(
              Double.toString(number),
              Double.toString(-number),
              String.format(Locale.ROOT, "%.8e", number),
              new BigDecimal(Double.toString(number)).toPlainString(),
              Double.toHexString(number),
              Long.toHexString(Double.doubleToLongBits(number)).toUpperCase(Locale.ROOT),
              HexFormat.of().formatHex(little),
              Long.toString(Double.doubleToLongBits(number)),
              new String(big, ISO_8859_1),
              new String(little, ISO_8859_1),
              sha256(big),
              sha256(Double.toString(number).getBytes(UTF_8)),
              serialised.toString(ISO_8859_1)));
    }
  }

  @Test
  void isIn_keyInAnyForm_isTrue() throws NoSuchAlgorithmException {
    String text = "canary 4711 \u00e9";
    GroupKey key = GroupKey.of(text);
    byte[] bytes = text.getBytes(UTF_8);
    assertFound(
        Canary.of(key),
        List.of(
            new String(bytes, ISO_8859_1),
            HexFormat.of().formatHex(bytes),
            HexFormat.of().withUpperCase().formatHex(bytes),
            Base64.getEncoder().encodeToString(bytes),
            Base64.getEncoder().encodeToString(key.bytes()),
            Integer.toString(text.hashCode()),
            sha256(bytes),
            sha256(key.bytes())));
  }

  @Test
  void isIn_neighbouringNumber_isFalse() {
    double number = Canary.number(new SplittableRandom(1), 3);
    Canary canary = Canary.of(number);
    assertFalse(canary.isIn(within(Double.toString(number + 1e-5).getBytes(UTF_8))));
    assertFalse(canary.isIn(within(bits(Math.nextUp(number), ByteOrder.BIG_ENDIAN))));
  }
}
