package org.privatemean.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What may stand where a number should, and what may stand in a line of text. */
final class OddTexts {
  /** Characters of a long field. */
  static final int LONG = 1_000_000;

  /** The byte order mark of UTF-8. */
  static final byte[] MARK = utf8("\ufeff");

  private OddTexts() {}

  /**
   * A text in the place of a number.
   *
   * @param kind what it is
   * @param text the text
   * @param verdict what a row of it and other coordinates is read as: {@link Verdict#ANY}, {@link
   *     Verdict#INVALID}, or of the one number that it stands for
   */
  record Field(String kind, String text, Verdict verdict) {
    /** What a row is read as that has this field and two other coordinates. */
    Verdict rowOf(int place, double[] others) {
      if (!verdict.fixed() || verdict.row() == null) {
        return verdict;
      }
      double[] row = others.clone();
      row[place] = verdict.row().get(0);
      return Verdict.of(row);
    }
  }

  private static Field invalid(String kind, String text) {
    return new Field(kind, text, Verdict.INVALID);
  }

  private static Field number(String kind, String text, double value) {
    return new Field(kind, text, Verdict.of(value));
  }

  private static Field any(String kind, String text) {
    return new Field(kind, text, Verdict.ANY);
  }

  /** Fields without line ends, separators and quotes. */
  static List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    for (String text :
        List.of(
            "NaN",
            "nan",
            "Infinity",
            "-Infinity",
            "inf",
            "+INF",
            "1e400",
            "-1e400",
            "1e999999999")) {
      fields.add(invalid("not finite: " + text, text));
    }
    for (String text :
        List.of(
            "abc",
            "null",
            "NULL",
            "None",
            "N/A",
            "-",
            "+",
            ".",
            "e",
            "1e",
            "1e+",
            "1 2",
            "1_000",
            "true",
            "false",
            "2020-01-01",
            "12:30",
            "\u221e",
            "1.2.3",
            "--1",
            "$1",
            "1%")) {
      fields.add(invalid("text: " + text, text));
    }
    for (String text :
        List.of("0x1F", "7d", "7f", "7L", "\uff17", "\u0667", "-0.0", "+7", ".5", "5.", " 7 ")) {
      fields.add(any("perhaps a number: " + text, text));
    }
    fields.add(invalid("400 digits", "9".repeat(400)));
    fields.add(invalid("a million digits", "1".repeat(LONG)));
    fields.add(invalid("a million letters", "x".repeat(LONG)));
    fields.add(any("a million blanks and a number", " ".repeat(LONG) + "7"));
    fields.add(number("a million zeros and a number", "0".repeat(LONG) + "7", 7));
    fields.add(number("a million decimals", "0." + "0".repeat(LONG) + "1", 0));
    fields.add(number("1e-400", "1e-400", 0));
    fields.add(number("a large number", "1e300", 1e300));
    return fields;
  }

  static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }

  /** Bytes one after the other. */
  static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /**
   * Random bytes in the place of a line: any, those that mean something in the format, or the line
   * with a few of its bytes changed.
   *
   * @param special characters that mean something in the format
   */
  static List<OddRecord<byte[]>> random(int count, byte[] line, String special, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<OddRecord<byte[]>> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] bytes =
          switch (i % 3) {
            case 0 -> bytes(random, null);
            case 1 -> bytes(random, utf8(special));
            default -> changed(line, utf8(special), random);
          };
      lines.add(OddRecord.line("random bytes " + i, bytes));
    }
    return lines;
  }

  private static byte[] bytes(SplittableRandom random, byte[] alphabet) {
    byte[] bytes = new byte[random.nextInt(60)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = alphabet == null ? (byte) random.nextInt(256) : pick(alphabet, random);
    }
    return bytes;
  }

  private static byte[] changed(byte[] line, byte[] alphabet, SplittableRandom random) {
    byte[] bytes = line.clone();
    for (int k = 1 + random.nextInt(4); k > 0; k--) {
      bytes[random.nextInt(bytes.length)] =
          random.nextBoolean() ? pick(alphabet, random) : (byte) random.nextInt(256);
    }
    return bytes;
  }

  private static byte pick(byte[] alphabet, SplittableRandom random) {
    return alphabet[random.nextInt(alphabet.length)];
  }
}
