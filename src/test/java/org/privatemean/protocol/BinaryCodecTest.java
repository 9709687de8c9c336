package org.privatemean.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class BinaryCodecTest {
  private static final BinaryCodec FORM = new BinaryCodec("a test's state", 3, 3);
  private static final byte[] TWO =
      FORM.write(out -> BinaryCodec.writeLongs(out, new long[] {1, -2}));

  @Test
  void read_writtenBytes_isTheOriginal() {
    assertArrayEquals(
        new long[] {1, -2}, FORM.read(TWO, (in, version) -> BinaryCodec.readLongs(in, 2)));
  }

  /** More than memory would hold. */
  @Test
  void read_ofMoreNumbersThanPresent_isRefusedBeforeAllocation() {
    for (int count : new int[] {3, Integer.MAX_VALUE}) {
      assertRefused(() -> FORM.read(TWO, (in, version) -> BinaryCodec.readLongs(in, count)));
      assertRefused(() -> FORM.read(TWO, (in, version) -> BinaryCodec.readDoubles(in, count)));
    }
  }

  /** The reader of the JDK makes room for the stated length first. */
  @Test
  void readText_ofMoreBytesThanPresent_isRefused() {
    byte[] text = FORM.write(out -> out.writeUTF("\u00e9x"));
    assertEquals("\u00e9x", FORM.read(text, (in, version) -> BinaryCodec.readText(in)));
    for (int stated : new int[] {4, 255}) {
      byte[] longer = text.clone();
      longer[2] = (byte) stated;
      assertRefused(() -> FORM.read(longer, (in, version) -> BinaryCodec.readText(in)));
    }
  }

  @Test
  void read_ofFewerNumbers_isRefused() {
    assertRefused(() -> FORM.read(TWO, (in, version) -> BinaryCodec.readLongs(in, 1)));
  }

  private static void assertRefused(Runnable read) {
    IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, read::run);
    assertEquals("state is not the binary form of a test's state", refusal.getMessage());
  }
}
