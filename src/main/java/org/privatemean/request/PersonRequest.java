package org.privatemean.request;

import org.privatemean.annotation.Internal;
import org.privatemean.privacy.PrivacyUnit;

/**
 * A request that protects persons, each of whom may have many rows; the params have its ranges.
 *
 * @param mostWeight maximum weight k of a person's mean, from 1 to {@link PrivacyUnit#MOST_WEIGHT}:
 *     1 if all persons weigh the same, else a person weighs the smaller of k and the person's
 *     number of rows
 * @param groupsPerPerson maximum number of groups in which a person counts, L, at least 1
 */
@Internal
public record PersonRequest(String column, int mostWeight, int groupsPerPerson) {}
