package org.privatemean.request;

import org.privatemean.annotation.Internal;
import org.privatemean.refusal.ParamException;

/**
 * A request that protects persons, each of whom may have many rows.
 *
 * @param mostWeight maximum weight k of a person's mean: 1 if all persons weigh the same, else a
 *     person weighs the smaller of k and the person's number of rows
 * @param groupsPerPerson maximum number of groups in which a person counts, L
 * @param isWeighted true if rows have weights, which k = 1 alone does not determine
 */
@Internal
public record PersonRequest(
    String column, int mostWeight, int groupsPerPerson, boolean isWeighted) {
  public static final int MAX_ROWS = 1 << 20;

  public PersonRequest {
    if (mostWeight < 1 || mostWeight > MAX_ROWS) {
      throw ParamException.outOfRange("maxRowsPerPerson", "in [1, 2^20]", mostWeight);
    }
    if (groupsPerPerson < 1) {
      throw ParamException.outOfRange("maxGroupsPerPerson", "at least 1", groupsPerPerson);
    }
  }
}
