package org.privatemean.request;

import org.privatemean.annotation.Internal;
import org.privatemean.refusal.ParamException;

/**
 * The request for persons, each of whom may have many rows.
 *
 * @param column holds whose a row is
 * @param mostWeight the most that a person's own mean weighs, k: 1 where all weigh the same, else
 *     the least of k and their number of rows
 * @param groupsPerPerson in how many groups a person counts at most, L
 * @param isWeighted whether rows weigh, which the number k = 1 alone does not tell
 */
@Internal
public record PersonRequest(
    String column, int mostWeight, int groupsPerPerson, boolean isWeighted) {
  /** The largest k. */
  public static final int MAX_ROWS = 1 << 20;

  /** Checks the values. */
  public PersonRequest {
    if (mostWeight < 1 || mostWeight > MAX_ROWS) {
      throw ParamException.outOfRange("maxRowsPerPerson", "in [1, 2^20]", mostWeight);
    }
    if (groupsPerPerson < 1) {
      throw ParamException.outOfRange("maxGroupsPerPerson", "at least 1", groupsPerPerson);
    }
  }
}
