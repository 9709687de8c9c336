package org.privatemean.noise;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.Objects;
import java.util.function.Supplier;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.privatemean.annotation.Internal;

/** Keystream of one address of a {@link NoiseKey}, bit by bit in the order of its bytes. */
@Internal
public final class Keystream implements BitSource {
  private static final int BLOCK_BYTES = 16;
  private static final int MAX_BYTES = 1 << 14;

  /** From this number of bytes on the provider's counter mode is faster, all included. */
  private static final int COUNTER_MODE_BYTES = 1 << 10;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Never written. */
  private static final byte[] ZEROS = new byte[MAX_BYTES];

  /** Enough for most draws. Each further read doubles the buffer: long calls cost a third. */
  private static final int FIRST_BYTES = 4 * BLOCK_BYTES;

  private final Supplier<Ciphers> ciphers;
  private final long address;
  private final long first;
  private long block;
  private byte[] buffer = new byte[FIRST_BYTES];
  private int position = FIRST_BYTES;

  /** The last word read; its {@code unread} lowest bits are not read yet. */
  private long word;

  private int unread;

  Keystream(Supplier<Ciphers> ciphers, long address, long first) {
    this.ciphers = ciphers;
    this.address = address;
    this.first = first;
    this.block = first;
  }

  /**
   * Returns the bits of AES in counter mode under a key, used for nothing else, for one thread; the
   * first four bytes of the counter are given, all others are 0.
   */
  public static Keystream of(byte[] key, int start) {
    Ciphers ciphers = new Ciphers(new SecretKeySpec(key, "AES"));
    return new Keystream(() -> ciphers, (long) start << Integer.SIZE, 0);
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
    ciphers.get().keystream(address, block, buffer);
    block += buffer.length / BLOCK_BYTES;
    position = 0;
  }

  /** Ciphers of one thread, of equal bytes: a block cipher for short pieces, else counter mode. */
  static final class Ciphers {
    private final SecretKeySpec secret;
    private final Cipher blocks;
    private final byte[] counters = new byte[COUNTER_MODE_BYTES];
    private Cipher counterMode;

    Ciphers(SecretKeySpec secret) {
      this.secret = secret;
      try {
        blocks = Cipher.getInstance("AES/ECB/NoPadding");
        blocks.init(Cipher.ENCRYPT_MODE, secret);
      } catch (GeneralSecurityException e) {
        throw noCipher(e);
      }
    }

    void keystream(long address, long block, byte[] keystream) {
      try {
        if (keystream.length < COUNTER_MODE_BYTES) {
          byBlocks(address, block, keystream);
        } else {
          byCounterMode(address, block, keystream);
        }
      } catch (GeneralSecurityException e) {
        throw noCipher(e);
      }
    }

    private void byBlocks(long address, long block, byte[] keystream)
        throws GeneralSecurityException {
      for (int offset = 0; offset < keystream.length; offset += BLOCK_BYTES) {
        LONGS.set(counters, offset, address);
        LONGS.set(counters, offset + Long.BYTES, block + offset / BLOCK_BYTES);
      }
      blocks.update(counters, 0, keystream.length, keystream, 0);
    }

    private void byCounterMode(long address, long block, byte[] keystream)
        throws GeneralSecurityException {
      if (counterMode == null) {
        counterMode = Cipher.getInstance("AES/CTR/NoPadding");
      }
      LONGS.set(counters, 0, address);
      LONGS.set(counters, Long.BYTES, block);
      counterMode.init(Cipher.ENCRYPT_MODE, secret, new IvParameterSpec(counters, 0, BLOCK_BYTES));
      counterMode.doFinal(ZEROS, 0, keystream.length, keystream, 0);
    }

    private static IllegalStateException noCipher(GeneralSecurityException cause) {
      return new IllegalStateException("this Java runtime has no AES with 256-bit keys", cause);
    }
  }
}
