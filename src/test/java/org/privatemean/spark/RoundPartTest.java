package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tasks and results after they were sent. */
final class RoundPartTest {
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Sent(double[] some, double[] none, double[] missing, Serializable[] mixed)
      implements Serializable {}

  private static long[] bits(double[] values) {
    return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
  }

  @Test
  void arraysOfDoubles_keepTheirBits() {
    double[] some = {
      0.0,
      -0.0,
      Double.NaN,
      Double.longBitsToDouble(0x7ff0_0000_0000_0001L),
      Double.NEGATIVE_INFINITY,
      Double.MIN_VALUE,
      -Math.PI
    };
    Serializable[] mixed = {some, "text", new long[] {1, -2}, new double[] {3}};

    Sent read =
        RoundPart.read(RoundPart.serialize(new Sent(some, new double[0], null, mixed)), Sent.class);

    assertArrayEquals(bits(some), bits(read.some()));
    assertEquals(0, read.none().length);
    assertNull(read.missing());
    assertArrayEquals(bits(some), bits((double[]) read.mixed()[0]));
    assertEquals("text", read.mixed()[1]);
    assertArrayEquals(new long[] {1, -2}, (long[]) read.mixed()[2]);
    assertArrayEquals(new double[] {3}, (double[]) read.mixed()[3]);
  }

  @Test
  void arraysOfDoubles_takeTheirEightBytesEach() {
    int size = 1 << 16;
    int bytes = RoundPart.serialize(new double[size]).length;
    assertTrue(bytes >= 8 * size && bytes < 8 * size + 256, "bytes: " + bytes);
  }
}
