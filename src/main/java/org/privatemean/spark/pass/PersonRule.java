package org.privatemean.spark.pass;

import java.io.Serializable;
import org.privatemean.geometry.NormRange;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.RecentredSpec;
import org.privatemean.rows.InvalidRows;

/**
 * The rule by which the rows of a person become one row, or one in each of a few groups. All of it
 * is public but the salt, which may be: it chooses, and hides nothing.
 *
 * @param dimension declared number of coordinates, at least 1
 * @param invalidRows what becomes of invalid rows, each by itself
 * @param range of norms; longer rows are scaled into it, each by itself, before they are summed
 * @param mostGroups L: in this many groups a person keeps a row; at least 1
 * @param mostWeight k: a person of m rows counts {@code min(m, k)} times; 1 where all count alike
 * @param salt key of the hash that says which groups are kept
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record PersonRule(
    int dimension,
    InvalidRows invalidRows,
    NormRange range,
    int mostGroups,
    int mostWeight,
    byte[] salt)
    implements Serializable {
  /** Checks the bounds. */
  public PersonRule {
    if (mostGroups < 1) {
      throw ParamException.outOfRange("maxGroupsPerPerson", "at least 1", mostGroups);
    }
    if (mostWeight < 1) {
      throw ParamException.outOfRange("maxRowsPerPerson", "at least 1", mostWeight);
    }
  }

  /**
   * The range that a request scales rows into, as far as it is known before they are counted; the
   * means of rows are scaled again, by the mechanism.
   */
  public static NormRange range(MeanRequest request, int dimension) {
    if (request instanceof RecentredSpec spec
        && spec.bounds().filter(Bounds.Statistical.class::isInstance).isEmpty()) {
      return spec.range(1, dimension);
    }
    return NormRange.WIDEST;
  }

  /** Address of the salt, beyond those of all steps. */
  private static final int SALT = 0xFFFF;

  private static final int SALT_BYTES = 32;

  /**
   * The salt of a fit: bits of the fit's key at an address of their own, so that a seed gives the
   * same one again. It may leave the driver, since it says nothing of the bits elsewhere.
   */
  public static byte[] salt(NoiseKey key) {
    BitSource bits = key.substream(SALT, SALT, 0);
    byte[] salt = new byte[SALT_BYTES];
    for (int i = 0; i < salt.length; i++) {
      salt[i] = (byte) bits.nextBits(Byte.SIZE);
    }
    return salt;
  }
}
