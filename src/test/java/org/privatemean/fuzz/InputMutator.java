package org.privatemean.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Makes inputs from valid ones by a few random changes; a function of the random numbers. */
final class InputMutator {
  private static final int MOST_CHANGES = 6;
  private static final int MOST_BYTES = 1 << 16;

  /** One change in so many repeats a part of the input by the thousand. */
  private static final int RARELY = 2000;

  private static final long[] INTERESTING = {
    0,
    1,
    -1,
    2,
    127,
    128,
    255,
    256,
    32767,
    65535,
    65536,
    1 << 20,
    1 << 22,
    1 << 24,
    1 << 29,
    1 << 30,
    Integer.MAX_VALUE,
    Integer.MAX_VALUE - 8,
    Integer.MIN_VALUE,
    Integer.MIN_VALUE + 1,
    1L << 31,
    1L << 32,
    1L << 53,
    1L << 61,
    1L << 62,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Double.doubleToLongBits(1),
    Double.doubleToLongBits(-1),
    Double.doubleToLongBits(-0.0),
    Double.doubleToLongBits(Double.NaN),
    Double.doubleToLongBits(Double.POSITIVE_INFINITY),
    Double.doubleToLongBits(Double.NEGATIVE_INFINITY),
    Double.doubleToLongBits(Double.MAX_VALUE),
    Double.doubleToLongBits(Double.MIN_VALUE),
    Double.doubleToLongBits(Double.MIN_NORMAL),
    Double.doubleToLongBits(1e-9),
    Double.doubleToLongBits(1e9)
  };

  private final List<byte[]> seeds;
  private final List<byte[]> words;
  private final SplittableRandom random;

  InputMutator(FuzzTarget<?> target, SplittableRandom random) {
    this.seeds = target.seeds();
    this.words =
        target.words().stream().map(word -> word.getBytes(StandardCharsets.UTF_8)).toList();
    this.random = random;
  }

  byte[] next() {
    if (random.nextInt(100) == 0) {
      return random(random.nextInt(200));
    }
    byte[] input = pick(seeds);
    for (int left = 1 + random.nextInt(MOST_CHANGES); left > 0; left--) {
      input = random.nextInt(RARELY) == 0 ? repeated(input) : changed(input);
      if (random.nextInt(3) == 0) {
        break;
      }
    }
    return input.length > MOST_BYTES ? Arrays.copyOf(input, MOST_BYTES) : input;
  }

  private byte[] pick(List<byte[]> all) {
    return all.get(random.nextInt(all.size()));
  }

  private byte[] random(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] changed(byte[] input) {
    int at = place(input);
    int end = Math.min(input.length, at + 1 + random.nextInt(16));
    boolean isWord = !words.isEmpty() && random.nextInt(2) == 0;
    return switch (random.nextInt(isWord ? 3 : 9)) {
      // A word or a number put in, over the bytes there, or over a short part.
      case 0 -> replaced(input, at, at, piece(isWord));
      case 1 -> over(input, at, piece(isWord));
      case 2 -> replaced(input, at, end, piece(isWord));
      case 3 -> flipped(input, at);
      case 4 -> replaced(input, at, end, new byte[0]);
      case 5 -> Arrays.copyOf(input, at);
      case 6 -> spliced(input, at);
      case 7 -> replaced(input, at, at, Arrays.copyOfRange(input, at, end));
      default -> over(input, at, new byte[] {(byte) random.nextInt(256)});
    };
  }

  private int place(byte[] input) {
    return random.nextInt(input.length + 1);
  }

  private byte[] piece(boolean isWord) {
    return isWord ? pick(words) : random.nextInt(4) == 0 ? random(1 + random.nextInt(8)) : number();
  }

  private byte[] number() {
    long value = INTERESTING[random.nextInt(INTERESTING.length)];
    ByteOrder order = random.nextInt(4) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    return switch (random.nextInt(4)) {
      case 0 -> ByteBuffer.allocate(2).order(order).putShort((short) value).array();
      case 1 -> ByteBuffer.allocate(4).order(order).putInt((int) value).array();
      default -> ByteBuffer.allocate(8).order(order).putLong(value).array();
    };
  }

  private static byte[] replaced(byte[] input, int from, int to, byte[] piece) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(input.length + piece.length);
    out.write(input, 0, from);
    out.writeBytes(piece);
    out.write(input, to, input.length - to);
    return out.toByteArray();
  }

  private static byte[] over(byte[] input, int at, byte[] piece) {
    return replaced(input, at, Math.min(input.length, at + piece.length), piece);
  }

  private byte[] flipped(byte[] input, int at) {
    byte[] flipped = input.clone();
    if (at < flipped.length) {
      flipped[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
    }
    return flipped;
  }

  /** The beginning of one input and the end of another, mostly from the same place on. */
  private byte[] spliced(byte[] input, int at) {
    byte[] other = pick(seeds);
    int from = random.nextInt(2) == 0 ? Math.min(at, other.length) : place(other);
    return replaced(input, at, input.length, Arrays.copyOfRange(other, from, other.length));
  }

  private byte[] repeated(byte[] input) {
    int at = place(input);
    byte[] part =
        words.isEmpty() || random.nextInt(4) == 0
            ? Arrays.copyOfRange(input, at, Math.min(input.length, at + 1 + random.nextInt(4)))
            : pick(words);
    ByteArrayOutputStream many = new ByteArrayOutputStream();
    for (int left = random.nextInt(1000, 8000); left > 0 && many.size() < MOST_BYTES; left--) {
      many.writeBytes(part);
    }
    return replaced(input, at, at, many.toByteArray());
  }
}
