package org.privatemean.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.privatemean.noise.DigestBits;
import org.privatemean.rows.group.GroupKey;

/** A private value that is like no other, with the forms in which an output could hold it. */
record Canary(List<String> forms) {
  private static final int DIGITS = 9;

  /** Shorter forms could be a part of other numbers. */
  private static final int LEAST = 8;

  Canary(Stream<String> forms) {
    this(forms.filter(form -> form.length() >= LEAST).toList());
  }

  /** Returns a number of nine random digits, the first after the point, of a power of ten. */
  static double number(SplittableRandom random, int exponent) {
    long least = Math.round(Math.pow(10, DIGITS - 1));
    long digits = random.nextLong(least, 10 * least) / 10 * 10 + random.nextInt(1, 10);
    return Double.parseDouble(digits + "e" + (exponent - DIGITS));
  }

  /** Returns the forms of such a number: digits, bits in either order, and hashes. */
  static Canary of(double number) {
    long bits = Double.doubleToRawLongBits(number);
    byte[] bytes = bytes(bits);
    String hex = HexFormat.of().toHexDigits(bits);
    String text = Double.toString(number);
    return new Canary(
        Stream.of(
            new BigDecimal(number).abs().round(new MathContext(DIGITS)).unscaledValue().toString(),
            new String(bytes, ISO_8859_1),
            new String(bytes(Long.reverseBytes(bits)), ISO_8859_1),
            hex,
            hex.substring(3).replaceAll("0+$", ""),
            HexFormat.of().toHexDigits(Long.reverseBytes(bits)),
            Long.toString(bits),
            Integer.toString(Double.hashCode(number)),
            sha256(bytes),
            sha256(text.getBytes(UTF_8))));
  }

  /** Returns the forms of a key of one text. */
  static Canary of(GroupKey key) {
    String text = key.values().get(0).toString();
    byte[] bytes = text.getBytes(UTF_8);
    return new Canary(
        Stream.of(
            new String(bytes, ISO_8859_1),
            HexFormat.of().formatHex(bytes),
            Base64.getEncoder().withoutPadding().encodeToString(bytes),
            Base64.getEncoder().withoutPadding().encodeToString(key.bytes()),
            Integer.toString(text.hashCode()),
            sha256(bytes),
            sha256(key.bytes())));
  }

  private static byte[] bytes(long bits) {
    return ByteBuffer.allocate(Long.BYTES).putLong(bits).array();
  }

  private static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(DigestBits.sha256(bytes));
  }

  /** True if an output holds one of the forms, wherever a decimal point is. */
  boolean isIn(byte[] output) {
    String text = new String(output, ISO_8859_1);
    String plain = text.replace(".", "");
    String lower = text.toLowerCase(Locale.ROOT);
    return forms.stream()
        .anyMatch(form -> text.contains(form) || plain.contains(form) || lower.contains(form));
  }
}
