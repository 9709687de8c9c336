package org.privatemean.spark.group;

import java.io.Serializable;
import org.privatemean.geometry.NormRange;
import org.privatemean.refusal.ParamException;
import org.privatemean.rows.InvalidRows;

/**
 * How the rows of a person become one row, or one in each of a few groups. All of it is public but
 * the salt, which may be: it chooses, and hides nothing.
 *
 * @param dimension declared number of coordinates, at least 1
 * @param invalidRows what becomes of invalid rows, each by itself
 * @param range of norms; longer rows are scaled into it, each by itself, before they are summed
 * @param mostGroups L: in so many groups a person keeps a row; at least 1
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
}
