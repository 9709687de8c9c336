package org.privatemean.spark;

import java.io.Serializable;
import org.privatemean.geometry.NormRange;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.RecentredSpec;
import org.privatemean.rows.InvalidRows;

/**
 * The rule by which the rows of a person become one row, or one in each of a few groups; public.
 *
 * @param range of norms; longer rows are scaled into it, each separately, before they are summed
 * @param mostGroups L: maximum number of groups in which a person keeps a row
 * @param mostWeight k: a person of m rows has weight {@code min(m, k)}
 * @param salt key of the hash that selects the kept groups; it hides nothing
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record PersonRule(
    int dimension,
    InvalidRows invalidRows,
    NormRange range,
    int mostGroups,
    int mostWeight,
    byte[] salt)
    implements Serializable {
  /** Returns the range that a request scales rows into, as far as it is known without a count. */
  public static NormRange range(MeanRequest request, int dimension) {
    if (!(request instanceof RecentredSpec spec)) {
      return NormRange.WIDEST;
    }
    NormRange ofOneRow = spec.range(1, dimension);
    boolean grows = spec.bounds().filter(Bounds.Statistical.class::isInstance).isPresent();
    return grows ? NormRange.WIDEST : ofOneRow;
  }

  /** Address of the salt, outside the addresses of all steps. */
  private static final int SALT = 0xFFFF;

  private static final int SALT_BYTES = 32;

  /** Returns the salt of a fit: bits of its key at an address that has no others. */
  public static byte[] salt(NoiseKey key) {
    BitSource bits = key.substream(SALT, SALT, 0);
    byte[] salt = new byte[SALT_BYTES];
    for (int i = 0; i < salt.length; i++) {
      salt[i] = (byte) bits.nextBits(Byte.SIZE);
    }
    return salt;
  }
}
