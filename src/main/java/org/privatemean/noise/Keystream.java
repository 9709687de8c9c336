package org.privatemean.noise;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/** Keystream of one address of a {@link NoiseKey}, bit by bit in the order of its bytes. */
final class Keystream implements BitSource {
  /** Number of bytes of a counter block, and of its keystream. */
  static final int BLOCK_BYTES = 16;

  /** Maximum number of bytes generated at a time. */
  static final int MAX_BYTES = 1 << 14;

  /** Source of the blocks of an address. */
  interface CipherBlocks {
    /**
     * Generates the keystream of an address from a block on.
     *
     * @param keystream receives it: whole blocks, at most {@link #MAX_BYTES}
     */
    void keystream(long address, long block, byte[] keystream);
  }

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /**
   * Initial size, 512 bits: at a standard deviation of 10 one draw in a thousand needs a second
   * call of the cipher. Each further read doubles the buffer, because long calls cost a third as
   * much per byte.
   */
  private static final int FIRST_BYTES = 4 * BLOCK_BYTES;

  private final CipherBlocks blocks;
  private final long address;
  private final long first;
  private long block;
  private byte[] buffer = new byte[FIRST_BYTES];
  private int position = FIRST_BYTES;

  /** The last word read; its {@code unread} lowest bits are not read yet. */
  private long word;

  private int unread;

  Keystream(CipherBlocks blocks, long address) {
    this(blocks, address, 0);
  }

  /** Creates a keystream from a block of the address on. */
  Keystream(CipherBlocks blocks, long address, long first) {
    this.blocks = blocks;
    this.address = address;
    this.first = first;
    this.block = first;
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

  @Override
  public void fill(long[] words, int from, int to) {
    Objects.checkFromToIndex(from, to, words.length);
    int next = from;
    while (next < to) {
      if (position == buffer.length) {
        refill();
      }
      int end = Math.min(to, next + (buffer.length - position) / Long.BYTES);
      if (unread == 0) {
        copyWords(words, next, end);
      } else {
        shiftWords(words, next, end);
      }
      next = end;
    }
  }

  private void copyWords(long[] words, int from, int to) {
    for (int i = from; i < to; i++) {
      words[i] = (long) LONGS.get(buffer, position);
      position += Long.BYTES;
    }
  }

  private void shiftWords(long[] words, int from, int to) {
    for (int i = from; i < to; i++) {
      long high = word << (Long.SIZE - unread);
      word = (long) LONGS.get(buffer, position);
      position += Long.BYTES;
      words[i] = high | word >>> unread;
    }
  }

  private static long mask(int bits) {
    return (1L << bits) - 1;
  }

  private long nextWord() {
    if (position == buffer.length) {
      refill();
    }
    long next = (long) LONGS.get(buffer, position);
    position += Long.BYTES;
    return next;
  }

  private void refill() {
    if (block > first && buffer.length < MAX_BYTES) {
      buffer = new byte[2 * buffer.length];
    }
    blocks.keystream(address, block, buffer);
    block += buffer.length / BLOCK_BYTES;
    position = 0;
  }
}
