package org.privatemean.protocol;

/**
 * The number of reports or messages of a round.
 *
 * @param accepted those that were used
 * @param dropped those that no honest user of this round could have sent
 */
public record ReceivedCounts(long accepted, long dropped) {}
