package org.privatemean.noise;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The keystream of one address of a {@link NoiseKey}, bit by bit in the order of its bytes. */
final class Keystream implements BitSource {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int BLOCK_BYTES = 16;

  /**
   * 512 bits: at a standard deviation of 10 one draw in a thousand needs a second call of the
   * cipher.
   */
  private static final int BUFFER_BYTES = 4 * BLOCK_BYTES;

  private final NoiseKey key;
  private final long address;
  private long block;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position = BUFFER_BYTES;

  /** The last word read; its {@code unread} lowest bits are still to come. */
  private long word;

  private int unread;

  Keystream(NoiseKey key, long address) {
    this.key = key;
    this.address = address;
  }

  @Override
  public long nextBits(int k) {
    if (k < 1 || k > 63) {
      throw new IllegalArgumentException("k must be between 1 and 63, but was " + k);
    }
    if (k <= unread) {
      unread -= k;
      return (word >>> unread) & mask(k);
    }
    long high = word & mask(unread);
    int missing = k - unread;
    word = nextWord();
    unread = Long.SIZE - missing;
    return high << missing | word >>> unread;
  }

  private static long mask(int bits) {
    return (1L << bits) - 1;
  }

  private long nextWord() {
    if (position == BUFFER_BYTES) {
      refill();
    }
    long next = (long) LONGS.get(buffer, position);
    position += Long.BYTES;
    return next;
  }

  private void refill() {
    for (int offset = 0; offset < BUFFER_BYTES; offset += BLOCK_BYTES) {
      LONGS.set(buffer, offset, address);
      LONGS.set(buffer, offset + Long.BYTES, block++);
    }
    key.encrypt(buffer, buffer, BUFFER_BYTES);
    position = 0;
  }
}
