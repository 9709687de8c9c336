package org.privatemean.rows;

import java.io.Serializable;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.Keystream;
import org.privatemean.privacy.Checks;

/**
 * Random sample of the rows: each row is in it with probability exactly {@code 2^-halvings},
 * independently of its values and of the other rows.
 *
 * <p>Of 64 consecutive rows of a partition, those are kept whose bit is 0 in each of {@code
 * halvings} words of the partition's keystream: AES in counter mode, the counter starting with the
 * number of the <b>input's</b> partition, since one task may read several.
 *
 * <p><b>Privacy.</b> The bits do not depend on rows, so neighbours have samples that differ in at
 * most one row, and a query on the sample costs as much as on all rows ({@code RecentredMean}). The
 * key is secret: it would show which positions were sampled.
 *
 * @since 0.1.0
 */
public final class RowSample implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int KEY_BYTES = 32;

  private final byte[] key;
  private final int halvings;
  private final long mostRows;

  private RowSample(byte[] key, int halvings, long mostRows) {
    this.key = key;
    this.halvings = halvings;
    this.mostRows = mostRows;
  }

  /**
   * Creates a sample.
   *
   * @param bits secret bits that are used for nothing else
   * @param halvings h, 1 to 62
   * @param mostRows upper bound on its number of rows, exceeded by one sample in 10^22; public
   * @throws IllegalArgumentException if halvings is out of its range
   */
  public static RowSample of(BitSource bits, int halvings, long mostRows) {
    Checks.argument("halvings", halvings >= 1 && halvings <= 62, "in [1, 62]", halvings);
    byte[] key = new byte[KEY_BYTES];
    for (int k = 0; k < key.length; k++) {
      key[k] = (byte) bits.nextBits(Byte.SIZE);
    }
    return new RowSample(key, halvings, mostRows);
  }

  /** Returns the upper bound on its number of rows, for the required memory. */
  public long mostRows() {
    return mostRows;
  }

  /** Returns the bits of one partition of the input, from 0. */
  public Picks picks(int partition) {
    return new Picks(Keystream.of(key, partition), halvings);
  }

  /** Membership of consecutive rows in the sample. Used by one thread. */
  public static final class Picks {
    private final Keystream bits;
    private final long[] words;
    private long kept;
    private int left;

    private Picks(Keystream bits, int halvings) {
      this.bits = bits;
      this.words = new long[halvings];
    }

    /** True if the next row is in the sample. */
    public boolean next() {
      if (left == 0) {
        bits.fill(words, 0, words.length);
        long dropped = 0;
        for (long word : words) {
          dropped |= word;
        }
        kept = ~dropped;
        left = Long.SIZE;
      }
      boolean pick = (kept & 1) != 0;
      kept >>>= 1;
      left--;
      return pick;
    }
  }
}
